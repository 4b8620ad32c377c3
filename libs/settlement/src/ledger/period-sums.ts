import { cents } from '#kernel/money.js';
import { type Line, digestOf } from '../settlement-periods/line.js';
import type { Totals } from './period.decide.js';

/** Sums over the lines of a period, amounts in cents. `count`, gross and fee are of deposits. */
export type PeriodSums = {
  readonly count: bigint;
  readonly grossCents: bigint;
  readonly feeCents: bigint;
  readonly adjustmentCount: bigint;
  /** Due of reversals and corrections, usually negative. */
  readonly adjustmentCents: bigint;
  readonly withdrawalCount: bigint;
  readonly withdrawalGrossCents: bigint;
  readonly withdrawalFeeCents: bigint;
  readonly commissionCount: bigint;
  readonly commissionCents: bigint;
  /** Due of all lines. */
  readonly dueCents: bigint;
  readonly linesDigest: bigint;
};

export const NO_SUMS: PeriodSums = {
  count: 0n,
  grossCents: 0n,
  feeCents: 0n,
  adjustmentCount: 0n,
  adjustmentCents: 0n,
  withdrawalCount: 0n,
  withdrawalGrossCents: 0n,
  withdrawalFeeCents: 0n,
  commissionCount: 0n,
  commissionCents: 0n,
  dueCents: 0n,
  linesDigest: 0n,
};

export const withLine = (before: PeriodSums, line: Line): PeriodSums => {
  const dueCents = before.dueCents + line.dueCents;
  const sums = { ...before, dueCents, linesDigest: before.linesDigest + digestOf(line) };
  switch (line.type) {
    case 'deposit':
      return {
        ...sums,
        count: sums.count + 1n,
        grossCents: sums.grossCents + line.grossCents,
        feeCents: sums.feeCents + line.feeCents,
      };
    case 'adjustment':
      return {
        ...sums,
        adjustmentCount: sums.adjustmentCount + 1n,
        adjustmentCents: sums.adjustmentCents + line.dueCents,
      };
    case 'withdrawal':
      return {
        ...sums,
        withdrawalCount: sums.withdrawalCount + 1n,
        withdrawalGrossCents: sums.withdrawalGrossCents + line.grossCents,
        withdrawalFeeCents: sums.withdrawalFeeCents + line.feeCents,
      };
    case 'commission':
      return {
        ...sums,
        commissionCount: sums.commissionCount + 1n,
        commissionCents: sums.commissionCents + line.dueCents,
      };
  }
};

/** `position` is the log position of the period's cut-off, as decimal text. */
export const totalsOfSums = (sums: PeriodSums, position: string): Totals => ({
  position,
  count: Number(sums.count),
  grossCents: cents(sums.grossCents),
  feeCents: cents(sums.feeCents),
  adjustmentCount: Number(sums.adjustmentCount),
  adjustmentCents: cents(sums.adjustmentCents),
  withdrawalCount: Number(sums.withdrawalCount),
  withdrawalGrossCents: cents(sums.withdrawalGrossCents),
  withdrawalFeeCents: cents(sums.withdrawalFeeCents),
  commissionCount: Number(sums.commissionCount),
  commissionCents: cents(sums.commissionCents),
  dueCents: cents(sums.dueCents),
  linesDigest: `${sums.linesDigest}`,
});
