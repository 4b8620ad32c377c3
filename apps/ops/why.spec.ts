import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { OutcomeUnknown } from '#platform/broker/broker.js';
import { NoAnswer } from '#platform/core/outbound-http.js';
import { notFound, unacceptable } from '#platform/core/refused.js';
import { ReadStoreAway } from '#platform/read-store/sql-engine.js';
import { whyOf } from './why.js';

const place = mkdtempSync(join(tmpdir(), 'why-'));
afterAll(() => rmSync(place, { recursive: true }));

const thrownBy = (act: () => unknown): unknown => {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};

describe('why a command failed', () => {
  it.each([
    ['/email', '--email: must be better'],
    ['/dueDays', '--due-days: must be better'],
    ['/2/amount', 'must be better'],
    ['', 'must be better'],
  ])('names the option of %j', (pointer, line) =>
    expect(whyOf(unacceptable({ pointer, code: 'x', detail: 'must be better' }))).toEqual([line]),
  );

  it('says each of several faults', () => {
    const faults = ['/zone', '/on'].map((pointer) => ({ pointer, code: 'x', detail: 'is wrong' }));
    expect(whyOf(unacceptable(...faults))).toEqual(['--zone: is wrong', '--on: is wrong']);
  });

  it.each([NoAnswer, OutcomeUnknown])(
    'says what to look at when a provider is away: %p',
    (Away) => {
      const [first, second] = whyOf(new Away('GET /v1/journals: no answer (ECONNREFUSED)'));
      expect(first).toBe('GET /v1/journals: no answer (ECONNREFUSED)');
      expect(second).toMatch(/npm start.*SANDBOX_PORT.*BROKER_URL/);
    },
  );

  it('is the sentence of any other refusal', () =>
    expect(whyOf(notFound('x', 'There is no such thing'))).toEqual(['There is no such thing']));

  const file = join(place, 'a.csv');
  const nowhere = join(place, 'no', 'a.csv');
  it.each([
    ['a missing file', () => readFileSync(file), `There is no file ${file}.`],
    [
      'a missing directory',
      () => writeFileSync(`${nowhere}.${process.pid}`, ''),
      `There is no directory ${join(place, 'no')}.`,
    ],
    ['a directory', () => writeFileSync(place, ''), `${place} is a directory.`],
    ['a directory to read', () => readFileSync(place), 'That is a directory; name a file.'],
  ])('is said in words for %s', (_, act, line) => expect(whyOf(thrownBy(act))).toEqual([line]));

  it('names the setting when the read models are away', () =>
    expect(whyOf(new ReadStoreAway('the database fails'))).toEqual([
      'the database fails: is it running, with this READ_MODELS_URL or DATA_DIR?',
    ]));

  it('is what anything else says', () => expect(whyOf(new Error('No.'))).toEqual(['No.']));
});
