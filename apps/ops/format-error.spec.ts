import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { NoResponse } from '#http/outbound/outbound-http.js';
import { notFound, unacceptable } from '#kernel/refused.js';
import { ReadStoreUnavailable } from '#read-models/sql-engine.js';
import { formatError } from './format-error.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

const directory = mkdtempSync(join(tmpdir(), 'format-error-'));
afterAll(() => rmSync(directory, { recursive: true }));

const thrownBy = (act: () => unknown): unknown => {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('expected an error');
};

describe('the error of a command', () => {
  it.each([
    ['/email', '--email: must be better'],
    ['/dueDays', '--due-days: must be better'],
    ['/2/amount', 'must be better'],
    ['', 'must be better'],
  ])('names the option of %j', (pointer, line) =>
    expect(formatError(unacceptable({ pointer, code: 'x', detail: 'must be better' }))).toEqual([
      line,
    ]),
  );

  it('lists several errors', () => {
    const errors = ['/zone', '/on'].map((pointer) => ({ pointer, code: 'x', detail: 'is wrong' }));
    expect(formatError(unacceptable(...errors))).toEqual(['--zone: is wrong', '--on: is wrong']);
  });

  it.each([NoResponse, OutcomeUnknown])(
    'names the next step when a provider is unavailable: %p',
    (Away) => {
      const [first, second] = formatError(new Away('GET /v1/journals: no answer (ECONNREFUSED)'));
      expect(first).toBe('GET /v1/journals: no answer (ECONNREFUSED)');
      expect(second).toMatch(/npm start.*SANDBOX_PORT.*BROKER_URL/);
    },
  );

  it('is the message of any other rejection', () =>
    expect(formatError(notFound('x', 'There is no such thing'))).toEqual([
      'There is no such thing',
    ]));

  const file = join(directory, 'a.csv');
  const nowhere = join(directory, 'no', 'a.csv');
  it.each([
    ['a missing file', () => readFileSync(file), `The file ${file} does not exist.`],
    [
      'a missing directory',
      () => writeFileSync(`${nowhere}.${process.pid}`, ''),
      `The directory ${join(directory, 'no')} does not exist.`,
    ],
    ['a directory', () => writeFileSync(directory, ''), `${directory} is a directory.`],
    [
      'a directory to read',
      () => readFileSync(directory),
      'The path is a directory: give the path of a file.',
    ],
  ])('is a sentence for %s', (_, act, line) => expect(formatError(thrownBy(act))).toEqual([line]));

  it('names the setting when the read models are unavailable', () =>
    expect(formatError(new ReadStoreUnavailable('the database fails'))).toEqual([
      'the database fails: is it running, with this READ_MODELS_URL or DATA_DIR?',
    ]));

  it('is the message of any other error', () =>
    expect(formatError(new Error('No.'))).toEqual(['No.']));
});
