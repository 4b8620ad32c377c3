import { isUuid } from '#platform/core/ids.js';
import { cents, centsToDecimal } from '#platform/core/money.js';
import type { Freshness } from '#platform/read-store/freshness.js';
import type { Rows } from '#platform/read-store/rows.js';
import type { From } from '#platform/read-store/table-reader.js';
import type { PeriodSums } from '../book/period-sums.js';
import type { LineView } from '../settlement-statement/line.view.js';
import { type Slice, StatementLines } from '../settlement-statement/statement-lines.js';
import { accountIn, periodIn, sumsIn } from './period-rows.js';
import { type PeriodRow, lineTable, periodTable, transferTable } from './settlement.tables.js';
import { type SettlementView, settlementView } from './settlement.view.js';
import type { Status } from './status.js';

/** Periods of a partner, its credit and which lines it has: all of one moment. */
export type Shown = {
  /** Everything of the partner in the log up to here is in what is shown, and nothing behind it. */
  readonly position: bigint;
  /** By id. */
  readonly periods: ReadonlyMap<string, PeriodRow>;
  /** What the lines of periods add up to, by id; those without a line are missing. */
  readonly sums: ReadonlyMap<string, PeriodSums>;
  readonly creditCents: bigint;
  /** The ordinal behind the last line. */
  readonly linesEnd: bigint;
};

/** `recordedAt` and `reversedAt`: ISO 8601 UTC; `reason`: why it was taken back. */
export type RecordedTransfer = {
  readonly id: string;
  readonly reference: string;
  /** Dollars, as decimal text. */
  readonly amount: string;
  readonly status: 'recorded' | 'reversed';
  readonly recordedAt: string;
  readonly reversedAt: string | null;
  readonly reason: string | null;
};

/** Periods, transfers and statements of one partner at a time. @throws {Refused} 503 while they are rebuilt. */
export class SettlementReader {
  private readonly statements: StatementLines;

  constructor(
    private readonly rows: Pick<Rows, 'snapshot'>,
    private readonly freshness: Pick<Freshness, 'afterWrites'>,
  ) {
    this.statements = new StatementLines(rows);
  }

  /**
   * Null when the partner has no such period. Sees every write that came before it.
   * @throws {Refused} 503 when the read model does not follow in time.
   */
  async get(partnerId: string, id: string): Promise<SettlementView | null> {
    if (!isUuid(id)) return null;
    await this.freshness.afterWrites(partnerId);
    return this.rows.snapshot(async (from) => {
      const period = await periodIn(from, partnerId, id.toLowerCase());
      const [view = null] = await views(from, partnerId, period === null ? [] : [period]);
      return view;
    });
  }

  /** Newest first. */
  list(partnerId: string, { status, ...slice }: Slice & { readonly status?: Status }) {
    return this.rows.snapshot(async (from) => {
      const page = { ...slice, where: { status }, newestFirst: true };
      const { rows, total } = await from(periodTable).page(partnerId, page);
      return { settlements: await views(from, partnerId, rows), total };
    });
  }

  /**
   * Transfers as they were recorded last, the latest first. Sees every write that came before it.
   * @throws {Refused} 503 when the read model does not follow in time.
   */
  async transfers(partnerId: string, limit: number): Promise<readonly RecordedTransfer[]> {
    await this.freshness.afterWrites(partnerId);
    const latest = { orderBy: 'recordedAt', descending: true, limit } as const;
    const rows = await this.rows.snapshot((from) => from(transferTable).find(partnerId, latest));
    return rows.map(({ id, reference, amountCents, status, recordedAt, reversedAt, reason }) => ({
      ...{ id, reference, amount: centsToDecimal(cents(amountCents)) },
      status: status === 'reversed' ? 'reversed' : 'recorded',
      ...{ recordedAt, reversedAt, reason },
    }));
  }

  /** Lines in the order of the log; those so far while the period is open. */
  lines(partnerId: string, id: string, slice: Slice) {
    return this.statements.page(partnerId, id, slice);
  }

  /** All lines there are when it begins, in portions. */
  async *allLines(partnerId: string, id: string): AsyncGenerator<readonly LineView[], void> {
    const places = await this.statements.places(partnerId, id);
    if (places !== null) yield* this.statements.at(partnerId, places);
  }

  /** What a partner is shown, of these periods or all; nothing when there is no such partner. */
  shown(partnerId: string, ids: readonly string[] | null = null): Promise<Shown> {
    return this.rows.snapshot(async (from, placeOf) => {
      const periods =
        ids === null
          ? await from(periodTable).find(partnerId, {})
          : await from(periodTable).withKeys(partnerId, 'id', ids);
      const account = await accountIn(from, partnerId);
      return {
        position: await placeOf(partnerId),
        periods: new Map(periods.map((period) => [period.id, period])),
        sums: await sumsIn(from, partnerId, periods),
        creditCents: account?.creditCents ?? 0n,
        linesEnd: BigInt(await from(lineTable).total(partnerId)),
      };
    });
  }

  /** The lines of a period that were shown then, in portions; none when the period was not. */
  async *linesShown({ periods, linesEnd }: Shown, id: string): AsyncGenerator<readonly LineView[]> {
    const period = periods.get(id);
    if (period !== undefined) yield* this.statements.until(linesEnd, period);
  }
}

const views = async (from: From, partnerId: string, periods: readonly PeriodRow[]) => {
  const sums = await sumsIn(
    from,
    partnerId,
    periods.filter(({ closedAt }) => closedAt === null),
  );
  const account = await accountIn(from, partnerId);
  return periods.map((period) =>
    settlementView({ period, sums: sums.get(period.id) ?? null, account }),
  );
};
