import { depositTable } from '#funding';
import { isUuid } from '#platform/core/ids.js';
import type { Rows } from '#platform/read-store/rows.js';
import type { From } from '#platform/read-store/table-reader.js';
import type { Where } from '#platform/read-store/table-reader.js';
import { periodIn } from '../settlement-periods/period-rows.js';
import {
  type LineRow,
  type PeriodRow,
  lineTable,
} from '../settlement-periods/settlement.tables.js';
import { type LineView, lineView } from './line.view.js';

export type Slice = { readonly offset: number; readonly limit: number };

/** Where the lines of a period stand among those of its partner: one behind the other. */
type Places = { readonly first: bigint; readonly total: number };

/** What lines may be searched by. */
export type LineSearch = Pick<
  Where<(typeof lineTable)['columns']>,
  'transactionId' | 'userId' | 'journalId'
>;

/** Few, so that what was read of one portion is gone before it counts as old to the collector. */
const LINES_AT_ONCE = 100;

/** The lines of a period; those so far while it is open. Null stands for no such period. */
export class StatementLines {
  constructor(private readonly rows: Pick<Rows, 'snapshot'>) {}

  /** In the order of the log. */
  page(partnerId: string, id: string, { offset, limit }: Slice) {
    return this.ofPeriod(partnerId, id, async (from, period) => {
      const places = await placesOf(from, partnerId, period);
      const lines = await portion(from, partnerId, places, { offset, limit });
      return { lines, total: places.total };
    });
  }

  /** Where the lines are that there are now. */
  places(partnerId: string, id: string): Promise<Places | null> {
    return this.ofPeriod(partnerId, id, (from, period) => placesOf(from, partnerId, period));
  }

  /** The lines of a period as it was when it was read and the partner's lines ended at `end`. */
  async *until(end: bigint, period: PeriodRow): AsyncGenerator<readonly LineView[]> {
    const { partnerId } = period;
    const places = await this.rows.snapshot((from) => placesOf(from, partnerId, period, end));
    yield* this.at(partnerId, places);
  }

  /** All lines at these places, in portions: memory does not grow with the period. */
  async *at(partnerId: string, places: Places): AsyncGenerator<readonly LineView[]> {
    for (let offset = 0; offset === 0 || offset < places.total; offset += LINES_AT_ONCE) {
      const slice = { offset, limit: LINES_AT_ONCE };
      yield await this.rows.snapshot((from) => portion(from, partnerId, places, slice));
    }
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

/** `endOfAll`: the ordinal behind the partner's last line, where that is not the last one now. */
const placesOf = async (
  from: From,
  partnerId: string,
  { fromPosition, cutPosition }: PeriodRow,
  endOfAll?: bigint,
): Promise<Places> => {
  const lines = from(lineTable);
  const first = await lines.firstFrom(partnerId, 'position', fromPosition);
  const end =
    cutPosition === null
      ? (endOfAll ?? BigInt(await lines.total(partnerId)))
      : await lines.firstFrom(partnerId, 'position', cutPosition);
  return { first, total: Number(end - first) };
};

const portion = async (
  from: From,
  partnerId: string,
  { first, total }: Places,
  { offset, limit }: Slice,
): Promise<readonly LineView[]> => {
  const begin = first + BigInt(offset);
  const end = first + BigInt(Math.min(total, offset + limit));
  const range = { atLeast: { ordinal: begin }, below: { ordinal: end } };
  const lines = begin >= end ? [] : await inOrder(from, partnerId, range);
  return named(from, partnerId, lines);
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
