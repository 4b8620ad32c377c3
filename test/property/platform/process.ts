import { EventStore } from '#kernel/event-store/event-store.js';
import { type EventLog, WrongExpectedRevision } from '#kernel/event-store/event-log.js';
import { IdempotencyKeys } from '#kernel/idempotency/idempotency-keys.js';
import type { Broker } from '#broker/broker.js';
import { billionths, cents } from '#kernel/money.js';
import { Refused } from '#kernel/refused.js';
import type { Processor } from '#jobs/worker-host.js';
import {
  CancelWithdrawal,
  CancelWithdrawalHandler,
} from '../../../libs/funding/src/cancel-withdrawal/cancel-withdrawal.handler.js';
import { BlockedUserClosure } from '../../../libs/funding/src/close-deposit/blocked-user-closure.js';
import { CreditDepositProcessor } from '../../../libs/funding/src/credit-deposit/credit-deposit.processor.js';
import { JournalSender } from '../../../libs/funding/src/credit-deposit/journal-sender.js';
import type { Direction } from '../../../libs/funding/src/deposit/amounts.js';
import { depositIdOf, deposits } from '../../../libs/funding/src/deposit/deposit.state.js';
import { DepositReserver } from '../../../libs/funding/src/request-deposit/deposit-reserver.js';
import {
  RequestDeposit,
  RequestDepositHandler,
} from '../../../libs/funding/src/request-deposit/request-deposit.handler.js';
import type { WithdrawalCodes } from '../../../libs/funding/src/request-withdrawal/withdrawal-codes.js';
import { WithdrawalReserver } from '../../../libs/funding/src/request-withdrawal/withdrawal-reserver.js';
import { SettleReservationProcessor } from '../../../libs/funding/src/settle-reservation/settle-reservation.processor.js';
import { SettleWithdrawalProcessor } from '../../../libs/funding/src/settle-withdrawal/settle-withdrawal.processor.js';
import type { FundingQueue } from '../../../libs/funding/src/waiting-deposits/funding-queue.js';
import {
  CancelOrder,
  CancelOrderHandler,
} from '../../../libs/orders/src/cancel-order/cancel-order.handler.js';
import { CancelOrderProcessor } from '../../../libs/orders/src/cancel-order/cancel-order.processor.js';
import { FollowOrderProcessor } from '../../../libs/orders/src/follow-order/follow-order.processor.js';
import { orderIdOf } from '../../../libs/orders/src/order/order.state.js';
import {
  PlaceOrder,
  PlaceOrderHandler,
} from '../../../libs/orders/src/place-order/place-order.handler.js';
import { SubmitOrderProcessor } from '../../../libs/orders/src/submit-order/submit-order.processor.js';
import { LedgerStore } from '../../../libs/settlement/src/ledger/ledger-store.js';
import { cutOff } from '../../../libs/settlement/src/ledger/period.decide.js';
import { Registrar } from '../../../libs/users/src/register-user/registrar.js';
import type { Rows } from '#read-models/rows.js';
import type { ConsoleSession } from '../../support/console-session.js';
import { Killed } from '../settlement/mortal-log.js';
import { type Answer, type Command, userOf } from './reference.js';

const ORDER_CENTS = 10_00;

/** A partner as the processes meet it: its terms, and the users who may trade. */
export type Ledgers = { readonly session: ConsoleSession; readonly userIds: readonly string[] };

/** One process of the service: what an api and a worker do, over a log that they share with others. */
export class Process {
  readonly processors: ReadonlyMap<string, Processor>;
  private readonly store: EventStore;
  private readonly keys: IdempotencyKeys;
  private readonly registrar: Registrar;

  constructor(
    private readonly log: EventLog,
    private readonly partners: readonly Ledgers[],
    private readonly broker: Broker,
    turn: () => Promise<void>,
  ) {
    this.store = new EventStore(log);
    this.keys = new IdempotencyKeys(this.store);
    this.registrar = new Registrar(this.store, turn);
    const nobodyWaits = { isOpen: () => Promise.resolve(false) } as unknown as FundingQueue;
    const sender = new JournalSender(this.store, broker);
    const processors: readonly Processor[] = [
      new CreditDepositProcessor(
        this.store,
        broker,
        sender,
        nobodyWaits,
        new BlockedUserClosure(this.store),
      ),
      new SettleReservationProcessor(this.store),
      new SettleWithdrawalProcessor(this.store),
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

  private fund(command: Funding, direction: Direction, externalId: string): Promise<unknown> {
    const { session, userIds } = this.partners[command.partner]!;
    const { directory, rows, caller } = session;
    const handler = new RequestDepositHandler(
      this.store,
      rows,
      this.keys,
      new DepositReserver(this.store, directory),
      new WithdrawalReserver(this.store, directory, this.broker, NO_CODES),
    );
    const userId = userIds[userOf(command.externalId)]!;
    const amountCents = cents(command.amountCents);
    const wanted = { direction, userId, amountCents, externalId };
    return handler.execute(new RequestDeposit(caller, null, wanted));
  }

  private async perform(command: Command, userId: string): Promise<unknown> {
    const { session, userIds } = this.partners[command.partner]!;
    const { directory, rows, caller, partnerId, cause } = session;
    switch (command.do) {
      case 'register':
        return this.registrar.register(details(command, partnerId, userId), cause);
      case 'deposit':
        return this.fund(command, 'DEPOSIT', `d-${command.externalId}`);
      case 'withdraw':
        return this.fund(command, 'WITHDRAWAL', `w-${command.externalId}`);
      case 'give-up': {
        const id = depositIdOf(partnerId, `w-${command.externalId}`);
        const handler = new CancelWithdrawalHandler(this.store, rows);
        try {
          return await handler.execute(new CancelWithdrawal(caller, id));
        } catch (error) {
          // The response to an earlier request may have been lost.
          if ((await this.store.load(deposits, id)).status === 'canceled') return undefined;
          throw error;
        }
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
        const ledgers = new LedgerStore(this.log, this.store, NO_ROWS);
        return ledgers.transact(partnerId, cutOff('operator', new Date()), cause);
      }
      case 'take-back':
        return undefined;
    }
  }
}

/** The model lacks one-time codes. */
const NO_CODES = { require: () => Promise.resolve() } as unknown as WithdrawalCodes;
const NO_ROWS = { find: () => Promise.resolve([]) } as unknown as Rows;

type Funding = Extract<Command, { readonly do: 'deposit' | 'withdraw' }>;
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
