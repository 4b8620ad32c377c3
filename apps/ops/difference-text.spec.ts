import { describe, expect, it } from '@jest/globals';
import { differenceText } from './difference-text.js';

const partners = new Map([['p-1', 'Acme']]);
const difference = {
  ...{ partnerId: 'p-1', kind: 'deposit_twice', what: 'two journals', dismissed: null },
} as const;

describe('a difference in a terminal', () => {
  it('says whose, what, and what to do', () =>
    expect(differenceText(difference, partners)).toMatch(
      /^difference deposit_twice, partner Acme: two journals\n {2}what to do: \S/,
    ));

  it.each([
    ['p-2', 'p-2'],
    [null, 'unknown'],
  ])('of partner %s is of %s', (partnerId, said) =>
    expect(differenceText({ ...difference, partnerId }, partners)).toContain(`partner ${said}:`),
  );

  it('says why it counts no more once it is dismissed', () => {
    const dismissed = { at: '2026-03-16T12:00:00.000Z', reason: 'By hand', by: 'ada' };
    expect(differenceText({ ...difference, dismissed }, partners)).toBe(
      'dismissed difference deposit_twice, partner Acme: two journals (dismissed at 2026-03-16T12:00:00.000Z: By hand)',
    );
  });
});
