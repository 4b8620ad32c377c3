import { describe, expect, it } from '@jest/globals';
import type { SettlementReader } from '#settlement/settlement-periods/settlement-reader.js';
import type { Status as SettlementStatus } from '#settlement/settlement-periods/status.js';
import type { SettlementView } from '#settlement/settlement-periods/settlement.view.js';
import { allPeriods } from './all-periods.js';

type Known = { readonly id: string; readonly status: SettlementStatus; readonly dueAt: string };

/** Periods per partner, the newest first, as the reader returns them. */
const LEDGERS: Readonly<Record<string, readonly Known[]>> = {
  acme: [
    { id: 'a4', status: 'open', dueAt: '2026-03-09' },
    { id: 'a3', status: 'overdue', dueAt: '2026-03-05' },
    { id: 'a2', status: 'settled', dueAt: '2026-03-04' },
    { id: 'a1', status: 'settled', dueAt: '2026-03-03' },
  ],
  bolt: [
    { id: 'b4', status: 'open', dueAt: '2026-03-08' },
    { id: 'b3', status: 'closed', dueAt: '2026-03-07' },
    { id: 'b2', status: 'overdue', dueAt: '2026-03-02' },
    { id: 'b1', status: 'settled', dueAt: '2026-03-01' },
  ],
};

const read: { offset: number; limit: number }[] = [];
const list: SettlementReader['list'] = async (partnerId, { status, offset, limit }) => {
  read.push({ offset, limit });
  const all = (LEDGERS[partnerId] ?? []).filter((each) => each.status === status);
  const settlements = all.slice(offset, offset + limit) as unknown as SettlementView[];
  return { settlements, credit: '0.00', total: all.length };
};
const page = async (offset: number, limit: number, status?: SettlementStatus) => {
  const wanted = { offset, limit, status };
  const { settlements, total } = await allPeriods({ list }, Object.keys(LEDGERS), wanted);
  return [settlements.map(({ id }) => id).join(' '), total];
};

describe('periods of all partners', () => {
  it.each([
    ['overdue ones first, then by due time', 0, 100, 'b2 a3 b3 b4 a4 a2 a1 b1'],
    ['a first page', 0, 3, 'b2 a3 b3'],
    ['a page over both kinds', 4, 3, 'a4 a2 a1'],
    ['a page over partners', 6, 10, 'a1 b1'],
    ['a page behind the end', 8, 10, ''],
  ])('%s', async (_, offset, limit, ids) => expect(await page(offset, limit)).toEqual([ids, 8]));

  it.each([
    ['overdue', 'b2 a3', 2],
    ['settled', 'a2 a1 b1', 3],
    ['closed', 'b3', 1],
  ] as const)('only %s ones', async (status, ids, total) =>
    expect(await page(0, 100, status)).toEqual([ids, total]),
  );

  it('reads only as many settled periods as requested', async () => {
    read.length = 0;
    await page(1, 1, 'settled');
    expect(read).toEqual([
      { offset: 0, limit: 0 },
      { offset: 0, limit: 0 },
      { offset: 1, limit: 1 },
    ]);
  });
});
