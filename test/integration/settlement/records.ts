import { readFileSync } from 'node:fs';
import type {
  AccountBlock,
  AccountMargin,
  ListedJournal,
  ListedOrder,
} from '#broker/broker-records.js';
import { deterministicId } from '#kernel/ids.js';
import { cents, centsToDecimal } from '#kernel/money.js';
import type { Batch, EventLog } from '#kernel/event-store/event-log.js';
import { categoryOf } from '#kernel/event-store/stream.js';
import { snake } from '#read-models/sql-engine.js';
import { type Row, type Table, columnsOf } from '#kernel/projection/table.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import type { BrokerChanges, ReportedAccount, ReportedJournal } from '#broker/broker-changes.js';
import type { Rows } from '#read-models/rows.js';
import { reconcile } from '../../../libs/reconciliation/src/run/reconcile.js';
import { reconcileEverything } from '#reconciliation/run/reconcile-everything.js';
import { differenceIdOf } from '../../../libs/reconciliation/src/reconciliation/difference.js';
import type { Window } from '../../../libs/reconciliation/src/run/window.js';
import { World } from '../../property/settlement/world.js';
import { quiet } from '../../support/memory-reads.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

/** As `World` gives it to every deposit. */
export const ACCOUNT = 'a';
const ALL = Number.MAX_SAFE_INTEGER;

type Stored = Record<string, string>;

const CREATED_AT = '2026-03-02T15:30:00.000Z';
const EVERYTHING: Window = {
  kind: 'hourly',
  span: { from: '2026-03-02T15:00:00.000Z', until: '2026-03-02T16:00:00.000Z' },
  countedFrom: '2026-03-02T15:00:00.000Z',
  logFrom: null,
  known: [],
  lookUpsMax: 75,
  linesMax: 100,
};

/** A partner with a closed and an open period, and the three records of it. */
export const stage = async () => {
  const world = new World(1);
  await world.begin();
  const [partnerId] = world.partnerIds as [string];
  await begin(world, partnerId, OPENED);
  await world.take({ do: 'deposit', partner: 0, amount: 100_00, fee: 1_50 });
  await world.take({ do: 'deposit', partner: 0, amount: 50_00, fee: 0 });
  await world.take({ do: 'complete', which: 0 });
  await world.take({ do: 'complete', which: 0 });
  await world.take({ do: 'cut-off', partner: 0 });
  await world.take({ do: 'project', events: ALL });
  await world.take({ do: 'close', partner: 0 });
  await world.take({ do: 'pay', partner: 0, reference: 0, amount: 40_00 });
  await world.take({ do: 'pay', partner: 0, reference: 1, amount: 120_00 });
  await world.take({ do: 'reverse-deposit', which: 0 });
  await world.take({ do: 'deposit', partner: 0, amount: 7_00, fee: 0 });
  await world.take({ do: 'project', events: ALL });
  const journals = world.deposits
    .filter(({ status }) => status !== 'pending')
    .map(({ id, amountCents, feeCents, status }): ListedJournal => ({
      id: `j-${id}`,
      journalKey: id,
      accountId: ACCOUNT,
      direction: 'to_user',
      amount: cents(amountCents - feeCents),
      amountText: centsToDecimal(cents(amountCents - feeCents)),
      status: status === 'completed' ? 'executed' : 'correct',
    }));
  const [first, second] = world.deposits.map(({ id }) => id) as [string, string];
  return new Records(world, partnerId, journals, first, second);
};

const sample = (category: string, type: string): object => {
  const file = `test/contract/events/samples/${category}/${type}.1.json`;
  return JSON.parse(readFileSync(file, 'utf8')) as object;
};

/** Begins a stream with the sample of each type. */
export const begin = async (
  world: World,
  partnerId: string,
  { stream, types, about = {} }: { stream: string; types: readonly string[]; about?: object },
): Promise<void> => {
  const at = '2026-03-02T15:00:00.000Z';
  const metadata = { partnerId, correlationId: '', causationId: '', actor: 'test', at };
  const events = types.map((type) => {
    const data = {
      ...sample(categoryOf(stream), type),
      partnerId,
      accountId: ACCOUNT,
      at,
      ...about,
    };
    return { id: deterministicId(stream, type), type, data, metadata };
  });
  await world.log.append(stream, 'no_stream', events);
  await world.take({ do: 'project', events: ALL });
};

const OPENED = {
  stream: 'profile-u',
  types: ['TraderProfileCreated', 'BrokerAccountStarted', 'BrokerAccountOpened'],
};

