import type { Document } from '#platform/read-models/documents.js';
import { READ_MAX } from '#platform/read-models/read-models.js';
import { lineId } from '../settlement-periods/line.js';
import { LINE } from '../settlement-periods/names.js';
import { type Models, PeriodModels } from '../settlement-periods/period-models.js';
import { type LineView, lineView } from './line.view.js';

export type Slice = { readonly offset: number; readonly limit: number };

/** A deposit has a line, and seldom more than one that takes it back: later ones are not searched. */
const LINES_PER_TRANSACTION = 4;
/** So many transactions may be asked for at once. */
export const TRANSACTIONS_MAX = READ_MAX / LINES_PER_TRANSACTION;
/** Without the names of all fields in each answer there is half as much to read. */
const LINE_FIELDS = [
  ...['type', 'transactionId', 'externalId', 'userId', 'grossCents', 'feeCents'],
  ...['completedAt', 'journalId'],
];

/** The lines of a period; those so far while it is open. Null stands for no such period. */
export class StatementLines {
  private readonly models: PeriodModels;

  constructor(models: Models) {
    this.models = new PeriodModels(models);
  }

  /** In the order of the log. */
  page(partnerId: string, id: string, slice: Slice) {
    return this.models.ofLines(partnerId, id, async (index) => {
      const wanted = { index, docPrefix: LINE, fields: LINE_FIELDS, ...slice };
      const { documents, total } = await this.models.page(partnerId, wanted);
      return { lines: await this.withExternalIds(partnerId, documents), total };
    });
  }

  /** Those of these deposits, at most `TRANSACTIONS_MAX`, in the order given. */
  ofTransactions(partnerId: string, id: string, transactionIds: readonly string[]) {
    const wanted = transactionIds.flatMap((transactionId) =>
      Array.from({ length: LINES_PER_TRANSACTION }, (_, number) => lineId(transactionId, number)),
    );
    return this.models.ofLines(partnerId, id, async (index): Promise<readonly LineView[]> => {
      const held = await this.models.held(partnerId, index, wanted);
      if (held.length === 0) return [];
      const docs = held.map((member) => `${LINE}${member}`);
      const documents = await this.models.documents(partnerId, docs);
      return this.withExternalIds(
        partnerId,
        documents.filter((each) => each !== null),
      );
    });
  }

  /**
   * The deposit that a journal of the broker belongs to. No index leads there: as many lines as
   * `linesMax` are looked through.
   */
  ofJournal(partnerId: string, id: string, journalId: string, linesMax: number) {
    const wanted = journalId.toLowerCase();
    const of = { docPrefix: LINE, fields: ['transactionId', 'journalId'], limit: READ_MAX };
    return this.models.ofLines(partnerId, id, async (index) => {
      let total = 1;
      for (let offset = 0; offset < Math.min(total, linesMax); offset += READ_MAX) {
        const page = await this.models.page(partnerId, { ...of, index, offset });
        const line = page.documents.find((each) => each['journalId']?.toLowerCase() === wanted);
        if (line !== undefined)
          return { transactionId: line['transactionId'] ?? '', isWhole: true };
        total = page.total;
      }
      return { transactionId: null, isWhole: total <= linesMax };
    });
  }

  /** An adjustment's own event does not tell the externalId; its deposit's line does. */
  private async withExternalIds(partnerId: string, lines: readonly Document[]) {
    const lacking = lines
      .filter(({ externalId }) => externalId === undefined)
      .map(({ transactionId }) => `${LINE}${transactionId}`);
    const deposits = lacking.length === 0 ? [] : await this.models.documents(partnerId, lacking);
    const known = new Map(deposits.map((each, i) => [lacking[i], each?.['externalId'] ?? '']));
    return lines.map((line) => {
      const { externalId, transactionId } = line;
      return lineView(line, externalId ?? known.get(`${LINE}${transactionId}`) ?? '');
    });
  }
}
