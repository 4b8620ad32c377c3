import { cents } from '#platform/core/money.js';
import { type Line, digestOf } from '../settlement-periods/line.js';
import type { Totals } from './period.decide.js';

/** What the lines of a period add up to, as a fold adds them; amounts in cents. */
export type PeriodSums = {
  readonly count: bigint;
  readonly grossCents: bigint;
  readonly feeCents: bigint;
  readonly adjustmentCount: bigint;
  /** The gross of what was taken back or corrected, mostly negative. */
  readonly adjustmentCents: bigint;
  readonly linesDigest: bigint;
};

export const NO_SUMS: PeriodSums = {
  count: 0n,
  grossCents: 0n,
  feeCents: 0n,
  adjustmentCount: 0n,
  adjustmentCents: 0n,
  linesDigest: 0n,
};

export const withLine = (sums: PeriodSums, line: Line): PeriodSums => {
  const linesDigest = sums.linesDigest + digestOf(line);
  switch (line.type) {
    case 'deposit':
      return {
        ...sums,
        count: sums.count + 1n,
        grossCents: sums.grossCents + line.grossCents,
        feeCents: sums.feeCents + line.feeCents,
        linesDigest,
      };
    case 'adjustment':
      return {
        ...sums,
        adjustmentCount: sums.adjustmentCount + 1n,
        adjustmentCents: sums.adjustmentCents + line.grossCents,
        linesDigest,
      };
  }
};

/** `position`: of the period's cut-off, decimal text. */
export const totalsOfSums = (sums: PeriodSums, position: string): Totals => ({
  position,
  count: Number(sums.count),
  grossCents: cents(sums.grossCents),
  feeCents: cents(sums.feeCents),
  adjustmentCount: Number(sums.adjustmentCount),
  adjustmentCents: cents(sums.adjustmentCents),
  linesDigest: `${sums.linesDigest}`,
});
