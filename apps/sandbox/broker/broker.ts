import { cents } from '#kernel/money.js';
import type { Faults } from '../control/faults.js';
import { Market } from '../market/market.js';
import { MarketTime } from '../market/market-time.js';
import type { Pace } from '../sandbox.options.js';
import type { Schedule } from '../store/schedule.js';
import type { Store } from '../store/store.js';
import { Accounts } from './accounts.js';
import { BrokerEvents } from './broker-events.js';
import { Cash } from './cash.js';
import { ConfigurationTable } from './configurations.js';
import { Execution } from './execution.js';
import { Holdings } from './holdings.js';
import { JournalTable } from './journal-table.js';
import { Journals } from './journals.js';
import { Movements } from './movements.js';
import { OrderTable } from './order-table.js';
import { Orders } from './orders.js';
import { Portfolio } from './portfolio.js';
import { RateLimit } from './rate-limit.js';
import { Repeats } from './repeats.js';

const FIRM_ACCOUNT_START = cents(1_000_000_00n);

/** The simulated broker, without HTTP. */
export class Broker {
  readonly time: MarketTime;
  readonly market: Market;
  readonly cash: Cash;
  readonly holdings: Holdings;
  readonly configurations: ConfigurationTable;
  readonly portfolio: Portfolio;
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
    this.time = new MarketTime(store);
    this.market = new Market(store, this.time);
    const { market, time } = this;
    const movements = new Movements(store, time);
    this.cash = new Cash(store, movements);
    this.holdings = new Holdings(store);
    this.configurations = new ConfigurationTable(store);
    this.events = new BrokerEvents(store, schedule, faults);
    const { cash, configurations, events, holdings } = this;
    this.accounts = new Accounts(store, schedule, events, cash, configurations, pace);
    const stored = [cash, holdings, movements, new JournalTable(store), configurations] as const;
    this.portfolio = new Portfolio(...stored, market, time, firmAccountId);
    const { accounts, portfolio } = this;
    const owned = [accounts, cash, portfolio] as const;
    this.journals = new Journals(store, schedule, events, ...owned, firmAccountId, pace);
    const table = new OrderTable(store);
    this.execution = new Execution(table, events, cash, holdings, market, time);
    const executed = [table, this.execution] as const;
    this.orders = new Orders(store, schedule, ...owned, holdings, market, ...executed, pace);
    this.repeats = new Repeats(store);
    this.rateLimit = new RateLimit(store);
    cash.open(firmAccountId, FIRM_ACCOUNT_START);
  }
}
