import { describe, expect, it } from '@jest/globals';
import 'reflect-metadata';
import { EXAMPLES, leavesOf } from './examples.js';
import { makeProgram } from './program.js';

const leaves = leavesOf(makeProgram());

describe.each(leaves)('%s', (name, command) => {
  it('says what it does', () => expect(command.description()).not.toBe(''));

  it('says what each of its options means', () => {
    const silent = command.options.filter(({ description, argChoices }) => {
      return description === '' && argChoices === undefined;
    });
    expect(silent.map(({ flags }) => flags)).toEqual([]);
  });

  it('leads to its help when it is used wrongly', () => {
    let said = '';
    const strict = leavesOf(makeProgram()).find(([each]) => each === name)?.[1];
    strict?.exitOverride().configureOutput({ writeErr: (text) => void (said += text) });
    expect(() => strict?.parse(['--no-such-option'], { from: 'user' })).toThrow();
    expect(said).toContain('--help');
  });

  it('has examples that name options that exist, and all that must be there', () => {
    const examples = EXAMPLES[name] ?? [];
    expect(examples).not.toEqual([]);
    for (const example of examples) {
      const words = wordsOf(example).filter((word) => word !== '--json');
      const { operands, unknown } = command.parseOptions(words);
      expect(unknown).toEqual([]);
      expect(operands.length).toBeLessThanOrEqual(command.registeredArguments.length);
      for (const { long, mandatory } of command.options)
        if (mandatory) expect(words).toContain(long);
    }
  });
});

it('no example is of a command that is gone', () =>
  expect(Object.keys(EXAMPLES).sort()).toEqual(leaves.map(([name]) => name).sort()));

const wordsOf = (text: string): string[] =>
  [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
