import { cents } from '#platform/core/money.js';
import type { Faults } from '../control/faults.js';
import type { Pace } from '../sandbox.options.js';
import type { Schedule } from '../store/schedule.js';
import type { Store } from '../store/store.js';
import { Accounts } from './accounts.js';
import { BrokerEvents } from './broker-events.js';
import { Cash } from './cash.js';
import { Execution } from './execution.js';
import { Holdings } from './holdings.js';
import { Journals } from './journals.js';
import { Orders } from './orders.js';
import { RateLimit } from './rate-limit.js';
import { Repeats } from './repeats.js';

const FIRM_ACCOUNT_START = cents(1_000_000_00n);

/** The stand-in broker: its books, without HTTP. */
export class Broker {
  readonly cash: Cash;
  readonly holdings: Holdings;
  readonly events: BrokerEvents;
  readonly accounts: Accounts;
  readonly journals: Journals;
  readonly execution: Execution;
  readonly orders: Orders;
  readonly repeats: Repeats;
  readonly rateLimit: RateLimit;

  constructor(
    store: Store,
    schedule: Schedule,
    faults: Faults,
    readonly firmAccountId: string,
    pace: Pace,
  ) {
    this.cash = new Cash(store);
    this.holdings = new Holdings(store);
    this.events = new BrokerEvents(store, schedule, faults);
    this.accounts = new Accounts(store, schedule, this.events, this.cash, pace);
    const { accounts, cash, events, holdings } = this;
    this.journals = new Journals(store, schedule, events, cash, accounts, firmAccountId, pace);
    this.execution = new Execution(store, events, cash, holdings);
    this.orders = new Orders(store, schedule, accounts, cash, holdings, this.execution, pace);
    this.repeats = new Repeats(store);
    this.rateLimit = new RateLimit(store);
    cash.open(firmAccountId, FIRM_ACCOUNT_START);
  }
}
