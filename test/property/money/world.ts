import { setTimeout as sleep } from 'node:timers/promises';
import { AccountReader } from '../../../libs/accounts/src/account-view/account-reader.js';
import { AccountViews } from '../../../libs/accounts/src/account-view/account-views.js';
import type { MarketData } from '../../../libs/accounts/src/market/market-data.js';
import { AlpacaBroker } from '#broker/alpaca-broker.js';
import { partners } from '#auth/partner/partner.state.js';
import type { DepositEvent } from '#funding/deposit/deposit.events.js';
import { type RequestedDeposit, deposits } from '#funding/deposit/deposit.state.js';
import { registeredDeposits } from '#funding/funding.projector.js';
import type { JobData, QueuedJob } from '#jobs/queues.js';
import type { Processor } from '#jobs/worker-host.js';
import { CircuitOpen } from '#kernel/concurrency/circuit.js';
import { DAY_MS } from '#kernel/duration.js';
import { WrongExpectedRevision } from '#kernel/event-store/event-log.js';
import { IdempotencyKeys } from '#kernel/idempotency/idempotency-keys.js';
import { billionths, centsFromDecimal, centsToDecimal, cents } from '#kernel/money.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';
import { ProviderBusy } from '#kernel/provider-busy.js';
import { Refused } from '#kernel/refused.js';
import { RESEND_AFTER_MS } from '#kernel/timing.js';
import { categoryOf } from '#kernel/event-store/stream.js';
import { type RequestedOrder, orders } from '#orders/order/order.state.js';
import { registeredOrders } from '#orders/orders.projector.js';
import { registeredPeriods } from '#settlement/settlement.projector.js';
import { part } from '../../../apps/features.js';
import { AdjustDepositProcessor } from '../../../libs/funding/src/adjust-deposit/adjust-deposit.processor.js';
import { ReversalMonitor } from '../../../libs/funding/src/find-reversals/reversal-monitor.js';
import { CorrectOrderProcessor } from '../../../libs/orders/src/correct-order/correct-order.processor.js';
import {
  PlaceOrder,
  PlaceOrderHandler,
} from '../../../libs/orders/src/place-order/place-order.handler.js';
import { ConsoleSession } from '../../support/console-session.js';
import { MemoryReads } from '../../support/memory-reads.js';
import { FIRM, type Ledger, TestSandbox } from '../../support/sandbox.js';
import { Process } from '../platform/process.js';
import { USERS } from '../platform/reference.js';
import { Killed, MortalLog } from '../settlement/mortal-log.js';

/** A request of the partner. Numbers choose among the users and the shares. */
export type Request =
  | { readonly do: 'deposit' | 'withdraw'; readonly user: number; readonly amountCents: number }
  | { readonly do: 'buy'; readonly user: number; readonly amountCents: number }
  | { readonly do: 'sell'; readonly user: number; readonly percent: number }
  | { readonly do: 'cut-off' };

/** A change at the broker. `which` chooses the transaction or order. */
export type Change = {
  readonly do: 'reverse' | 'return' | 'correct' | 'bust' | 'next-day';
  readonly which: number;
  readonly percent: number;
  readonly names: 'transaction' | 'journal';
  /** Whether the broker's message arrives. */
  readonly isHeard: boolean;
};

export type Trouble = {
  /** Fault of the sandbox and the call that it hits, or null. */
  readonly fault: { readonly match: string; readonly mode: string } | null;
  readonly death: { readonly append: number; readonly written: boolean } | null;
};

/** Each symbol is its name. */
const NAMES = {
  names: () => Promise.resolve((symbol: string) => symbol),
} as unknown as MarketData;
const SYMBOL = 'AAPL';
const PASSES_MAX = 60;
const PASS_PAUSE_MS = 6;
/** The sandbox reverses an amount that ends in .17 after a day, long after the run. */
const PACE = { journalMs: 1, fillMs: 1, accountStepMs: 1, reversalMs: DAY_MS };
const LIMIT = cents(1_000_000_00);
const RATE = { flatCents: cents(1_00), basisPoints: 50 };
const RETRIED = [Killed, OutcomeUnknown, WrongExpectedRevision, CircuitOpen, ProviderBusy];
const ENDED = ['completed', 'failed', 'canceled', 'reversed', 'filled', 'rejected', 'expired'];

