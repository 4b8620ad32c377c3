import { cents, centsToDecimal } from '#platform/core/money.js';
import type { SettlementReader } from '../settlement-periods/settlement-reader.js';
import { totalsOf } from '../settlement-periods/totals.js';
import { type Difference, differenceOf } from './difference.js';
import type { LoggedPeriod, PartnerBooks } from './partner-books.js';

type Sums = Pick<LoggedPeriod, 'count' | 'grossCents' | 'feeCents' | 'adjustmentCents'>;

const PERIODS_AT_ONCE = 100;

/**
 * A partner's periods: what the deposits in the log add up to, against what was fixed at the closing
 * and what the read model shows and has gathered. Where lines differ, they are named.
 */
export const comparePeriods = async (
  reader: SettlementReader,
  books: PartnerBooks,
): Promise<readonly Difference[]> => {
  const differences = books.periods.flatMap((period) => compareClosing(books.partnerId, period));
  for (let i = 0; i < books.periods.length; i += PERIODS_AT_ONCE)
    differences.push(
      ...(await compareShown(reader, books, books.periods.slice(i, i + PERIODS_AT_ONCE))),
    );
  return differences;
};

const compareClosing = (partnerId: string, period: LoggedPeriod): Difference[] => {
  const { closing } = period;
  if (closing === null) return [];
  return unequal(partnerId, period, 'at its closing', {
    count: BigInt(closing.count),
    grossCents: closing.grossCents,
    feeCents: closing.feeCents,
    adjustmentCents: closing.adjustmentCents,
  });
};

const compareShown = async (
  reader: SettlementReader,
  books: PartnerBooks,
  periods: readonly LoggedPeriod[],
): Promise<Difference[]> => {
  const { partnerId } = books;
  const gathered = await reader.gathered(
    partnerId,
    periods.map(({ id }) => id),
  );
  const differences: Difference[] = [];
  for (const [i, period] of periods.entries()) {
    const found = gathered[i] ?? null;
    const about = { partnerId, settlementId: period.id };
    const name = `period ${period.number}`;
    if (found === null) {
      const what = `${name}: in the log, not in the read model`;
      differences.push(differenceOf({ ...about, what }));
      continue;
    }
    const { count, ...sums } = totalsOf(found.period, found.sums);
    const shown = { ...sums, count: BigInt(count) };
    differences.push(...unequal(partnerId, period, 'in the read model', shown));
    if (shown.linesDigest !== `${period.linesDigest}`)
      differences.push(...(await compareLines(reader, books, period)));
  }
  return differences;
};

const unequal = (
  partnerId: string,
  period: LoggedPeriod,
  where: string,
  shown: Sums,
): Difference[] =>
  (['count', 'grossCents', 'feeCents', 'adjustmentCents'] as const)
    .filter((field) => period[field] !== shown[field])
    .map((field) => {
      const text = (sums: Sums) =>
        field === 'count' ? `${sums.count}` : centsToDecimal(cents(sums[field]));
      const name = field.replace('Cents', '');
      const what = `period ${period.number} ${name}: ${text(period)} in the log, ${text(shown)} ${where}`;
      return differenceOf({ partnerId, settlementId: period.id, what });
    });

/** Which lines are on one side only. */
const compareLines = async (
  reader: SettlementReader,
  books: PartnerBooks,
  { id, number }: LoggedPeriod,
): Promise<Difference[]> => {
  const missing = new Map<string, string>();
  for (const [depositId, { completedIn, reversedIn }] of books.deposits) {
    if (completedIn === number) missing.set(`deposit ${depositId}`, depositId);
    if (reversedIn === number) missing.set(`adjustment ${depositId}`, depositId);
  }
  const differences: Difference[] = [];
  const add = (depositId: string, what: string) =>
    differences.push({ partnerId: books.partnerId, settlementId: id, depositId, what });
  for await (const lines of reader.allLines(books.partnerId, id))
    for (const { type, transactionId } of lines)
      if (!missing.delete(`${type} ${transactionId}`))
        add(transactionId, `${type} ${transactionId}: in the read model, not in the log`);
  for (const [name, depositId] of missing)
    add(depositId, `${name}: in the log, not in the read model`);
  if (differences.length === 0)
    add('', `period ${number} lines: the same in both, with other amounts, times or journals`);
  return differences;
};
