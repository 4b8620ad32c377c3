import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { headlineOf } from './headlines.js';

/** The jobs that there are, as the documentation lists them. */
const jobs = [...readFileSync('docs/queues.md', 'utf8').matchAll(/^- \*\*([a-z-]+)\*\*/gm)].map(
  ([, name]) => name!,
);

describe('the headline of an entry', () => {
  it('knows that there are jobs', () => expect(jobs).toContain('credit-deposit'));
  it.each(jobs)('has a sentence for %s', (waitsFor) =>
    expect(headlineOf({ kind: 'effect', about: 'thing', waitsFor })).not.toContain('waits for'),
  );
  it('says what reconciliation found', () =>
    expect(headlineOf({ kind: 'finding', about: 'reconciliation', waitsFor: null })).toBe(
      'Books and broker differ',
    ));
  it('says what it knows of a new job', () =>
    expect(headlineOf({ kind: 'effect', about: 'thing', waitsFor: 'new' })).toBe(
      'thing waits for new',
    ));
});
