import { cents } from '#platform/core/money.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { IdempotencyKeys } from '#platform/idempotency/idempotency-keys.js';
import { Desk } from '../../../../test/support/desk.js';
import { DyingLog } from '../../../../test/support/dying-log.js';
import { dailyFunding, dailyFundingId } from '../daily-funding/daily-funding.state.js';
import { depositIdOf } from '../deposit/deposit.state.js';
import { SettleReservationProcessor } from '../settle-reservation/settle-reservation.processor.js';
import { RequestDeposit } from './request-deposit.command.js';
import { RequestDepositHandler } from './request-deposit.handler.js';

export const noon = new Date('2026-03-16T12:00:00.000Z');
export const beforeMidnight = new Date('2026-03-16T23:59:59.900Z');
export const afterMidnight = new Date('2026-03-17T00:00:00.100Z');
export const TODAY = '2026-03-16';
export const TOMORROW = '2026-03-17';

/** A user may deposit 100 dollars a day, 60 at once. The store may fail, or the process die. */
export class DepositDesk {
  private readonly handler: RequestDepositHandler;

  private constructor(
    readonly log: DyingLog,
    readonly desk: Desk,
    readonly userId: string,
  ) {
    this.handler = this.handlerOn(log);
  }

  static async open(): Promise<DepositDesk> {
    const log = new DyingLog(new InMemoryEventLog());
    const desk = new Desk(log);
    const limits = { dailyLimitCents: cents(100_00), transactionLimitCents: cents(60_00) };
    await desk.configure(limits);
    return new DepositDesk(log, desk, await desk.user());
  }

  /** Of another process, with a way of its own to the log. */
  handlerOn(log: DyingLog): RequestDepositHandler {
    const { directory, rows } = this.desk;
    const store = new EventStore(log);
    return new RequestDepositHandler(store, directory, rows, new IdempotencyKeys(store));
  }

  async ask(amount: number, externalId: string, of = this.userId, key: string | null = null) {
    const keyed = key === null ? null : { keptAnswerId: key, bodyHash: `${amount}/${externalId}` };
    const { status, body } = await this.handler.execute(
      new RequestDeposit(this.desk.caller, keyed, of, cents(amount), externalId),
    );
    return { document: body, created: status === 201 };
  }

  /** What the job does that looks after a reservation. */
  settle(externalId: string, day: string, of = this.userId): Promise<void> {
    const id = `${this.idOf(externalId)}.${day}.${of}`;
    const data = { id, correlationId: 'due', causationId: 'due' };
    return new SettleReservationProcessor(this.desk.store).process(data);
  }

  idOf(externalId: string): string {
    return depositIdOf(this.desk.partnerId, externalId);
  }

  async reserved(day: string): Promise<bigint> {
    const id = dailyFundingId(this.userId, day);
    return (await this.desk.store.load(dailyFunding, id)).reservedCents;
  }
}