type Job = { readonly name: string; readonly id: string; readonly isScheduled: boolean };

/** Journals of a transaction that can still be changed at the broker. */
type Moved = { readonly cents: bigint; readonly isOriginal: boolean };

/** One partner with two users: the service's code over a log that may die, and the sandbox. */
export class World {
  readonly accountIds = new Map<string, string>();
  readonly accounts: AccountReader;
  readonly views: AccountViews;
  readonly session: ConsoleSession;
  private readonly process: Process;
  private readonly processors: ReadonlyMap<string, Processor>;
  private readonly monitor: ReversalMonitor;
  private readonly jobs = new Map<string, Job>();
  private readonly moved = new Map<string, Moved>();
  private readonly userIds: string[] = [];
  private dispatched = 0;
  private projected = 0;
  private made = 0;

  private constructor(
    readonly log: MortalLog,
    readonly sandbox: TestSandbox,
    readonly broker: AlpacaBroker,
    readonly reads: MemoryReads,
    private readonly passTime: (ms: number) => void,
  ) {
    this.session = new ConsoleSession(log);
    const { store } = this.session;
    this.accounts = new AccountReader(store, reads.rows, broker);
    this.views = new AccountViews(store, this.accounts, NAMES, reads.rows);
    const ledgers = [{ session: this.session, userIds: this.userIds }];
    this.process = new Process(log, ledgers, broker, () => Promise.resolve());
    const more = [
      new AdjustDepositProcessor(store, broker),
      new CorrectOrderProcessor(store, broker),
    ];
    this.processors = new Map([
      ...this.process.processors,
      ...more.map((each) => [each.job.name, each] as const),
    ]);
    const add = (jobs: readonly QueuedJob[]) => {
      for (const { job, data } of jobs) this.enqueue(job.name, data.id);
      return Promise.resolve();
    };
    const queues = { add } as ConstructorParameters<typeof ReversalMonitor>[0]['queues'];
    this.monitor = new ReversalMonitor({ store, broker, queues });
  }

  static async open(passTime: (ms: number) => void): Promise<World> {
    const sandbox = await TestSandbox.start(PACE);
    const credentials = { keyId: 'key', secret: 'secret', firmAccountId: FIRM };
    const broker = new AlpacaBroker({ url: `${sandbox.url}/broker`, ...credentials });
    const log = new MortalLog();
    const models = [registeredPeriods, registeredDeposits, registeredOrders];
    const world = new World(log, sandbox, broker, await MemoryReads.open(models, log), passTime);
    await world.begin();
    return world;
  }

  async close(): Promise<void> {
    await this.broker.close();
    await this.reads.close();
    await this.sandbox.destroy();
  }

  /** Applies the requests, and works until nothing is under way. Trouble ends by then. */
  async round(requests: readonly Request[], { fault, death }: Trouble): Promise<void> {
    if (fault !== null)
      await this.sandbox.control('POST', '/faults', { side: 'broker', count: 1, ...fault });
    if (death !== null) this.log.dieAt(death.append, death.written);
    for (const request of requests) await this.request(request);
    await this.settle();
    await this.sandbox.control('DELETE', '/faults');
  }

  /** Changes transactions and orders at the broker. The service finds out by messages or by polls. */
  async change(changes: readonly Change[]): Promise<void> {
    for (const each of changes) await this.perform(each);
    await this.monitor.poll(new Date());
    await this.settle();
  }

  get ledger(): Promise<Ledger> {
    return this.sandbox.ledger();
  }

  get transactions(): Promise<readonly RequestedDeposit[]> {
    const ids = this.idsOf('DepositRequested', 'depositId');
    return Promise.all(ids.map((id) => this.session.store.load(deposits, id))) as never;
  }

  get orders(): Promise<readonly RequestedOrder[]> {
    const ids = this.idsOf('OrderRequested', 'orderId');
    return Promise.all(ids.map((id) => this.session.store.load(orders, id))) as never;
  }

