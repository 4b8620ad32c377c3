import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

const PAGE = readFileSync('docs/finance/settlement.md', 'utf8');
const LINE = /^\| [^|]+\| (deposit|adjustment|withdrawal|commission) +\|(.+)\|$/;

const centsOf = (text: string): number => Math.round(Number(text.trim().replace('−', '-')) * 100);
const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0);

const lines = PAGE.split('\n').flatMap((row) => {
  const [, type, cells = ''] = LINE.exec(row) ?? [];
  const [gross = 0, fee = 0, net = 0, due = 0] = cells.split('|').map(centsOf);
  return type === undefined ? [] : [{ type, gross, fee, net, due }];
});
const ofType = (type: string) => lines.filter((line) => line.type === type);
/** The amount that the text gives for a field of the period, in cents. */
const stated = (field: string): number =>
  centsOf(new RegExp(`\`${field}\`\\s+(?:is [^=]+= )?(−?[\\d.]+\\d)`).exec(PAGE)?.[1] ?? '');

describe('the example of a period', () => {
  it('has a line of each type', () =>
    expect(new Set(lines.map(({ type }) => type))).toEqual(
      new Set(['deposit', 'adjustment', 'withdrawal', 'commission']),
    ));

  it('has lines whose net and due follow from gross and fee', () => {
    for (const { type, gross, fee, net, due } of lines) {
      expect(net).toBe(gross - fee);
      if (type === 'withdrawal') expect(due).toBe(-net);
      if (type === 'deposit' || type === 'adjustment') expect(due).toBe(gross);
    }
  });

  it('states the sums of the lines, and the due that follows', () => {
    const due = sum(lines.map((line) => line.due));
    expect(stated('gross')).toBe(sum(ofType('deposit').map(({ gross }) => gross)));
    expect(stated('adjustments')).toBe(sum(ofType('adjustment').map((line) => line.due)));
    expect(stated('withdrawals.net')).toBe(sum(ofType('withdrawal').map(({ net }) => net)));
    expect(stated('commissions.amount')).toBe(sum(ofType('commission').map((line) => line.due)));
    expect(stated('due')).toBe(due);
  });
});