/** The three records, in which a test plants what it wants found. */
export class Records {
  eventData: (type: string, data: Stored) => object = (_, data) => data;
  lists = true;
  orders: ListedOrder[] = [];
  accounts: {
    id: string;
    status: string;
    number?: string;
    emailAddress?: string;
    answersAs?: string;
    blocks?: AccountBlock[];
    margin?: AccountMargin;
  }[] = [];
  /** In place of the accounts. */
  reportedAccounts: Omit<ReportedAccount, 'at'>[] | null = null;
  told: ReportedJournal[] = [];
  /** Of the days of a run, in place of all. */
  listed: ListedJournal[] | null = null;
  /** Of which the broker says nothing usable by their ids. */
  unanswered: readonly string[] = [];
  /** In place of what is listed. */
  journalById: BrokerChanges['journal'] | null = null;
  /** In place of what is told. */
  orderById: ((id: string) => Promise<ListedOrder>) | null = null;
  unreadable = 0;
  /** How many listed journals can be read no more than that they are there. */
  withoutId = 0;
  /** Ids of listed journals that cannot be read. */
  unread: readonly string[] = [];
  /** The read model of deposits. */
  find: Rows['find'] = () => Promise.resolve([]);
  readonly warnings: string[] = [];
  /** Before each read of these, the log goes on, and so do the other two: see `pass`. */
  busyAt: readonly string[] = [];
  private passes = 0;
  /** How often it was looked at what changed. */
  looks = 0;

  constructor(
    readonly world: World,
    readonly partnerId: string,
    public journals: ListedJournal[],
    readonly first: string,
    readonly second: string,
  ) {}

  compare(secondRunAfterMs = 0) {
    return reconcileEverything(this.sources, secondRunAfterMs);
  }

  /** Over all that ever changed, unless the plan says something else. */
  compareChanges(window: Partial<Window> = {}) {
    return reconcile(this.sources, { ...EVERYTHING, ...window });
  }

  /** Differences that a second run confirms. */
  async confirmed(window: Partial<Window> = {}) {
    const first = await this.compareChanges(window);
    const found = new Set(first.differences.map(differenceIdOf));
    const second = await this.compareChanges(window);
    const differences = second.differences.filter((each) => found.has(differenceIdOf(each)));
    return { ...second, differences };
  }

  private get sources() {
    const { log, find } = this;
    const listOrders = async (accountId: string) => {
      await this.pass('broker');
      return this.orders.filter((each) => each.accountId === accountId);
    };
    const snapshot: Rows['snapshot'] = async (work) => {
      await this.pass('read models');
      return this.world.reads.rows.snapshot(work);
    };
    const warn = (_: object, message: string) => void this.warnings.push(message);
    return {
      ...{ log, store: new EventStore(log), rows: { find, snapshot } },
      broker: { listOrders, changes: () => this.changes },
      logger: { ...quiet, warn },
    };
  }