  private async begin(): Promise<void> {
    const { session } = this;
    const { partnerId, store, cause } = session;
    const data = { partnerId, name: 'Partner', at: new Date().toISOString() };
    const created = { type: 'PartnerCreated', data } as const;
    await store.transact(partners, partnerId, () => [created], cause);
    await session.configure({
      ...{ fee: RATE, withdrawalFee: RATE, commission: RATE },
      ...{ withdrawals: 'enabled', commissionCollection: 'settlement' },
      ...{ transactionLimitCents: LIMIT, dailyLimitCents: LIMIT },
      ...{ withdrawalLimitCents: LIMIT, withdrawalDailyLimitCents: LIMIT },
    });
    for (let n = 0; n < USERS; n++) {
      const userId = await session.registered();
      const email = `${userId}@users.example`;
      const accountId = await this.sandbox.openAccount({ email });
      const account = (await this.ledger).accounts.find(({ id }) => id === accountId);
      const accountNumber = String(account?.accountNumber);
      await session.opened(userId, { accountId, accountNumber, status: 'ACTIVE' }, email);
      this.userIds.push(userId);
      this.accountIds.set(userId, accountId);
    }
    await this.project();
  }

  private async request(request: Request): Promise<void> {
    if (request.do === 'cut-off') {
      await this.process.answer({ do: 'cut-off', partner: 0 }, '');
      return;
    }
    // The parity of the id chooses the user.
    const externalId = 2 * (this.made += 1) + (request.user % USERS);
    if (request.do === 'buy' || request.do === 'sell') return this.order(request, externalId);
    const { amountCents } = request;
    await this.process.answer({ do: request.do, partner: 0, externalId, amountCents }, '');
  }

  private async order(
    request: Extract<Request, { readonly do: 'buy' | 'sell' }>,
    externalId: number,
  ): Promise<void> {
    const { store, directory, rows, caller } = this.session;
    const userId = this.userIds[request.user % USERS]!;
    const held = request.do === 'sell' ? await this.heldShares(userId) : 0n;
    const isBuy = request.do === 'buy';
    const quantity = isBuy ? 0n : (held * BigInt(request.percent)) / 100n;
    if (!isBuy && quantity === 0n) return;
    const wanted = {
      ...{ userId, externalId: `order-${externalId}`, symbol: SYMBOL },
      side: isBuy ? ('buy' as const) : ('sell' as const),
      quantityBillionths: billionths(quantity),
      amountCents: cents(isBuy ? request.amountCents : 0),
    };
    const handler = new PlaceOrderHandler(store, directory, rows, new IdempotencyKeys(store));
    try {
      await handler.execute(new PlaceOrder(caller, null, wanted));
    } catch (error) {
      if (!(error instanceof Killed || error instanceof Refused)) throw error;
    }
  }

  private async heldShares(userId: string): Promise<bigint> {
    const { positions } = await this.ledger;
    const accountId = this.accountIds.get(userId);
    const held = positions.find((each) => each.accountId === accountId && each.symbol === SYMBOL);
    const whole = BigInt(Math.round(Number(held?.qty ?? 0) * 1e9));
    return whole > 0n ? whole : 0n;
  }

  private async perform(change: Change): Promise<void> {
    const { which, percent, isHeard } = change;
    if (change.do === 'next-day') return void (await this.sandbox.control('POST', '/day'));
    if (change.do === 'bust') {
      const filled = (await this.orders).filter(({ status }) => status === 'filled');
      const order = filled[which % filled.length];
      if (order === undefined) return;
      const price = centsToDecimal(cents(150_00 + percent));
      const body = { outcome: 'correct', price, silent: !isHeard };
      await this.sandbox.control('POST', `/orders/${order.orderId}`, body);
      this.enqueue('correct-order', order.orderId);
      return;
    }
    await this.changeJournal(change);
  }

