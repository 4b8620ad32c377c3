import { type RequestedDeposit, deposits } from '#funding/deposit/deposit.state.js';
import { accountOwner } from '#onboarding/open-account/account-owner.js';
import {
  type TraderProfile,
  traderProfiles,
} from '#onboarding/trader-profile/trader-profile.state.js';
import { type RequestedOrder, orders } from '#orders/order/order.state.js';
import { type EventLog, type RecordedEvent, unopened } from '#kernel/event-store/event-log.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import {
  type DomainEvent,
  type Stream,
  categoryOf,
  streamName,
} from '#kernel/event-store/stream.js';
import { type Difference, differenceOf } from '../reconciliation/difference.js';

/** `changedAt`: time of the last event, ISO 8601 UTC. */
export type Logged<State> = { readonly state: State; readonly changedAt: string };
export type LoggedAccount = {
  readonly profile: TraderProfile;
  readonly account: Extract<TraderProfile['account'], { kind: 'opened' }>;
};

/** Deposits, orders and accounts as their own streams have them, each read once. */
export class LoggedRecords {
  readonly deposits = new Map<string, Logged<RequestedDeposit>>();
  readonly orders = new Map<string, Logged<RequestedOrder>>();
  readonly profiles = new Map<string, Logged<TraderProfile>>();
  /** By stream: this version cannot read an event, so the object is not compared. */
  readonly unreadable = new Map<string, Difference>();
  private readonly owned = new Map<string, LoggedAccount | null>();
  private readonly read = new Set<string>();

  constructor(
    private readonly log: EventLog,
    private readonly store: EventStore,
  ) {}

  async deposit(id: string): Promise<RequestedDeposit | null> {
    return (await this.load(this.deposits, deposits, id, unopened(this.log)))?.state ?? null;
  }

  async order(id: string): Promise<RequestedOrder | null> {
    return (await this.load(this.orders, orders, id))?.state ?? null;
  }

  /** Returns the account of a user, or null if it is not open. */
  async accountOf(userId: string): Promise<LoggedAccount | null> {
    const profile = (await this.load(this.profiles, traderProfiles, userId))?.state;
    if (profile?.account.kind !== 'opened') return null;
    const known = { profile, account: profile.account };
    this.owned.set(known.account.id, known);
    return known;
  }

  /** Returns the account with the broker's id, or null if no user has it. */
  async account(accountId: string): Promise<LoggedAccount | null> {
    const known = this.owned.get(accountId);
    if (known !== undefined) return known;
    const userId = await accountOwner(this.store, accountId);
    const account = userId === null ? null : await this.accountOf(userId);
    this.owned.set(accountId, account);
    return account;
  }

  private async load<State, Event extends DomainEvent, Kept extends State>(
    known: Map<string, Logged<Kept>>,
    source: Stream<State, Event>,
    id: string,
    log: Pick<EventLog, 'read'> = this.log,
  ): Promise<Logged<Kept> | undefined> {
    const stream = streamName(source, id);
    if (this.read.has(stream)) return known.get(id);
    const events = await log.read(stream);
    this.read.add(stream);
    let state = source.initial;
    for (const event of events)
      try {
        state = source.evolve(state, source.parse(event.type, event.data));
      } catch {
        return void this.unreadable.set(stream, unreadableEvent(event, events));
      }
    const last = events.at(-1);
    if (last !== undefined && state !== source.initial)
      known.set(id, { state: state as Kept, changedAt: last.metadata.at });
    return known.get(id);
  }
}

export const unreadableEvent = (
  { stream, type, revision, metadata }: RecordedEvent,
  all: readonly RecordedEvent[] = [],
): Difference => {
  const accountIds = all.flatMap(
    ({ data }) => (data as { accountId?: string } | null)?.accountId ?? [],
  );
  const category = categoryOf(stream);
  const idIn = (source: { readonly category: string }) =>
    source.category === category ? stream.slice(category.length + 1) : null;
  return differenceOf({
    ...{ kind: 'event_unreadable', partnerId: metadata.partnerId || null },
    ...{ depositId: idIn(deposits), orderId: idIn(orders) },
    accountId: category === traderProfiles.category ? (accountIds[0] ?? null) : null,
    what: `${stream}: event ${revision} (${type}) cannot be read`,
  });
};
