import { describe, expect, it } from '@jest/globals';
import 'reflect-metadata';
import { EXAMPLES, leavesOf } from './examples.js';
import { makeProgram } from './program.js';

const leaves = leavesOf(makeProgram());

describe.each(leaves)('%s', (name, command) => {
  it('has a description', () => expect(command.description()).not.toBe(''));

  it('has a description of each option', () => {
    const silent = command.options.filter(({ description, argChoices }) => {
      return description === '' && argChoices === undefined;
    });
    expect(silent.map(({ flags }) => flags)).toEqual([]);
  });

  it('mentions its help after a wrong use', () => {
    let said = '';
    const strict = leavesOf(makeProgram()).find(([each]) => each === name)?.[1];
    strict?.exitOverride().configureOutput({ writeErr: (text) => void (said += text) });
    expect(() => strict?.parse(['--no-such-option'], { from: 'user' })).toThrow();
    expect(said).toContain('--help');
  });

  it('has examples with existing options and all required ones', () => {
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

it('each example belongs to an existing command', () =>
  expect(Object.keys(EXAMPLES).sort()).toEqual(leaves.map(([name]) => name).sort()));

const wordsOf = (text: string): string[] =>
  [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
