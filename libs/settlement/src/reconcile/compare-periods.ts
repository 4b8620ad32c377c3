import { ownValue } from '#platform/core/own-value.js';
import { cents, centsToDecimal } from '#platform/core/money.js';
import type { SettlementReader, Shown } from '../settlement-periods/settlement-reader.js';
import { NO_SUMS } from '../book/period-sums.js';
import type { PeriodRow } from '../settlement-periods/settlement.tables.js';
import { compareLines } from './compare-lines.js';
import { type Difference, differenceOf } from './difference.js';
import type { DifferenceKind } from './difference-kinds.js';
import type { LoggedPeriod, PeriodBooks } from './partner-books.js';

type Sums = Pick<LoggedPeriod, 'count' | 'grossCents' | 'feeCents' | 'adjustmentCents'>;

/**
 * A partner's periods: what the deposits and transfers in the log add up to, against what was fixed
 * at the closing and everything that the read model shows of periods, lines and credit. The books are
 * as the log made them up to the position of what is shown.
 */
export const comparePeriods = async (
  reader: SettlementReader,
  shown: Shown,
  books: PeriodBooks,
  periods: readonly LoggedPeriod[] = books.periods,
): Promise<readonly Difference[]> => {
  const { partnerId } = books;
  const differences = periods.flatMap((period) => compareClosing(partnerId, period));
  for (const period of periods)
    differences.push(...(await compareShown(reader, shown, books, period)));
  if (shown.creditCents !== books.creditCents)
    differences.push(
      differenceOf({
        kind: 'partner_credit',
        partnerId,
        what: offBy('credit', books.creditCents, shown.creditCents),
      }),
    );
  return differences;
};

const compareClosing = (partnerId: string, period: LoggedPeriod): Difference[] => {
  const { closing } = period;
  if (closing === null) return [];
  return unequal(partnerId, period, AT_CLOSING, {
    count: BigInt(closing.count),
    grossCents: closing.grossCents,
    feeCents: closing.feeCents,
    adjustmentCents: closing.adjustmentCents,
  });
};

const compareShown = async (
  reader: SettlementReader,
  shown: Shown,
  books: PeriodBooks,
  period: LoggedPeriod,
): Promise<readonly Difference[]> => {
  const { partnerId } = books;
  const row = shown.periods.get(period.id);
  if (row === undefined) {
    const what = `period ${period.number}: in the log, not in the read model`;
    return [differenceOf({ kind: 'period_missing', partnerId, settlementId: period.id, what })];
  }
  const sums = shown.sums.get(period.id) ?? NO_SUMS;
  return [
    ...unequal(partnerId, period, 'in the read model', sums),
    ...compareDigest(partnerId, period, sums.linesDigest),
    ...compareFields(partnerId, period, row),
    ...(await compareLines(reader, shown, books, period)),
  ];
};

const unequal = (
  partnerId: string,
  period: LoggedPeriod,
  where: Where,
  shown: Sums,
): Difference[] =>
  (['count', 'grossCents', 'feeCents', 'adjustmentCents'] as const)
    .filter((field) => period[field] !== shown[field])
    .map((field) => {
      const what = offBy(`period ${period.number} ${field}`, period[field], shown[field], where);
      const kind = where === AT_CLOSING ? 'period_closing' : SUM_KINDS[field];
      return differenceOf({ kind, partnerId, settlementId: period.id, what });
    });

const AT_CLOSING = 'at its closing';
type Where = typeof AT_CLOSING | 'in the read model';

const SUM_KINDS = {
  count: 'period_count',
  grossCents: 'period_gross',
  feeCents: 'period_fees',
  adjustmentCents: 'period_adjustments',
} as const satisfies Record<keyof Sums, DifferenceKind>;

const compareDigest = (partnerId: string, period: LoggedPeriod, shown: bigint): Difference[] => {
  const off = shown - period.linesDigest;
  if (off === 0n) return [];
  const sums = `${period.linesDigest} in the log, ${shown} in the read model`;
  const what = `period ${period.number} digest is off by ${off}: ${sums}`;
  const kind = 'period_digest';
  return [differenceOf({ kind, partnerId, settlementId: period.id, what })];
};

/** What is fixed or moved by events of the book, of a period that is cut off. */
const compareFields = (partnerId: string, period: LoggedPeriod, shown: PeriodRow): Difference[] => {
  const { number, id: settlementId, closing, receivedCents, status } = period;
  const fixed = closing === null ? [] : Object.entries(fixedOf(closing));
  const wanted = new Map<string, string>([
    ['status', status],
    ...(period.cutOffAt === null ? [] : [['cutOffAt', period.cutOffAt] as const]),
    ...(closing === null ? [] : [['receivedCents', `${receivedCents}`] as const]),
    ...fixed,
  ]);
  return [...wanted]
    .filter(([field, value]) => textOf(shown, field) !== value)
    .map(([field, value]) => {
      const both = `${value} in the log, ${textOf(shown, field)} in the read model`;
      const what = `period ${number} ${field}: ${both}`;
      const kind = ownValue(FIELD_KINDS, field) ?? 'period_dates';
      return differenceOf({ kind, partnerId, settlementId, what });
    });
};

const textOf = (row: PeriodRow, field: string): string =>
  `${row[field as keyof PeriodRow] ?? 'nothing'}`;

const FIELD_KINDS: Readonly<Record<string, DifferenceKind>> = {
  status: 'period_status',
  receivedCents: 'period_received',
  dueCents: 'period_due',
  carriedCents: 'period_carried',
  checksum: 'period_checksum',
  ...SUM_KINDS,
};

const fixedOf = (closing: NonNullable<LoggedPeriod['closing']>): Record<string, string> => ({
  closedAt: closing.at,
  dueAt: closing.dueAt,
  count: `${closing.count}`,
  grossCents: `${closing.grossCents}`,
  feeCents: `${closing.feeCents}`,
  adjustmentCents: `${closing.adjustmentCents}`,
  dueCents: `${closing.dueCents}`,
  carriedCents: `${closing.carriedCents}`,
  checksum: closing.checksum,
});

/** Amounts as decimals, counts as they are. */
const offBy = (name: string, log: bigint, shown: bigint, where = 'in the read model'): string => {
  const text = (value: bigint) =>
    name.endsWith('count') ? `${value}` : centsToDecimal(cents(value));
  const off = `${name.replace('Cents', '')} is off by ${text(shown - log)}`;
  return `${off}: ${text(log)} in the log, ${text(shown)} ${where}`;
};
