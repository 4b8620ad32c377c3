import { type RequestedDeposit, deposits } from '#funding';
import { traderProfiles } from '#onboarding';
import { orders } from '#orders';
import type { EventLog, RecordedEvent } from '#platform/event-store/event-log.js';
import { type DomainEvent, type Stream, categoryOf } from '#platform/event-store/stream.js';
import { walkLog } from '#platform/event-store/walk-log.js';

/** An effect without an outcome, and since when. */
export type OpenEffect = {
  readonly partnerId: string;
  readonly stream: string;
  readonly waitsFor: string;
  readonly since: string;
};

/** What the log alone says, by partner. */
export type Books = {
  readonly deposits: ReadonlyMap<string, readonly RequestedDeposit[]>;
  readonly accounts: readonly { readonly partnerId: string; readonly accountId: string }[];
  readonly open: readonly OpenEffect[];
  /** Deposits that wait for the pre-funded account: no failure. */
  readonly waiting: readonly OpenEffect[];
};

type Step = (known: unknown, event: RecordedEvent) => unknown;

const stepOf =
  <State, Event extends DomainEvent>(source: Stream<State, Event>): Step =>
  (known, { type, data }) =>
    source.evolve((known ?? source.initial) as State, source.parse(type, data));

const STEPS: ReadonlyMap<string, Step> = new Map([
  [deposits.category, stepOf(deposits)],
  [orders.category, stepOf(orders)],
  [traderProfiles.category, stepOf(traderProfiles)],
]);

/** Folds every deposit, order and profile of the log. */
export const readBooks = async (log: EventLog): Promise<Books> => {
  const streams = new Map<string, { state: unknown; last: RecordedEvent }>();
  for await (const event of walkLog(log)) {
    const step = STEPS.get(categoryOf(event.stream));
    if (step === undefined) continue;
    const state = step(streams.get(event.stream)?.state, event);
    streams.set(event.stream, { state, last: event });
  }
  return summed([...streams.values()]);
};

const summed = (entries: readonly { state: unknown; last: RecordedEvent }[]): Books => {
  const byPartner = new Map<string, RequestedDeposit[]>();
  const accounts: { partnerId: string; accountId: string }[] = [];
  const open: OpenEffect[] = [];
  const waiting: OpenEffect[] = [];
  for (const { state, last } of entries) {
    const { partnerId } = last.metadata;
    const effect = { partnerId, stream: last.stream, since: last.metadata.at };
    const entry = classify(state, categoryOf(last.stream));
    if (entry.deposit !== undefined)
      byPartner.set(partnerId, [...(byPartner.get(partnerId) ?? []), entry.deposit]);
    if (entry.accountId !== undefined) accounts.push({ partnerId, accountId: entry.accountId });
    if (entry.waitsFor === undefined) continue;
    const target = last.type === 'DepositDelayed' ? waiting : open;
    target.push({ ...effect, waitsFor: entry.waitsFor });
  }
  return { deposits: byPartner, accounts, open, waiting };
};

type Entry = {
  readonly deposit?: RequestedDeposit;
  readonly accountId?: string;
  readonly waitsFor?: string;
};

const classify = (state: unknown, category: string): Entry => {
  switch (category) {
    case deposits.category: {
      const deposit = state as RequestedDeposit;
      return deposit.status === 'pending' || deposit.status === 'processing'
        ? { deposit, waitsFor: 'the journal' }
        : { deposit };
    }
    case orders.category: {
      const { status } = state as { status: string };
      return status === 'pending' || status === 'submitted' ? { waitsFor: 'the order' } : {};
    }
    default: {
      const { account } = state as { account: { kind: string; id?: string } };
      if (account.kind === 'requested') return { waitsFor: 'the broker account' };
      return account.id === undefined ? {} : { accountId: account.id };
    }
  }
};
