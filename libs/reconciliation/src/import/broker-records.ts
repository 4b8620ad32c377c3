import type { BrokerChanges, DatedJournal, Span } from '#broker/broker-changes.js';
import type { ReportedAccount } from '#broker/broker-changes.js';
import type { BrokerAccount, ListedOrder } from '#broker/broker-records.js';
import { DAY_MS } from '#kernel/calendar/day.js';
import { CircuitOpen } from '#kernel/concurrency/circuit.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';
import { type Difference, differenceOf } from '../reconciliation/difference.js';

/** Before the first day of any broker. */
const FIRST_DAY = '2000-01-01';
/** Calls of a list in both directions. */
const CALLS_OF_LIST = 2;

type About = Partial<Difference> & Pick<Difference, 'partnerId'>;

/** The imported records of the broker: rows of lists, events of streams, and single records. */
export class BrokerRecords {
  /** By the broker's id. */
  readonly journals = new Map<string, DatedJournal>();
  readonly orders = new Map<string, ListedOrder>();
  readonly accounts = new Map<string, ReportedAccount>();
  /** Journals that the stream reported or a list has as unreadable, with their keys. */
  readonly reported = new Map<string, string | null>();
  /** Ids of journals that the broker does not have. */
  readonly absent = new Set<string>();
  readonly unanswered: Difference[] = [];
  /** Days with more journals than the broker lists. */
  readonly unlisted: string[] = [];
  /** Accounts whose orders the broker did not list. */
  readonly unlistedAccounts = new Set<string>();
  unreadable = 0;
  /** Unreadable rows of journals without an id. */
  withoutId = 0;
  /** Objects without a response or without a call left. */
  notCompared = 0;

  constructor(
    private readonly changes: BrokerChanges,
    private callsLeft: number,
  ) {}

  /** Imports the changes of a span, with a fixed number of calls. */
  async importChanges(span: Span): Promise<void> {
    const { changes } = this;
    const [days, journals, orders, opened, accounts] = await Promise.all([
      changes.journalsOfDays(span),
      changes.reportedJournals(span),
      changes.reportedOrders(span),
      changes.openedAccounts(span),
      changes.reportedAccounts(span),
    ]);
    for (const { id, journalKey } of journals.things) this.reported.set(id, journalKey);
    this.addDays(days);
    for (const each of orders.things) this.orders.set(each.id, each);
    for (const each of [...opened.things, ...accounts.things])
      if (each.status !== '' || each.mentionsBlocks === true) this.accounts.set(each.id, each);
    for (const { unreadable } of [journals, orders, opened, accounts])
      this.unreadable += unreadable;
  }

  /** Imports the journals of these days, or of all days, and halves the days if they are too many. */
  async importDays(from = FIRST_DAY, until = dayAfter(new Date().toISOString(), 1)): Promise<void> {
    const [first, last] = [dayOf(from), dayOf(until)];
    const span = { from: `${first}T00:00:00.000Z`, until: `${last}T23:59:59.999Z` };
    const days = await this.changes.journalsOfDays(span);
    if (days.isWhole || first === last) {
      if (days.isWhole) this.addDays(days);
      else this.unlisted.push(first);
      return;
    }
    const middle = Math.floor((Date.parse(last) - Date.parse(first)) / DAY_MS / 2);
    await this.importDays(first, dayAfter(first, middle));
    await this.importDays(dayAfter(first, middle + 1), last);
  }

  /** Imports all journals of an account. Returns false without a call left. */
  async importAccount(accountId: string): Promise<boolean> {
    if (!this.take(CALLS_OF_LIST)) return false;
    for (const each of await this.changes.journalsOfAccount(accountId)) this.add(each);
    return true;
  }

  /** Returns whether the broker's state of a journal is known, after a lookup if necessary. */
  async knows(journalId: string): Promise<boolean> {
    if (this.journals.has(journalId) || this.absent.has(journalId)) return true;
    const about = { partnerId: null, journalId };
    const read = () => this.changes.journal(journalId);
    const found = await this.read(about, `journal ${journalId}`, read);
    if (found === null) this.absent.add(journalId);
    if (found) this.add(found);
    return found !== undefined;
  }

  /** Reads an order, and returns whether its state is known. A stream may know a later state. */
  async readOrder(about: About, orderId: string, accountId: string): Promise<boolean> {
    const read = () => this.changes.order(orderId, accountId);
    const found = await this.read(about, `order ${orderId}`, read);
    const known = found ? this.orders.get(found.id) : undefined;
    if (found && !(known && known.updatedAt >= found.updatedAt)) this.orders.set(found.id, found);
    return found !== undefined;
  }

  readAccount(about: About, accountId: string): Promise<BrokerAccount | null | undefined> {
    return this.read(about, `account ${accountId}`, () => this.changes.account(accountId));
  }

  /** Reads one record; undefined without a response or without a call left. */
  async read<Found>(
    about: About,
    name: string,
    read: () => Promise<Found>,
  ): Promise<Found | undefined> {
    if (!this.take(1)) return undefined;
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof OutcomeUnknown || error instanceof CircuitOpen)) throw error;
      const what = `${name}: ${error.message}`;
      this.unanswered.push(differenceOf({ ...about, kind: 'broker_unreadable', what }));
      this.notCompared++;
      return undefined;
    }
  }

  private addDays(days: Awaited<ReturnType<BrokerChanges['journalsOfDays']>>): void {
    for (const each of days.journals) this.add(each);
    for (const id of days.unread) this.reported.set(id, this.reported.get(id) ?? null);
    this.unreadable += days.unreadable;
    this.withoutId += days.unreadable - days.unread.length;
  }

  /** A list may lack a key that the stream reported. */
  private add(journal: DatedJournal): void {
    const journalKey = journal.journalKey ?? this.reported.get(journal.id) ?? null;
    this.journals.set(journal.id, { ...journal, journalKey });
  }

  private take(calls: number): boolean {
    const isLeft = this.callsLeft >= calls;
    if (isLeft) this.callsLeft -= calls;
    else this.notCompared++;
    return isLeft;
  }
}

const dayOf = (at: string): string => at.slice(0, 'YYYY-MM-DD'.length);

const dayAfter = (at: string, days: number): string =>
  dayOf(new Date(Date.parse(dayOf(at)) + days * DAY_MS).toISOString());
