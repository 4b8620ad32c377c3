import { isUuid } from '#platform/core/ids.js';
import type { Freshness } from '#platform/read-store/freshness.js';
import type { From, Rows } from '#platform/read-store/rows.js';
import type { LineView } from '../settlement-statement/line.view.js';
import { type Slice, StatementLines } from '../settlement-statement/statement-lines.js';
import { accountIn, periodIn, sumsIn } from './period-rows.js';
import { type PeriodRow, periodTable } from './settlement.tables.js';
import { type SettlementView, settlementView } from './settlement.view.js';
import type { Status } from './status.js';

/** Few, so that what was read of one portion is gone before it counts as old to the collector. */
const LINES_AT_ONCE = 100;

/** Periods and statements of one partner at a time. @throws {Refused} 503 while they are rebuilt. */
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

  /** Lines in the order of the log; those so far while the period is open. */
  lines(partnerId: string, id: string, slice: Slice) {
    return this.statements.page(partnerId, id, slice);
  }

  /** All lines there are when it begins, in portions: memory does not grow with the period. */
  async *allLines(partnerId: string, id: string): AsyncGenerator<readonly LineView[]> {
    for (let offset = 0, end = 1; offset < end; offset += LINES_AT_ONCE) {
      const slice = {
        offset,
        limit: offset === 0 ? LINES_AT_ONCE : Math.min(LINES_AT_ONCE, end - offset),
      };
      const part = await this.lines(partnerId, id, slice);
      if (part === null) return;
      if (offset === 0) end = part.total;
      yield part.lines;
    }
  }

  /** The partner's credit; null when there is no such partner. */
  account(partnerId: string) {
    return this.rows.snapshot((from) => accountIn(from, partnerId));
  }

  /** These periods and what their lines add up to, closed or not; null for one that is missing. */
  gathered(partnerId: string, ids: readonly string[]) {
    return this.rows.snapshot(async (from) => {
      const found = await from(periodTable).withKeys(partnerId, 'id', ids);
      const sums = await sumsIn(from, partnerId, found);
      return ids.map((id) => {
        const period = found.find((each) => each.id === id);
        return period === undefined ? null : { period, sums: sums.get(id) ?? null };
      });
    });
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
