import { waitingReason } from '#funding/deposit/waiting-reason.js';
import { type EventLog, unopened } from '#kernel/event-store/event-log.js';
import { readAll } from '#kernel/event-store/read-all.js';
import { AUDIT_STUCK_AFTER_MS } from '#observability/timing.js';
import { transfers } from '#settlement/transfer/transfer.state.js';
import type { Comparison } from '../match/comparison.js';

/** An effect without an outcome. `since`: ISO 8601 UTC. */
export type OpenEffect = Readonly<Record<'partnerId' | 'stream' | 'waitsFor' | 'since', string>>;

export type OpenEffects = Readonly<Record<'open' | 'waiting' | 'stuck', readonly OpenEffect[]>>;

/** Returns the work without an outcome. Work that waits for the broker as planned is not stuck. */
export const openEffects = async (comparison: Comparison, now: Date): Promise<OpenEffects> => {
  const { logged, sources, scope } = comparison;
  const [open, waiting]: [OpenEffect[], OpenEffect[]] = [[], []];
  for (const [id, { state, changedAt: since }] of logged.deposits) {
    if (state.status !== 'pending' && state.status !== 'processing') continue;
    const reason = waitingReason(state, now);
    const effect = { partnerId: state.partnerId, stream: `deposit-${id}`, since };
    (reason === null ? open : waiting).push({ ...effect, waitsFor: reason ?? 'the journal' });
  }
  for (const [id, { state, changedAt: since }] of logged.orders)
    if (state.status === 'pending' || state.status === 'submitted')
      open.push({
        partnerId: state.partnerId,
        stream: `order-${id}`,
        waitsFor: 'the order',
        since,
      });
  for (const [id, { state, changedAt: since }] of logged.profiles)
    if (state.account.kind === 'requested')
      open.push({
        ...{ partnerId: state.partnerId, stream: `profile-${id}`, since },
        waitsFor: 'the broker account',
      });
  for (const id of scope.transfers) open.push(...(await openTransfer(sources.log, id)));
  for (const id of scope.partners) open.push(...(await openPeriods(sources.log, id)));
  const isStuck = ({ since }: OpenEffect) =>
    now.getTime() - Date.parse(since) > AUDIT_STUCK_AFTER_MS;
  open.push(...(await notServed(comparison)).filter(isStuck));
  return { open, waiting, stuck: open.filter(isStuck) };
};

const openTransfer = async (log: EventLog, id: string): Promise<readonly OpenEffect[]> => {
  const events = await log.read(`transfer-${id}`);
  const parsed = events.map(({ type, data }) => transfers.parse(type, data));
  const state = parsed.reduce(transfers.evolve, transfers.initial);
  const last = events.at(-1);
  if (last === undefined || state.status === 'absent' || state.booked) return [];
  const { partnerId, at: since } = last.metadata;
  return [{ partnerId, stream: last.stream, waitsFor: 'its place in the ledger', since }];
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
    for await (const { stream, metadata } of readAll(unopened(sources.log), position)) {
      if (metadata.partnerId !== partnerId || !/^(partner|deposit|settlement)-/.test(stream))
        continue;
      found.push({ partnerId, stream, waitsFor: 'the read models', since: metadata.at });
      break;
    }
  }
  return found;
};
