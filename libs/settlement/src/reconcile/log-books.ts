import { deposits, waitOf } from '#funding';
import { type TraderProfile, traderProfiles } from '#onboarding';
import { type RequestedOrder, orders } from '#orders';
import type { EventLog, RecordedEvent } from '#platform/event-store/event-log.js';
import { type DomainEvent, type Stream, categoryOf } from '#platform/event-store/stream.js';
import { books } from '../book/book.state.js';
import { type Transfer, transfers } from '../transfer/transfer.state.js';
import { type LoggedAccount, loggedAccount } from './compare-accounts.js';
import type { SettlementReader } from '../settlement-periods/settlement-reader.js';
import { PartnerBooks } from './partner-books.js';
import { ShownBooks, walkPast } from './shown-books.js';
import { UnreadableEvents } from './unreadable-events.js';

/** An effect without an outcome, and since when. */
export type OpenEffect = {
  readonly partnerId: string;
  readonly stream: string;
  readonly waitsFor: string;
  readonly since: string;
};

/** What the log alone says. */
export type LogBooks = {
  readonly partners: ReadonlyMap<string, PartnerBooks>;
  /** Of the first event, null in an empty log. */
  readonly firstAt: string | null;
  readonly accounts: readonly LoggedAccount[];
  readonly orders: readonly RequestedOrder[];
  readonly open: readonly OpenEffect[];
  /** Deposits that wait for the pre-funded account, or for the broker's approval: no failure. */
  readonly waiting: readonly OpenEffect[];
  readonly unreadable: UnreadableEvents;
  /** Of partners that are shown. */
  readonly shown: readonly ShownBooks[];
  /** Partners' first events that are not shown, by partner, as what waits for that. */
  readonly notShown: readonly OpenEffect[];
};

type Folded = { state: unknown; last: RecordedEvent };
type Step = (known: unknown, event: RecordedEvent) => unknown;

const stepOf =
  <State, Event extends DomainEvent>(source: Stream<State, Event>): Step =>
  (known, { type, data }) =>
    source.evolve((known ?? source.initial) as State, source.parse(type, data));

const STEPS: ReadonlyMap<string, Step> = new Map([
  [orders.category, stepOf(orders)],
  [traderProfiles.category, stepOf(traderProfiles)],
  [transfers.category, stepOf(transfers)],
]);

/**
 * Folds everything of the log that money depends on, beside what partners are shown: that is read when the log
 * tells of a partner, and the log then at least up to there.
 */
export const readLogBooks = async (
  { log, reader }: { readonly log: EventLog; readonly reader: Pick<SettlementReader, 'shown'> },
  now: Date,
): Promise<LogBooks> => {
  const partners = new Map<string, PartnerBooks>();
  const shown = new Map<string, ShownBooks>();
  const unreadable = new UnreadableEvents();
  const streams = new Map<string, Folded>();
  const lastOf = new Map<string, RecordedEvent>();
  let firstAt: string | null = null;
  for await (const event of walkPast(log, shown)) {
    firstAt ??= event.metadata.at;
    const category = categoryOf(event.stream);
    const { partnerId } = event.metadata;
    if (category === 'partner' && !partners.has(partnerId)) {
      const begun = new PartnerBooks(partnerId);
      partners.set(partnerId, begun);
      const beside = new ShownBooks(await reader.shown(partnerId), begun);
      beside.meet(event);
      shown.set(partnerId, beside);
    }
    const ofPartner = partners.get(partnerId);
    if (category === books.category || category === deposits.category)
      shown.get(partnerId)?.meet(event);
    unreadable.attempt(event, () => {
      if (category === books.category) ofPartner?.takeBookEvent(event.type, event.data);
      if (category === deposits.category) {
        const id = event.stream.slice(category.length + 1);
        ofPartner?.takeDeposit(id, deposits.parse(event.type, event.data));
        lastOf.set(id, { ...event, data: null });
      }
      const step = STEPS.get(category);
      if (step === undefined) return;
      const state = step(streams.get(event.stream)?.state, event);
      streams.set(event.stream, { state, last: event });
    });
  }
  const effects = effectsOf(partners, lastOf, [...streams.values()], now);
  return { partners, firstAt, unreadable, ...effects, ...toCompare([...shown.values()]) };
};

const toCompare = (all: readonly ShownBooks[]): Pick<LogBooks, 'shown' | 'notShown'> => ({
  shown: all.filter(
    ({ notShown }) => notShown === null || categoryOf(notShown.stream) !== 'partner',
  ),
  notShown: all.flatMap(({ notShown }) => {
    if (notShown === null) return [];
    const { stream, metadata } = notShown;
    const { partnerId, at: since } = metadata;
    return [{ partnerId, stream, waitsFor: 'the read models', since }];
  }),
});

const effectsOf = (
  partners: ReadonlyMap<string, PartnerBooks>,
  lastOf: ReadonlyMap<string, RecordedEvent>,
  folded: readonly Folded[],
  now: Date,
): Pick<LogBooks, 'accounts' | 'orders' | 'open' | 'waiting'> => {
  const accounts: LoggedAccount[] = [];
  const placed: RequestedOrder[] = [];
  const open: OpenEffect[] = [];
  const waiting: OpenEffect[] = [];
  for (const { state, last } of folded) {
    const { partnerId, at: since } = last.metadata;
    const { waitsFor, account, order } = classify(state, categoryOf(last.stream));
    if (order !== undefined) placed.push(order);
    if (account !== undefined) accounts.push(account);
    if (waitsFor !== undefined) open.push({ partnerId, stream: last.stream, waitsFor, since });
  }
  for (const [partnerId, ofPartner] of partners) {
    for (const [id, { deposit }] of ofPartner.deposits) {
      const last = lastOf.get(id);
      if (last === undefined || !['pending', 'processing'].includes(deposit.status)) continue;
      const { at: since } = last.metadata;
      const wait = waitOf(deposit, now);
      const effect = { partnerId, stream: last.stream, waitsFor: wait ?? 'the journal', since };
      (wait === null ? open : waiting).push(effect);
    }
    for (const { number, cutOffAt: since, closing } of ofPartner.periods) {
      if (since === null || closing !== null) continue;
      const stream = `${books.category}-${partnerId}`;
      open.push({ partnerId, stream, waitsFor: `the closing of period ${number}`, since });
    }
  }
  return { accounts, orders: placed, open, waiting };
};

type Entry = {
  readonly account?: LoggedAccount;
  readonly order?: RequestedOrder;
  readonly waitsFor?: string;
};

const classify = (state: unknown, category: string): Entry => {
  switch (category) {
    case orders.category: {
      const order = state as RequestedOrder;
      const unanswered = order.status === 'pending' || order.status === 'submitted';
      return unanswered ? { order, waitsFor: 'the order' } : { order };
    }
    case transfers.category: {
      const transfer = state as Transfer;
      const isProposed = transfer.status === 'absent';
      return isProposed || transfer.booked ? {} : { waitsFor: 'its place in the book' };
    }
    default: {
      const profile = state as TraderProfile;
      const { account } = profile;
      if (account.kind === 'requested') return { waitsFor: 'the broker account' };
      if (account.kind === 'refused') return {};
      return { account: loggedAccount(profile, account) };
    }
  }
};
