import { isUncredited } from '#funding/deposit/settle-credits.decide.js';
import { waitingReason } from '#funding/deposit/waiting-reason.js';
import { type EventLog, unopened } from '#kernel/event-store/event-log.js';
import { catchUp } from '#kernel/event-store/catch-up.js';
import { AUDIT_STUCK_AFTER_MS } from '#observability/timing.js';
import { transfers } from '#settlement/transfer/transfer.state.js';
import type { Logged } from '../import/logged-records.js';
import type { Comparison, Sources } from '../match/comparison.js';

/** An effect without an outcome. `since`: ISO 8601 UTC. */
export type OpenEffect = Readonly<Record<'partnerId' | 'stream' | 'waitsFor' | 'since', string>>;

export type OpenEffects = Readonly<Record<'open' | 'waiting' | 'stuck', readonly OpenEffect[]>>;

/** Returns the work without an outcome. Work that waits for the broker as planned is not stuck. */
export const openEffects = async (comparison: Comparison, now: Date): Promise<OpenEffects> => {
  const { logged, sources, scope } = comparison;
  const { deposits, orders, profiles } = logged;
  const waiting = unfinished('deposit', deposits, (each) =>
    isUncredited(each) ? waitingReason(each, now) : null,
  );
  const open = [
    ...unfinished('deposit', deposits, (each) =>
      isUncredited(each) && waitingReason(each, now) === null ? 'the journal' : null,
    ),
    ...unfinished('order', orders, ({ status }) =>
      status === 'pending' || status === 'submitted' ? 'the order' : null,
    ),
    ...unfinished('profile', profiles, ({ account }) =>
      account.kind === 'requested' ? 'the broker account' : null,
    ),
  ];
  for (const id of scope.transfers) open.push(...(await openTransfer(sources, id)));
  for (const id of scope.partners) open.push(...(await openPeriods(sources.log, id)));
  const isStuck = ({ since }: OpenEffect) =>
    now.getTime() - Date.parse(since) > AUDIT_STUCK_AFTER_MS;
  open.push(...(await notServed(comparison)).filter(isStuck));
  return { open, waiting, stuck: open.filter(isStuck) };
};

const unfinished = <State extends { readonly partnerId: string }>(
  category: string,
  records: ReadonlyMap<string, Logged<State>>,
  waitsFor: (state: State) => string | null,
): readonly OpenEffect[] =>
  [...records].flatMap(([id, { state, changedAt: since }]) => {
    const what = waitsFor(state);
    const about = { partnerId: state.partnerId, stream: `${category}-${id}`, since };
    return what === null ? [] : [{ ...about, waitsFor: what }];
  });

const openTransfer = async ({ store }: Sources, id: string): Promise<readonly OpenEffect[]> => {
  const stream = `transfer-${id}`;
  const [state, last] = [await store.load(transfers, id), await store.lastMetadata(stream)];
  if (last === undefined || state.status === 'absent' || state.booked) return [];
  const { partnerId, at: since } = last;
  return [{ partnerId, stream, waitsFor: 'its place in the ledger', since }];
};

/** Periods that were cut off and are not closed. */
const openPeriods = async (log: EventLog, partnerId: string): Promise<readonly OpenEffect[]> => {
  const cutOff = new Map<number, string>();
  const stream = `settlement-${partnerId}`;
  for (const { type, data } of await log.read(stream)) {
    if (type !== 'SettlementCutOffReached' && type !== 'SettlementPeriodClosed') continue;
    const { number, at } = data as { readonly number: number; readonly at: string };
    if (type === 'SettlementCutOffReached') cutOff.set(number, at);
    else cutOff.delete(number);
  }
  return [...cutOff].map(([number, since]) => ({
    ...{ partnerId, stream, waitsFor: `the closing of period ${number}`, since },
  }));
};

/** The first event of each partner that its read models lack. */
const notServed = async ({ scope, sources }: Comparison): Promise<readonly OpenEffect[]> => {
  const found: OpenEffect[] = [];
  for (const partnerId of scope.partners) {
    const position = await sources.rows.snapshot((_, positionOf) => positionOf(partnerId));
    if (scope.logUntil === null || position >= scope.logUntil) continue;
    await catchUp({ log: unopened(sources.log), after: position }, (events) => {
      const first = events.find(
        ({ stream, metadata }) =>
          metadata.partnerId === partnerId && /^(partner|deposit|settlement)-/.test(stream),
      );
      if (first === undefined) return undefined;
      const { stream, metadata } = first;
      found.push({ partnerId, stream, waitsFor: 'the read models', since: metadata.at });
      return 'enough';
    });
  }
  return found;
};
