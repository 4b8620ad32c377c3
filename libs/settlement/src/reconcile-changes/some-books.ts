import { z } from 'zod';
import { deposits } from '#funding';
import { accountOwner, traderProfiles } from '#onboarding';
import { type RequestedOrder, orders } from '#orders';
import {
  type EventLog,
  EventLogUnavailable,
  type RecordedEvent,
} from '#platform/event-store/event-log.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { type DomainEvent, type Stream, streamName } from '#platform/event-store/stream.js';
import { books } from '../book/book.state.js';
import { type LoggedAccount, loggedAccount } from '../reconcile/compare-accounts.js';
import { PartnerBooks } from '../reconcile/partner-books.js';
import { UnreadableEvents } from '../reconcile/unreadable-events.js';

const STREAMS_AT_ONCE = 32;

/** What the log has of some deposits, orders and accounts: only their own streams are read. */
export class SomeBooks {
  /** Streams of deposits, by id; those without an event are not there. */
  private readonly recorded = new Map<string, readonly RecordedEvent[]>();
  private readonly owned = new Map<string, LoggedAccount | null>();

  constructor(
    private readonly log: EventLog,
    private readonly store: EventStore,
    readonly unreadable = new UnreadableEvents(),
  ) {}

  /** Of the log as it is now: what was read before may have gone on. */
  anew(): SomeBooks {
    return new SomeBooks(this.log, this.store, this.unreadable);
  }

  /**
   * Books of the partners of these deposits, and of these partners, as far as they were read; up to a
   * position, when given.
   */
  async ofPartners(
    depositIds: Iterable<string>,
    partnerIds: Iterable<string>,
    upTo: bigint | null = null,
  ): Promise<ReadonlyMap<string, PartnerBooks>> {
    await this.readDeposits(depositIds);
    const byPartner = new Map([...partnerIds].map((id) => [id, [] as RecordedEvent[]]));
    for (const id of depositIds)
      for (const event of this.recorded.get(id) ?? []) {
        const { partnerId } = event.metadata;
        const known = byPartner.get(partnerId);
        if (known === undefined) byPartner.set(partnerId, [event]);
        else known.push(event);
      }
    const folded = await eachOf(byPartner, async ([partnerId, events]) => {
      const book = await this.log.read(streamName(books, partnerId));
      const all = [...book, ...events].filter(({ position }) => upTo === null || position <= upTo);
      return [partnerId, this.fold(partnerId, all)] as const;
    });
    return new Map(folded);
  }

  /** Reads many together, before they are asked about one by one. */
  async readDeposits(ids: Iterable<string>): Promise<void> {
    const unread = [...new Set(ids)].filter((id) => !this.recorded.has(id));
    await eachOf(unread, async (id) => {
      const events = await this.log.read(streamName(deposits, id));
      if (events.length > 0) this.recorded.set(id, events);
    });
  }

  /** Whether there is such a deposit, and it knows of this journal. */
  async knowsJournal(depositId: string, journalId: string): Promise<boolean> {
    await this.readDeposits([depositId]);
    const events = this.recorded.get(depositId) ?? [];
    return events.some(({ data }) => journalTold.safeParse(data).data?.journalId === journalId);
  }

  /** The account that a deposit credits; null when there is no such deposit. */
  async depositAccount(id: string): Promise<string | null> {
    await this.readDeposits([id]);
    const [first] = this.recorded.get(id) ?? [];
    if (first === undefined) return null;
    const deposit = this.unreadable.attempt(first, () =>
      deposits.evolve(deposits.initial, deposits.parse(first.type, first.data)),
    );
    return deposit === null || deposit.status === 'absent' ? null : deposit.accountId;
  }

  async ordersOf(ids: Iterable<string>): Promise<readonly RequestedOrder[]> {
    const loaded = await eachOf(ids, (id) => this.load(orders, id));
    return loaded.filter((order) => order.status !== 'absent');
  }

  /** Whose account this is at the broker; null when it is none of ours. */
  async account(accountId: string): Promise<LoggedAccount | null> {
    const known = this.owned.get(accountId);
    if (known !== undefined) return known;
    const userId = await accountOwner(this.store, accountId);
    const account = userId === null ? null : await this.accountOf(userId);
    this.owned.set(accountId, account);
    return account;
  }

  /** Those of ours among the accounts of these journals. */
  async accountsOf(journals: Iterable<{ readonly accountId: string }>) {
    const ids = new Set([...journals].map(({ accountId }) => accountId));
    const found = await eachOf(ids, (id) => this.account(id));
    return found.filter((account) => account !== null);
  }

  /** The account of a user, null when it was not opened. */
  async accountOf(userId: string): Promise<LoggedAccount | null> {
    const profile = await this.load(traderProfiles, userId);
    if (profile?.account.kind !== 'opened') return null;
    return loggedAccount(profile, profile.account);
  }

  /** As the stream's events make it that can be read. */
  private async load<State, Event extends DomainEvent>(
    stream: Stream<State, Event>,
    id: string,
  ): Promise<State> {
    try {
      return await this.store.load(stream, id);
    } catch (error) {
      if (error instanceof EventLogUnavailable) throw error;
    }
    const events = await this.log.read(streamName(stream, id));
    const accountId = accountIn(events);
    return events.reduce<State>((state, event) => {
      const read = () => ({ state: stream.evolve(state, stream.parse(event.type, event.data)) });
      return (this.unreadable.attempt(event, read, accountId) ?? { state }).state;
    }, stream.initial);
  }

  /** In the order of the log, for a cut-off decides in which period a deposit counts. */
  private fold(partnerId: string, events: readonly RecordedEvent[]): PartnerBooks {
    const folded = new PartnerBooks(partnerId);
    const inOrder = [...events].sort((one, other) => (one.position < other.position ? -1 : 1));
    const bookStream = streamName(books, partnerId);
    for (const event of inOrder) {
      const { stream, type, data } = event;
      const id = stream.slice(deposits.category.length + 1);
      this.unreadable.attempt(event, () =>
        stream === bookStream
          ? folded.takeBookEvent(type, data)
          : folded.takeDeposit(id, deposits.parse(type, data)),
      );
    }
    return folded;
  }
}

/** The account at the broker that a profile tells of. */
const accountIn = (events: readonly RecordedEvent[]): string | null => {
  const said = events.map(({ data }) => accountTold.safeParse(data).data?.accountId ?? null);
  return said.find((id) => id !== null) ?? null;
};

const journalTold = z.object({ journalId: z.string() });
const accountTold = z.object({ accountId: z.string() });

/** Some at a time. */
const eachOf = async <Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => {
  const [all, results] = [[...items], [] as Result[]];
  for (let i = 0; i < all.length; i += STREAMS_AT_ONCE)
    results.push(...(await Promise.all(all.slice(i, i + STREAMS_AT_ONCE).map(work))));
  return results;
};
