import type { SettlementReader, Shown } from '../settlement-periods/settlement-reader.js';
import { type LineView, lineView } from '../settlement-statement/line.view.js';
import { type Difference, differenceOf } from './difference.js';
import type { DifferenceKind } from './difference-kinds.js';
import type { LoggedPeriod, PeriodBooks } from './partner-books.js';

/** Every line of a period's statement, field by field, against the deposit in the log. */
export const compareLines = async (
  reader: SettlementReader,
  shown: Shown,
  books: PeriodBooks,
  period: LoggedPeriod,
): Promise<Difference[]> => {
  const { id: settlementId } = period;
  const missing = linesOf(books, period);
  const differences: Difference[] = [];
  const { partnerId } = books;
  const add = (kind: DifferenceKind, depositId: string, what: string) =>
    differences.push(differenceOf({ kind, partnerId, settlementId, depositId, what }));
  const nameOf = namer();
  for await (const lines of reader.linesShown(shown, settlementId))
    for (const line of lines) {
      const name = nameOf(line);
      const logged = missing.get(name);
      missing.delete(name);
      if (logged === undefined)
        add('line_unknown', line.transactionId, `${name}: in the read model, not in the log`);
      else
        for (const what of compareLine(name, logged, line))
          add('line_differs', line.transactionId, what);
    }
  for (const [name, { transactionId }] of missing)
    add('line_missing', transactionId, `${name}: in the log, not in the read model`);
  return differences;
};

/** Names the lines of a period in their order: a deposit may be adjusted more than once. */
const namer = () => {
  const known = new Map<string, number>();
  return ({ type, transactionId }: LineView): string => {
    const name = `${type} ${transactionId}`;
    const number = (known.get(name) ?? 0) + 1;
    known.set(name, number);
    return number === 1 ? name : `${name} (${number})`;
  };
};

/** The lines that the log has in a period, by their names. */
const linesOf = (books: PeriodBooks, { lines }: LoggedPeriod): Map<string, LineView> => {
  const nameOf = namer();
  const views = lines.map((line) =>
    lineView(line, books.deposits.get(line.transactionId)?.deposit.externalId ?? ''),
  );
  return new Map(views.map((line) => [nameOf(line), line]));
};

const FIELDS = ['externalId', 'userId', 'gross', 'fee', 'net', 'completedAt', 'journalId'] as const;

const compareLine = (name: string, logged: LineView, shown: LineView): readonly string[] =>
  FIELDS.filter((field) => logged[field] !== shown[field]).map((field) => {
    const both = `${logged[field]} in the log, ${shown[field]} in the read model`;
    return `${name} ${field}: ${both}`;
  });
