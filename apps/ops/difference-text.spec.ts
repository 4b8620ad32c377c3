import { describe, expect, it } from '@jest/globals';
import { differenceText } from './difference-text.js';

const partners = new Map([['p-1', 'Acme']]);
const difference = {
  ...{ differenceId: 'x-1', partnerId: 'p-1', kind: 'deposit_amount' },
  ...{ what: 'two journals', dismissed: null },
} as const;

describe('a difference in a terminal', () => {
  it('shows the partner, the difference, and the remedy', () =>
    expect(differenceText(difference, partners)).toMatch(
      /^difference x-1 \(deposit_amount\), partner Acme: two journals\n {2}next step: \S/,
    ));

  it.each([
    ['p-2', 'p-2'],
    [null, 'unknown'],
  ])('of partner %s is shown for %s', (partnerId, said) =>
    expect(differenceText({ ...difference, partnerId }, partners)).toContain(`partner ${said}:`),
  );

  it('shows the reason of a dismissal', () => {
    const dismissed = { at: '2026-03-16T12:00:00.000Z', reason: 'By hand', by: 'ada' };
    expect(differenceText({ ...difference, dismissed }, partners)).toBe(
      'dismissed difference x-1 (deposit_amount), partner Acme: two journals (dismissed at 2026-03-16T12:00:00.000Z: By hand)',
    );
  });
});
