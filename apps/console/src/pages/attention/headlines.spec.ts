import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { headlineOf } from './headlines.js';

/** All jobs, from the queue catalog. */
const jobs = [
  ...readFileSync('docs/reference/queues.md', 'utf8').matchAll(/^- \*\*([a-z-]+)\*\*/gm),
].map(([, name]) => name!);

describe('the headline of an entry', () => {
  it('finds jobs in the catalog', () => expect(jobs).toContain('credit-deposit'));
  it.each(jobs)('has a sentence for %s', (waitsFor) =>
    expect(headlineOf({ kind: 'effect', about: 'thing', waitsFor })).not.toContain('waits for'),
  );
  it('describes a finding of the reconciliation', () =>
    expect(headlineOf({ kind: 'finding', about: 'reconciliation', waitsFor: null })).toBe(
      'Ledgers and broker differ',
    ));
  it('describes an unknown job', () =>
    expect(headlineOf({ kind: 'effect', about: 'thing', waitsFor: 'new' })).toBe(
      'thing waits for new',
    ));
});
