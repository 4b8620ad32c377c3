import { depositTable } from '#funding/user-deposits/user-deposits.projection.js';
import { isUuid } from '#kernel/ids.js';
import { orderTable } from '#orders/user-orders/user-orders.projection.js';
import type { Rows } from '#read-models/rows.js';
import type { From } from '#read-models/table-reader.js';
import type { Filter } from '#read-models/table-reader.js';
import { periodIn } from '../settlement-periods/period-rows.js';
import {
  type LineRow,
  type PeriodRow,
  lineTable,
} from '../settlement-periods/settlement.tables.js';
import { type LineView, lineView } from './line.view.js';

export type Slice = { readonly offset: number; readonly limit: number };

/**
 * Range of a period's lines, which are consecutive lines of the partner: the first ordinal and the
 * number.
 */
type LineRange = { readonly first: bigint; readonly total: number };

/** Fields by which lines can be searched. */
export type LineSearch = Pick<
  Filter<(typeof lineTable)['columns']>,
  'transactionId' | 'userId' | 'journalId'
>;

/** Small portions become garbage before the collector moves them to the old generation. */
const LINES_AT_ONCE = 100;

/** Reads the lines of a period. Returns null if the period does not exist. */
export class StatementLines {
  constructor(private readonly rows: Pick<Rows, 'snapshot'>) {}

  /** Returns a page in log order. */
  page(partnerId: string, id: string, { offset, limit }: Slice) {
    return this.ofPeriod(partnerId, id, async (from, period) => {
      const lineRange = await lineRangeOf(from, partnerId, period);
      const lines = await portion(from, partnerId, lineRange, { offset, limit });
      return { lines, total: lineRange.total };
    });
  }

  /** Returns the ordinals of the current lines. */
  lineRange(partnerId: string, id: string): Promise<LineRange | null> {
    return this.ofPeriod(partnerId, id, (from, period) => lineRangeOf(from, partnerId, period));
  }

  /** Yields the lines of `period` as of the time when the partner's lines ended at `end`. */
  async *until(end: bigint, period: PeriodRow): AsyncGenerator<readonly LineView[]> {
    const { partnerId } = period;
    const lineRange = await this.rows.snapshot((from) => lineRangeOf(from, partnerId, period, end));
    yield* this.at(partnerId, lineRange);
  }

  /**
   * Yields all lines at these ordinals in portions, so that memory does not grow with the period.
   */
  async *at(partnerId: string, lineRange: LineRange): AsyncGenerator<readonly LineView[]> {
    for (let offset = 0; offset === 0 || offset < lineRange.total; offset += LINES_AT_ONCE) {
      const slice = { offset, limit: LINES_AT_ONCE };
      yield await this.rows.snapshot((from) => portion(from, partnerId, lineRange, slice));
    }
  }

  /** Returns at most `limit` lines that match, in log order. */
  search(partnerId: string, id: string, where: LineSearch, limit: number) {
    return this.ofPeriod(partnerId, id, async (from, period) => {
      const { first, total } = await lineRangeOf(from, partnerId, period);
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

/** `endOfAll` is the ordinal after the partner's last line, at an earlier time than now. */
const lineRangeOf = async (
  from: From,
  partnerId: string,
  { fromPosition, cutPosition }: PeriodRow,
  endOfAll?: bigint,
): Promise<LineRange> => {
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
  { first, total }: LineRange,
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
 * Adds the user of a transaction to the search, because lines are indexed by user. An index by
 * transaction would need a twelfth of a deposit's disk space.
 */
const withUsers = async (from: From, partnerId: string, where: LineSearch): Promise<LineSearch> => {
  const { transactionId: id } = where;
  if (id === undefined) return where;
  const found = [
    ...(await from(depositTable).find(partnerId, { where: { id } })),
    ...(await from(orderTable).find(partnerId, { where: { id } })),
  ];
  return { ...where, userId: found.map(({ userId }) => userId) };
};

/** Adds the `externalId` of the transaction or order, because the event of a line lacks it. */
const named = async (from: From, partnerId: string, lines: readonly LineRow[]) => {
  const idsOf = (some: readonly LineRow[]) => [
    ...new Set(some.map(({ transactionId }) => transactionId)),
  ];
  const ofOrders = lines.filter(({ journalId }) => journalId === null);
  const ofDeposits = lines.filter(({ journalId }) => journalId !== null);
  const rows = [
    ...(await from(depositTable).withKeys(partnerId, 'id', idsOf(ofDeposits))),
    ...(await from(orderTable).withKeys(partnerId, 'id', idsOf(ofOrders))),
  ];
  const externalIds = new Map(rows.map(({ id, externalId }) => [id, externalId]));
  return lines.map((line) => lineView(line, externalIds.get(line.transactionId) ?? ''));
};
