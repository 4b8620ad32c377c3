import { EventStore } from '#platform/event-store/event-store.js';
import { type EventLog, WrongExpectedRevision } from '#platform/event-store/event-log.js';
import { IdempotencyKeys } from '#platform/idempotency/idempotency-keys.js';
import type { Broker } from '#platform/broker/broker.js';
import { type Cents, billionths, cents } from '#platform/core/money.js';
import { Refused } from '#platform/core/refused.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { WithdrawDeposit } from '../../../libs/funding/src/close-deposit/withdraw-deposit.js';
import { CreditDepositProcessor } from '../../../libs/funding/src/credit-deposit/credit-deposit.processor.js';
import { JournalSender } from '../../../libs/funding/src/credit-deposit/journal-sender.js';
import { RequestDeposit } from '../../../libs/funding/src/request-deposit/request-deposit.command.js';
import { RequestDepositHandler } from '../../../libs/funding/src/request-deposit/request-deposit.handler.js';
import { SettleReservationProcessor } from '../../../libs/funding/src/settle-reservation/settle-reservation.processor.js';
import type { WaitingLine } from '../../../libs/funding/src/waiting-deposits/waiting-line.js';
import { CancelOrder } from '../../../libs/orders/src/cancel-order/cancel-order.command.js';
import { CancelOrderHandler } from '../../../libs/orders/src/cancel-order/cancel-order.handler.js';
import { CancelOrderProcessor } from '../../../libs/orders/src/cancel-order/cancel-order.processor.js';
import { FollowOrderProcessor } from '../../../libs/orders/src/follow-order/follow-order.processor.js';
import { orderIdOf } from '../../../libs/orders/src/order/order.state.js';
import { PlaceOrder } from '../../../libs/orders/src/place-order/place-order.command.js';
import { PlaceOrderHandler } from '../../../libs/orders/src/place-order/place-order.handler.js';
import { SubmitOrderProcessor } from '../../../libs/orders/src/submit-order/submit-order.processor.js';
import { BookStore } from '../../../libs/settlement/src/book/book-store.js';
import { cutOff } from '../../../libs/settlement/src/book/period.decide.js';
import { Registrar } from '../../../libs/users/src/register-user/registrar.js';
import type { Rows } from '#platform/read-store/rows.js';
import { type Desk } from '../../support/desk.js';
import { Killed } from '../settlement/mortal-log.js';
import { type Answer, type Command, userOf } from './reference.js';

const ORDER_CENTS = 10_00;

/** A partner as the processes meet it: its terms, and the users who may trade. */
export type Books = { readonly desk: Desk; readonly userIds: readonly string[] };

/** One process of the service: what an api and a worker do, over a log that they share with others. */
export class Process {
  readonly processors: ReadonlyMap<string, Processor>;
  private readonly store: EventStore;
  private readonly keys: IdempotencyKeys;
  private readonly registrar: Registrar;

  constructor(
    private readonly log: EventLog,
    private readonly partners: readonly Books[],
    broker: Broker,
    turn: () => Promise<void>,
  ) {
    this.store = new EventStore(log);
    this.keys = new IdempotencyKeys(this.store);
    this.registrar = new Registrar(this.store, turn);
    const nobodyWaits = { isOpen: () => Promise.resolve(false) } as unknown as WaitingLine;
    const sender = new JournalSender(this.store, broker);
    const processors: readonly Processor[] = [
      new CreditDepositProcessor(
        this.store,
        broker,
        NO_ROWS,
        sender,
        nobodyWaits,
        new WithdrawDeposit(this.store),
      ),
      new SettleReservationProcessor(this.store),
      new SubmitOrderProcessor(this.store, broker),
      new FollowOrderProcessor(this.store, broker),
      new CancelOrderProcessor(this.store, broker),
    ];
    this.processors = new Map(processors.map((each) => [each.job.name, each]));
  }

  /** Null: it cannot be told whether it was done; the caller asks again, with the same `userId`. */
  async answer(command: Command, userId: string): Promise<Answer | null> {
    try {
      await this.perform(command, userId);
      return 'done';
    } catch (error) {
      if (error instanceof Refused && error.code !== 'temporarily_unavailable') return error.code;
      const isUnknown = [Refused, Killed, WrongExpectedRevision].some((k) => error instanceof k);
      if (!isUnknown) throw error;
      return null;
    }
  }

  private async perform(command: Command, userId: string): Promise<unknown> {
    const { desk, userIds } = this.partners[command.partner]!;
    const { directory, rows, caller, partnerId, cause } = desk;
    switch (command.do) {
      case 'register':
        return this.registrar.register(details(command, partnerId, userId), cause);
      case 'deposit': {
        const handler = new RequestDepositHandler(this.store, directory, rows, this.keys);
        const amount: Cents = cents(command.amountCents);
        const of = userIds[userOf(command.externalId)]!;
        return handler.execute(
          new RequestDeposit(caller, null, of, amount, `d-${command.externalId}`),
        );
      }
      case 'order': {
        const handler = new PlaceOrderHandler(this.store, directory, rows, this.keys);
        const wanted = {
          userId: userIds[userOf(command.externalId)]!,
          externalId: `o-${command.externalId}`,
          symbol: command.symbol,
          side: 'buy' as const,
          quantityBillionths: billionths(0n),
          amountCents: cents(ORDER_CENTS),
        };
        return handler.execute(new PlaceOrder(caller, null, wanted));
      }
      case 'cancel': {
        const id = orderIdOf(partnerId, `o-${command.externalId}`);
        return new CancelOrderHandler(this.store, rows).execute(new CancelOrder(caller, id));
      }
      case 'cut-off': {
        const books = new BookStore(this.log, this.store, NO_ROWS);
        return books.transact(partnerId, cutOff('operator', new Date()), cause);
      }
      case 'take-back':
        return undefined;
    }
  }
}

const NO_ROWS = { find: () => Promise.resolve([]) } as unknown as Rows;

type Register = Extract<Command, { readonly do: 'register' }>;

const details = ({ externalId, email }: Register, partnerId: string, userId: string) => ({
  userId,
  partnerId,
  externalId: `u-${externalId}`,
  email: `${email}@users.example`,
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'USA',
  phone: null,
  dateOfBirth: null,
});
