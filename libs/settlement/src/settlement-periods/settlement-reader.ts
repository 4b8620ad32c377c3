import { isUuid } from '#platform/core/ids.js';
import { pause } from '#platform/core/pause.js';
import { READ_YOUR_WRITES_MS, READ_YOUR_WRITES_POLL_MS } from '#platform/core/timing.js';
import type { Document } from '#platform/read-models/documents.js';
import { isAfter } from '#platform/read-models/position.js';
import type { LineView } from '../settlement-statement/line.view.js';
import { type Slice, StatementLines } from '../settlement-statement/statement-lines.js';
import { ACCOUNT, ALL, FLIGHT, OPEN, linesOf, withStatus } from './names.js';
import { type Models, PeriodModels, TRIES_MAX, busy, late, ready } from './period-models.js';
import { settlementPeriods } from './settlement-periods.projection.js';
import type { Status } from './status.js';
import { type SettlementView, isCutOff, settlementView, sumsDocOf } from './settlement.view.js';

/** Few, so that what was read of one portion is gone before it counts as old to the collector. */
const LINES_AT_ONCE = 100;

/** Periods and statements of one partner at a time, for partners and for staff alike. */
export class SettlementReader {
  private readonly models: PeriodModels;
  private readonly statements: StatementLines;

  constructor(models: Models) {
    this.models = new PeriodModels(models);
    this.statements = new StatementLines(models);
  }

  /**
   * Null when the partner has no such period. Sees every write that came before it.
   * @throws {Refused} 503 when the model does not follow in time.
   */
  async get(partnerId: string, id: string): Promise<SettlementView | null> {
    if (!isUuid(id)) return null;
    const doc = id.toLowerCase();
    const docs = [doc, linesOf(doc), OPEN, FLIGHT];
    const [period = null, lines = null, open = null, flight = null] = await this.afterWrites(
      partnerId,
      docs,
    );
    if (period === null) return null;
    return settlementView({ period, sums: isCutOff(period) ? lines : open, flight });
  }

  /** Newest first. */
  async list(partnerId: string, { status, ...slice }: Slice & { readonly status?: Status }) {
    const index = status === undefined ? ALL : withStatus(status);
    for (let tries = 1; ; tries++) {
      const { documents, total } = await this.models.page(partnerId, {
        index,
        docPrefix: '',
        ...slice,
        newestFirst: true,
      });
      const settlements = await this.views(partnerId, documents);
      if (settlements !== null) return { settlements, total };
      if (tries === TRIES_MAX) throw busy();
    }
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

  /** The partner's credit and its schedules, as text fields. */
  async account(partnerId: string): Promise<Document | null> {
    const [account = null] = await this.models.documents(partnerId, [ACCOUNT]);
    return account;
  }

  /** What the lines of these periods add up to, closed or not, to be compared; null: not there. */
  async gathered(partnerId: string, ids: readonly string[]) {
    const docs = ids.flatMap((id) => [id, linesOf(id)]);
    const [open = null, ...found] = await this.models.documents(partnerId, [OPEN, ...docs]);
    return ids.map((id, i) => {
      const period = found[2 * i] ?? null;
      const sums = open?.['periodId'] === id ? open : (found[2 * i + 1] ?? null);
      return period === null || sums === null ? null : { period, sums };
    });
  }

  /** Null when the open period was cut off while its sums were read. */
  private async views(partnerId: string, periods: readonly Document[]) {
    const docs = [...new Set(periods.map(sumsDocOf).filter((doc) => doc !== null))];
    const read = docs.length === 0 ? [] : await this.models.documents(partnerId, [FLIGHT, ...docs]);
    const [flight = null, ...found] = read;
    const sumsOf = new Map(docs.map((doc, i) => [doc, found[i] ?? null]));
    const open = periods.find((period) => sumsDocOf(period) === OPEN);
    if (open !== undefined && sumsOf.get(OPEN)?.['periodId'] !== open['id']) return null;
    return periods.map((period) => {
      const doc = sumsDocOf(period);
      return settlementView({
        period,
        sums: doc === null ? null : (sumsOf.get(doc) ?? null),
        flight,
      });
    });
  }

  /**
   * The model may be a moment behind the log; then it is asked again until it has what was written
   * when it was asked first. Writes go on, and waiting for those too might never end.
   */
  private async afterWrites(
    partnerId: string,
    docs: readonly string[],
  ): Promise<readonly (Document | null)[]> {
    const untilMs = performance.now() + READ_YOUR_WRITES_MS;
    let written: string | null = null;
    for (;;) {
      const read = await this.models.models.documents(partnerId, settlementPeriods.name, docs);
      if (read.status === 'not_ready') return ready(read);
      written ??= read.written;
      if (!isAfter(written, read.position)) return read.value;
      if (performance.now() > untilMs) throw late();
      await pause(READ_YOUR_WRITES_POLL_MS);
    }
  }
}