  /** So many deposits that are credited. */
  async credit(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      await this.world.take({ do: 'deposit', partner: 0, amount: 10_00, fee: 25 });
      await this.world.take({ do: 'complete', which: -1 });
      const { id } = this.world.deposits.at(-1)!;
      const amounts = { amount: cents(9_75), amountText: '9.75', status: 'executed' };
      const about = { id: `j-${id}`, journalKey: id, accountId: ACCOUNT };
      this.journals.push({ ...about, ...amounts, direction: 'to_user' });
    }
    await this.world.take({ do: 'project', events: ALL });
  }

  /** All that moves sums: a credit, one that is taken back, a transfer and, at times, a cut-off. */
  private async pass(place: string): Promise<void> {
    const { busyAt, world } = this;
    if (!busyAt.includes(place)) return;
    this.busyAt = [];
    const pass = ++this.passes;
    await world.take({ do: 'reverse-deposit', which: 1 });
    const reversed = new Set(
      world.deposits.flatMap(({ id, status }) => (status === 'reversed' ? [id] : [])),
    );
    this.journals = this.journals.map((each) =>
      each.id !== 'j-extra' && each.id !== `j-${this.first}` && reversed.has(each.journalKey ?? '')
        ? { ...each, status: 'correct' }
        : each,
    );
    await world.take({ do: 'pay', partner: 0, reference: 100 + pass, amount: 1_00 });
    if (pass % 4 === 0) await world.take({ do: 'cut-off', partner: 0 });
    await this.credit(1);
    this.busyAt = busyAt;
  }

  private get changes(): BrokerChanges {
    const told = <Thing>(things: readonly Thing[]) =>
      Promise.resolve({ things, unreadable: this.unreadable });
    const journals = (all = this.journals) =>
      all.map((each) => ({ createdAt: CREATED_AT, ...each }));
    const answer = <Thing>(id: string, found: () => Thing): Promise<Thing> =>
      this.unanswered.includes(id)
        ? Promise.reject(new OutcomeUnknown(`GET ${id} answered 404`))
        : Promise.resolve(found());
    return {
      calls: 5,
      reportedJournals: () => {
        this.looks++;
        return told(this.told);
      },
      reportedOrders: () => told(this.orders),
      reportedAccounts: () =>
        told((this.reportedAccounts ?? this.accounts).map((each) => ({ at: CREATED_AT, ...each }))),
      openedAccounts: () => told([]),
      journalsOfDays: async () => {
        await this.pass('broker');
        return {
          journals: this.lists ? journals(this.listed ?? this.journals) : [],
          isWhole: this.lists,
          unreadable: this.unread.length + this.withoutId,
          unread: this.unread,
        };
      },
      journalsOfAccount: (accountId) =>
        Promise.resolve(journals().filter((each) => each.accountId === accountId)),
      journal:
        this.journalById ??
        ((id) => answer(id, () => journals().find((each) => each.id === id) ?? null)),
      order: (id, accountId) =>
        this.orderById?.(id) ??
        answer(
          id,
          () =>
            this.orders.find((each) => each.clientOrderId === id && each.accountId === accountId) ??
            null,
        ),
      account: (id) =>
        answer(id, () => {
          const found = this.accounts.find((each) => each.id === id);
          if (found === undefined) return null;
          const { answersAs = id, ...said } = found;
          return { number: '', reason: null, ...said, id: answersAs };
        }),
    };
  }

  journal(change: Partial<ListedJournal>): void {
    this.journals = this.journals.map((each) =>
      each.journalKey === this.first ? { ...each, ...change } : each,
    );
  }

  /** The third deposit, over 7.00, once it has failed. */
  async failedDeposit() {
    const deposit = this.world.deposits.find(({ status }) => status === 'pending')!;
    await this.world.take({ do: 'fail', which: 0 });
    await this.world.take({ do: 'project', events: ALL });
    return deposit;
  }

  /** Plants other values in the rows of a table. */
  async plant(table: Table, where: Row, set: Row): Promise<void> {
    const name = await this.nameOf(table);
    await this.world.reads.engine.write(({ db }) => {
      let query = db.updateTable(name).set(this.encoded(table, set) as never);
      for (const [name, value] of Object.entries(this.encoded(table, where)))
        query = query.where(name as never, '=', value as never);
      return query.execute();
    });
  }

  async remove(table: Table, where: Row): Promise<void> {
    const name = await this.nameOf(table);
    await this.world.reads.engine.write(({ db }) => {
      let query = db.deleteFrom(name);
      for (const [name, value] of Object.entries(this.encoded(table, where)))
        query = query.where(name as never, '=', value as never);
      return query.execute();
    });
  }

  /** A row behind all others of a numbered table, which is like one of them but for these values. */
  async insertLike(table: Table, where: Row, set: Row): Promise<void> {
    const { rows, engine } = this.world.reads;
    const name = await this.nameOf(table);
    const all = await rows.find(this.partnerId, table, {});
    const like = all.find((row) => Object.keys(where).every((name) => row[name] === where[name]));
    const values = { ...like, ...set, ordinal: BigInt(all.length) } as Row;
    await engine.write(({ db }) =>
      db
        .insertInto(name)
        .values(this.encoded(table, values) as never)
        .execute(),
    );
  }

  private nameOf(table: Table): Promise<string> {
    return this.world.reads.store.read(({ nameOf }) => Promise.resolve(nameOf(table)));
  }

  private encoded(table: Table, row: Row): Record<string, unknown> {
    const columns = columnsOf(table);
    return Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        snake(name),
        this.world.reads.engine.dialect.encode(columns[name]?.type ?? 'text', value),
      ]),
    );
  }

  private get log(): EventLog {
    const { log } = this.world;
    const eventData = (type: string, data: unknown) => this.eventData(type, data as Stored);
    const pass = () => this.pass('log');
    async function* subscribe(after: bigint | null, signal: AbortSignal): AsyncGenerator<Batch> {
      await pass();
      for await (const { events, caughtUp } of log.subscribe(after, signal)) {
        const changed = events.map((each) => ({ ...each, data: eventData(each.type, each.data) }));
        yield { events: changed, caughtUp };
      }
    }
    const read = async (stream: string, from?: bigint) => {
      await pass();
      return (await log.read(stream, from)).map((each) => ({
        ...each,
        data: eventData(each.type, each.data),
      }));
    };
    return { subscribe, read, head: () => log.head() } as unknown as EventLog;
  }
}
