import { depositTable } from '#funding';
import { isUuid } from '#platform/core/ids.js';
import type { From, Rows } from '#platform/read-store/rows.js';
import type { Where } from '#platform/read-store/table-reader.js';
import { periodIn } from '../settlement-periods/period-rows.js';
import {
  type LineRow,
  type PeriodRow,
  lineTable,
} from '../settlement-periods/settlement.tables.js';
import { lineView } from './line.view.js';

export type Slice = { readonly offset: number; readonly limit: number };

/** What lines may be searched by. */
export type LineSearch = Pick<
  Where<(typeof lineTable)['columns']>,
  'transactionId' | 'userId' | 'journalId'
>;

/** The lines of a period; those so far while it is open. Null stands for no such period. */
export class StatementLines {
  constructor(private readonly rows: Pick<Rows, 'snapshot'>) {}

  /** In the order of the log. */
  page(partnerId: string, id: string, { offset, limit }: Slice) {
    return this.ofPeriod(partnerId, id, async (from, period) => {
      const { first, total } = await placesOf(from, partnerId, period);
      const begin = first + BigInt(offset);
      const end = first + BigInt(Math.min(total, offset + limit));
      const range = { atLeast: { ordinal: begin }, below: { ordinal: end } };
      const lines = begin >= end ? [] : await inOrder(from, partnerId, range);
      return { lines: await named(from, partnerId, lines), total };
    });
  }

  /** Those that a search finds, in the order of the log, so many at most. */
  search(partnerId: string, id: string, where: LineSearch, limit: number) {
    return this.ofPeriod(partnerId, id, async (from, period) => {
      const { first, total } = await placesOf(from, partnerId, period);
      const range = { atLeast: { ordinal: first }, below: { ordinal: first + BigInt(total) } };
      const indexed = await withUsers(from, partnerId, where);
      const lines = await inOrder(from, partnerId, { where: indexed, limit, ...range });
      return named(from, partnerId, lines);
    });
  }

  private async ofPeriod<Found>(
    partnerId: string,
    id: string,
    read: (from: From, period: PeriodRow) => Promise<Found>,
  ): Promise<Found | null> {
    if (!isUuid(id)) return null;
    return this.rows.snapshot(async (from) => {
      const period = await periodIn(from, partnerId, id.toLowerCase());
      return period === null ? null : read(from, period);
    });
  }
}

/** The ordinal of a period's first line, and how many there are: they stand one behind the other. */
const placesOf = async (
  from: From,
  partnerId: string,
  { fromPosition, cutPosition }: PeriodRow,
): Promise<{ readonly first: bigint; readonly total: number }> => {
  const lines = from(lineTable);
  const first = await lines.firstFrom(partnerId, 'position', fromPosition);
  const end =
    cutPosition === null
      ? BigInt(await lines.total(partnerId))
      : await lines.firstFrom(partnerId, 'position', cutPosition);
  return { first, total: Number(end - first) };
};

type Range = Parameters<ReturnType<typeof readerOf>['find']>[1];
const readerOf = (from: From) => from(lineTable);

const inOrder = (from: From, partnerId: string, range: Range): Promise<readonly LineRow[]> =>
  readerOf(from).find(partnerId, { ...range, orderBy: 'ordinal' });

/**
 * A deposit names its user, and lines are found by that: an index of their own by deposit would be a
 * twelfth of what a deposit takes on disk.
 */
const withUsers = async (from: From, partnerId: string, where: LineSearch): Promise<LineSearch> => {
  const { transactionId: id } = where;
  if (id === undefined) return where;
  const found = await from(depositTable).find(partnerId, { where: { id } });
  return { ...where, userId: found.map(({ userId }) => userId) };
};

/** A line's own event does not tell the externalId; its deposit does. */
const named = async (from: From, partnerId: string, lines: readonly LineRow[]) => {
  const ids = [...new Set(lines.map(({ transactionId }) => transactionId))];
  const rows = await from(depositTable).withKeys(partnerId, 'id', ids);
  const externalIds = new Map(rows.map(({ id, externalId }) => [id, externalId]));
  return lines.map((line) => lineView(line, externalIds.get(line.transactionId) ?? ''));
};
