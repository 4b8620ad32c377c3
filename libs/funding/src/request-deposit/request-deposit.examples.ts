import type { Broker } from '#broker/broker.js';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { cents } from '#kernel/money.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { IdempotencyKeys } from '#kernel/idempotency/idempotency-keys.js';
import { OneTimeCodes } from '#two-factor/verify-code/one-time-codes.js';
import { ConsoleSession } from '../../../../test/support/console-session.js';
import { DyingLog } from '../../../../test/support/dying-log.js';
import { dailyFunding, dailyFundingId } from '../daily-funding/daily-funding.state.js';
import type { Direction } from '../deposit/amounts.js';
import { depositIdOf } from '../deposit/deposit.state.js';
import { WithdrawalCodes } from '../request-withdrawal/withdrawal-codes.js';
import { WithdrawalReserver } from '../request-withdrawal/withdrawal-reserver.js';
import { SettleReservationProcessor } from '../settle-reservation/settle-reservation.processor.js';
import { SettleWithdrawalProcessor } from '../settle-withdrawal/settle-withdrawal.processor.js';
import {
  countedCents,
  heldCents,
  withdrawalJobId,
  withdrawalReservations,
} from '../withdrawal-reservations/withdrawal-reservations.state.js';
import { DepositReserver } from './deposit-reserver.js';
import { RequestDeposit, RequestDepositHandler } from './request-deposit.handler.js';

export const noon = new Date('2026-03-16T12:00:00.000Z');
export const beforeMidnight = new Date('2026-03-16T23:59:59.900Z');
export const afterMidnight = new Date('2026-03-17T00:00:00.100Z');
export const TODAY = '2026-03-16';
export const TOMORROW = '2026-03-17';

export const cipher = new SecretCipher([{ kid: 'k1', key: Buffer.alloc(32, 7) }]);

/**
 * A user may deposit or withdraw 100 dollars a day, 60 at once. The event store or the process may
 * fail.
 */
export class DepositFixture {
  /** Cash that the broker reports. A function is asked each time. */
  cash: () => Promise<{ transferable: bigint; blocks: readonly string[] }> = () =>
    Promise.resolve({ transferable: 1_000_00n, blocks: [] });
  private readonly handler: RequestDepositHandler;

  private constructor(
    readonly log: DyingLog,
    readonly session: ConsoleSession,
    readonly userId: string,
    readonly direction: Direction,
  ) {
    this.handler = this.handlerOn(log);
  }

  static async open(direction: Direction = 'DEPOSIT'): Promise<DepositFixture> {
    const log = new DyingLog(new InMemoryEventLog());
    const session = new ConsoleSession(log);
    await session.configure(
      direction === 'DEPOSIT'
        ? { dailyLimitCents: cents(100_00), transactionLimitCents: cents(60_00) }
        : {
            withdrawals: 'enabled',
            withdrawalDailyLimitCents: cents(100_00),
            withdrawalLimitCents: cents(60_00),
          },
    );
    return new DepositFixture(log, session, await session.user(), direction);
  }

  /** Handler of another process, with a separate connection to the log. */
  handlerOn(log: DyingLog): RequestDepositHandler {
    const { directory, rows } = this.session;
    const store = new EventStore(log);
    const broker = { getTransferableCash: () => this.cash() } as unknown as Broker;
    const codes = new WithdrawalCodes(new OneTimeCodes(store, cipher));
    return new RequestDepositHandler(
      store,
      rows,
      new IdempotencyKeys(store),
      new DepositReserver(store, directory),
      new WithdrawalReserver(store, directory, broker, codes),
    );
  }

  /** A request as the partner sends it. */
  request(
    amount: number,
    externalId: string,
    { of = this.userId, key = null, code }: Asked = {},
  ): RequestDeposit {
    const keyed =
      key === null ? null : { idempotencyRecordId: key, bodyHash: `${amount}/${externalId}` };
    const { direction } = this;
    const wanted = { direction, userId: of, amountCents: cents(amount), externalId, code };
    return new RequestDeposit(this.session.caller, keyed, wanted);
  }

  async ask(amount: number, externalId: string, requests: Asked = {}) {
    const request = this.request(amount, externalId, requests);
    const { status, body } = await this.handler.execute(request);
    return { document: body, created: status === 201 };
  }

  /** Runs the job of a reservation. */
  settle(externalId: string, day: string, of = this.userId): Promise<void> {
    const { store } = this.session;
    const depositId = this.idOf(externalId);
    const cause = { correlationId: 'due', causationId: 'due' };
    return this.direction === 'DEPOSIT'
      ? new SettleReservationProcessor(store).process({ id: `${depositId}.${day}.${of}`, ...cause })
      : new SettleWithdrawalProcessor(store).process({
          id: withdrawalJobId({ depositId, userId: of }),
          ...cause,
        });
  }

  idOf(externalId: string): string {
    return depositIdOf(this.session.partnerId, externalId);
  }

  /** Cents that count on the limit of the day. */
  async reserved(day: string): Promise<bigint> {
    const { store } = this.session;
    if (this.direction === 'WITHDRAWAL')
      return countedCents(await store.load(withdrawalReservations, this.userId), day);
    return (await store.load(dailyFunding, dailyFundingId(this.userId, day))).reservedCents;
  }

  /** Cents that withdrawals hold. */
  async held(): Promise<bigint> {
    return heldCents(await this.session.store.load(withdrawalReservations, this.userId));
  }
}

type Asked = {
  readonly of?: string;
  readonly key?: string | null;
  readonly code?: string | undefined;
};
