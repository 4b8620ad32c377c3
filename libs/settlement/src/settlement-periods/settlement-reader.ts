import { isUuid } from '#kernel/ids.js';
import { cents, centsToDecimal } from '#kernel/money.js';
import type { ReadYourWrites } from '#read-models/read-your-writes.js';
import type { Rows } from '#read-models/rows.js';
import type { From } from '#read-models/table-reader.js';
import type { LineView } from '../settlement-statement/line.view.js';
import { type Slice, StatementLines } from '../settlement-statement/statement-lines.js';
import type { TransferKind } from '../transfer/transfer.state.js';
import { accountIn, periodIn, sumsIn } from './period-rows.js';
import { type PeriodRow, lineTable, periodTable, transferTable } from './settlement.tables.js';
import { type SettlementView, settlementView } from './settlement.view.js';
import type { Status } from './status.js';

/** `recordedAt` and `reversedAt` are ISO 8601 UTC. `reason` is the reason of the reversal. */
export type RecordedTransfer = {
  readonly id: string;
  readonly kind: TransferKind;
  readonly reference: string;
  /** Dollars, as decimal text. */
  readonly amount: string;
  readonly status: 'recorded' | 'reversed';
  readonly recordedAt: string;
  readonly reversedAt: string | null;
  readonly reason: string | null;
};

/**
 * Periods, transfers and statements of one partner at a time.
 * @throws {Refused} 503 during a rebuild
 */
export class SettlementReader {
  private readonly statements: StatementLines;

  constructor(
    private readonly rows: Pick<Rows, 'snapshot'>,
    private readonly readYourWrites: Pick<ReadYourWrites, 'afterWrites'>,
  ) {
    this.statements = new StatementLines(rows);
  }

  /**
   * Returns a period with all earlier writes; null for an unknown period.
   * @throws {Refused} 503 if the read model does not catch up in time
   */
  async get(partnerId: string, id: string): Promise<SettlementView | null> {
    if (!isUuid(id)) return null;
    await this.readYourWrites.afterWrites(partnerId);
    return this.rows.snapshot(async (from) => {
      const period = await periodIn(from, partnerId, id.toLowerCase());
      const [view = null] = await views(from, partnerId, period === null ? [] : [period]);
      return view;
    });
  }

  /** Newest first, with the credit of the partner as decimal text. */
  list(partnerId: string, { status, ...slice }: Slice & { readonly status?: Status }) {
    return this.rows.snapshot(async (from) => {
      const page = { ...slice, where: { status }, newestFirst: true };
      const { rows, total } = await from(periodTable).page(partnerId, page);
      const account = await accountIn(from, partnerId);
      const credit = centsToDecimal(cents(account?.creditCents ?? 0n));
      return { settlements: await views(from, partnerId, rows), credit, total };
    });
  }

  /**
   * Returns the latest entry of each transfer, the latest first, with all earlier writes.
   * @throws {Refused} 503 if the read model does not catch up in time.
   */
  async transfers(partnerId: string, limit: number): Promise<readonly RecordedTransfer[]> {
    await this.readYourWrites.afterWrites(partnerId);
    const latest = { orderBy: 'recordedAt', descending: true, limit } as const;
    const rows = await this.rows.snapshot((from) => from(transferTable).find(partnerId, latest));
    return rows.map(
      ({ id, kind, reference, amountCents, status, recordedAt, reversedAt, reason }) => ({
        ...{
          id,
          kind: kind === 'payout' ? 'payout' : 'payment',
          reference,
          amount: centsToDecimal(cents(amountCents)),
        },
        status: status === 'reversed' ? 'reversed' : 'recorded',
        ...{ recordedAt, reversedAt, reason },
      }),
    );
  }

  /**
   * Returns the period that contains the completion of a deposit or withdrawal, or null.
   * @throws {Refused} 503 while the read model is rebuilt or unavailable.
   */
  periodOfDeposit(
    partnerId: string,
    { userId, depositId }: { readonly userId: string; readonly depositId: string },
  ): Promise<{ readonly id: string; readonly number: number } | null> {
    return this.rows.snapshot(async (from) => {
      const where = { userId, transactionId: depositId, type: ['deposit', 'withdrawal'] };
      const [line] = await from(lineTable).find(partnerId, { where, limit: 1 });
      if (line === undefined) return null;
      const below = { fromPosition: line.position + 1n };
      const latest = { below, orderBy: 'fromPosition', descending: true, limit: 1 } as const;
      const [period] = await from(periodTable).find(partnerId, latest);
      return period === undefined ? null : { id: period.id, number: Number(period.number) };
    });
  }

  /** Returns lines in log order. An open period has its lines so far. */
  lines(partnerId: string, id: string, slice: Slice) {
    return this.statements.page(partnerId, id, slice);
  }

  /** Yields all lines that exist at the first read, in portions. */
  async *allLines(partnerId: string, id: string): AsyncGenerator<readonly LineView[], void> {
    const lineRange = await this.statements.lineRange(partnerId, id);
    if (lineRange !== null) yield* this.statements.at(partnerId, lineRange);
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
