import { adjustmentLine, depositLine } from '../settlement-periods/line.js';
import type { SettlementReader } from '../settlement-periods/settlement-reader.js';
import { type LineView, lineView } from '../settlement-statement/line.view.js';
import { type Difference, differenceOf } from './difference.js';
import type { LoggedDeposit, LoggedPeriod, PartnerBooks } from './partner-books.js';

/** Every line of a period's statement, field by field, against the deposit in the log. */
export const compareLines = async (
  reader: SettlementReader,
  books: PartnerBooks,
  period: LoggedPeriod,
): Promise<Difference[]> => {
  const { id: settlementId } = period;
  const missing = linesOf(books, period);
  const differences: Difference[] = [];
  const { partnerId } = books;
  const add = (depositId: string, what: string) =>
    differences.push(differenceOf({ partnerId, settlementId, depositId, what }));
  for await (const lines of reader.allLines(partnerId, settlementId))
    for (const line of lines) {
      const name = nameOf(line);
      const logged = missing.get(name);
      missing.delete(name);
      if (logged === undefined)
        add(line.transactionId, `${name}: in the read model, not in the log`);
      else for (const what of compareLine(logged, line)) add(line.transactionId, what);
    }
  for (const [name, { transactionId }] of missing)
    add(transactionId, `${name}: in the log, not in the read model`);
  return differences;
};

const nameOf = ({ type, transactionId }: LineView): string => `${type} ${transactionId}`;

/** The lines that the log has in a period, by their names. */
const linesOf = (books: PartnerBooks, { lines }: LoggedPeriod): Map<string, LineView> => {
  const views = lines.flatMap(({ type, depositId }) => {
    const logged = books.deposits.get(depositId);
    return logged === undefined ? [] : [viewOf(logged, type)];
  });
  return new Map(views.map((line) => [nameOf(line), line]));
};

const viewOf = (logged: LoggedDeposit, type: 'deposit' | 'adjustment'): LineView => {
  const { depositId, userId, amountCents, feeCents, journalId, externalId } = logged.deposit;
  const line = (type === 'deposit' ? depositLine : adjustmentLine)({
    transactionId: depositId,
    userId,
    grossCents: amountCents,
    feeCents,
    completedAt: type === 'deposit' ? logged.completedAt : logged.reversedAt,
    journalId: journalId ?? '',
  });
  const amounts = { grossCents: `${line.grossCents}`, feeCents: `${line.feeCents}` };
  return lineView({ ...line, ...amounts }, externalId);
};

const FIELDS = ['externalId', 'userId', 'gross', 'fee', 'net', 'completedAt', 'journalId'] as const;

const compareLine = (logged: LineView, shown: LineView): readonly string[] =>
  FIELDS.filter((field) => logged[field] !== shown[field]).map((field) => {
    const both = `${logged[field]} in the log, ${shown[field]} in the read model`;
    return `${nameOf(logged)} ${field}: ${both}`;
  });