  /** Never returns more than a transaction moved: that is a difference, which an operator resolves. */
  private async changeJournal(change: Change): Promise<void> {
    const { which, percent, names, isHeard } = change;
    const completed = (await this.transactions).filter(({ status }) => status === 'completed');
    const transaction = completed[which % completed.length];
    if (transaction === undefined) return;
    const { depositId, journalId } = transaction;
    const { amountCents, feeCents, direction } = transaction;
    const whole = direction === 'DEPOSIT' ? amountCents - feeCents : amountCents;
    const moved = this.moved.get(depositId) ?? { cents: whole, isOriginal: true };
    const isPart = change.do === 'return' || !moved.isOriginal;
    const part = (moved.cents * BigInt(percent) + 99n) / 100n;
    const amount = centsToDecimal(cents(part));
    const name = names === 'journal' ? journalId : `Reversal of ${depositId}`;
    const outcome = isPart
      ? { outcome: 'mirror', amount, description: name }
      : change.do === 'reverse'
        ? { outcome: 'reverse' }
        : { outcome: 'correct', amount };
    const { status } = await this.sandbox.control('POST', `/journals/${depositId}`, outcome);
    if (status !== 200) throw new Error(`${JSON.stringify(outcome)} of ${depositId}: ${status}`);
    const left = isPart ? moved.cents - part : change.do === 'reverse' ? 0n : part;
    // The sandbox changes the original journal only once.
    this.moved.set(depositId, { cents: left, isOriginal: false });
    if (isHeard) this.enqueue('adjust-deposit', depositId);
  }

  /** Works the jobs, as the queues and the schedule do, until every effect has ended. */
  private async settle(): Promise<void> {
    for (let pass = 0; pass < PASSES_MAX; pass++) {
      this.dispatch();
      const before = this.log.everything.length;
      const failures = (
        await Promise.all([...this.jobs.values()].map((job) => this.work(job)))
      ).filter((isDone) => !isDone);
      this.log.live();
      const isQuiet = failures.length === 0 && this.log.everything.length === before;
      if (isQuiet && (await this.isEnded())) return this.project();
      if (failures.length > 0) this.passTime(RESEND_AFTER_MS);
      await sleep(PASS_PAUSE_MS);
    }
    throw new Error(`still under way: ${[...this.jobs.keys()].join(', ')}`);
  }

  private async isEnded(): Promise<boolean> {
    const all = [...(await this.transactions), ...(await this.orders)];
    return all.every(({ status }) => ENDED.includes(status));
  }

  private dispatch(): void {
    const fresh = this.log.everything.slice(this.dispatched);
    this.dispatched = this.log.everything.length;
    for (const event of fresh)
      for (const policy of part.policies)
        if (policy.category === categoryOf(event.stream))
          for (const { kind, job, id } of policy.jobActions(event))
            if (kind === 'cancel') this.jobs.delete(`${job.name} ${id}`);
            else this.enqueue(job.name, id, kind === 'schedule');
  }

  private enqueue(name: string, id: string, isScheduled = false): void {
    const known = this.jobs.get(`${name} ${id}`);
    if (!this.processors.has(name)) return;
    this.jobs.set(`${name} ${id}`, {
      ...{ name, id },
      isScheduled: isScheduled || known?.isScheduled === true,
    });
  }

  /** False if the job is retried. */
  private async work({ name, id, isScheduled }: Job): Promise<boolean> {
    const data: JobData = { id, correlationId: 'request-1', causationId: 'request-1' };
    try {
      await this.processors.get(name)?.process(data);
      if (!isScheduled) this.jobs.delete(`${name} ${id}`);
      return true;
    } catch (error) {
      if (!RETRIED.some((kind) => error instanceof kind)) throw error;
      return false;
    }
  }

  private async project(): Promise<void> {
    await this.reads.take(...this.log.everything.slice(this.projected));
    this.projected = this.log.everything.length;
  }

  private idsOf(type: DepositEvent['type'] | 'OrderRequested', field: string): readonly string[] {
    const requested = this.log.everything.filter((event) => event.type === type);
    return requested.map(({ data }) => (data as Record<string, string>)[field] ?? '');
  }
}

export const toCents = (text: string): bigint => BigInt(centsFromDecimal(text));
