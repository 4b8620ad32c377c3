import { crashPoint } from '../core/crash-points.js';
import { elapsedSince } from '../core/elapsed.js';
import { ProviderBusy } from '../core/provider-busy.js';
import { RESEND_AFTER_MS, SEND_WITHIN_MS } from '../core/timing.js';
import type { Cause, EventStore, Loaded } from '../event-store/event-store.js';
import { WrongExpectedRevision } from '../event-store/event-log.js';
import type { Decision, DomainEvent, Stream } from '../event-store/stream.js';
import { effectOutcomes } from '../signals/metrics.js';
import { firstLookMs, lookedUpSoon, nextLookMs } from './next-look.js';

/** Where an outside effect stands, as its stream's state tells. */
type EffectProgress =
  | { readonly status: 'settled' }
  /** `startedAt`: the last send without an outcome, null when there is none. */
  | { readonly status: 'open'; readonly startedAt: string | null };

/** Neither yes nor no: it is looked up. `otherwise`: what it comes to when the provider has nothing. */
export class Unclear<Outcome> {
  constructor(
    readonly reason: string,
    readonly otherwise: Outcome | null,
  ) {}

  /**
   * A "no" that may not be the provider's own. A first one is looked up until it is sure that nothing
   * was done, and sent once more; the same answer again is taken for an answer.
   */
  static refusal<Outcome>(reason: string, sentBefore: number, refused: Outcome): Unclear<Outcome> {
    return new Unclear(reason, sentBefore === 0 ? null : refused);
  }
}

/** The provider was too busy, and did nothing: the fence is taken back, and the job comes again. */
export class Throttled<State, Event extends DomainEvent> {
  constructor(
    readonly retryAfterMs: number,
    /** Appends `…Throttled`: the send has an outcome, and may be made anew. */
    readonly takeBack: (now: Date) => Decision<State, Event>,
  ) {}
}

type SendResult<State, Event extends DomainEvent, Outcome> =
  | Outcome
  | Unclear<Outcome>
  | Throttled<State, Event>
  | null;

export type Effect<State, Event extends DomainEvent, Outcome> = {
  readonly stream: Stream<State, Event>;
  readonly id: string;
  readonly progress: (state: State) => EffectProgress;
  /** Waits for its turn; throws when there is none for a while, so that nothing starts in vain. */
  readonly requireReady: () => void | Promise<void>;
  /** Appends `…Started`: the fence. */
  readonly start: (now: Date) => Decision<State, Event>;
  /** Asks the provider by our id; null when it knows nothing of it. */
  readonly lookUp: (state: State) => Promise<Outcome | null>;
  /** Sends once, with our id as the provider's idempotency key; null: it is known there already. */
  readonly send: (state: State) => Promise<SendResult<State, Event, Outcome>>;
  readonly record: (outcome: Outcome, now: Date) => Decision<State, Event>;
};

/** Another run of the same job began the send; what becomes of it is that one's to tell. */
export const LOST_RACE = Symbol('LostRace');
export type Worked = typeof LOST_RACE | undefined;

/** The outcome is not known yet; the job is tried again. */
export class EffectUncertain extends Error {
  override readonly name = 'EffectUncertain';
}

/**
 * The write protocol of every outside effect: look up what an earlier attempt may have left,
 * fence, send once, record. Killed anywhere, run twice or late, it sends at most once for as long
 * as the provider can be asked.
 * @throws {EffectUncertain} and whatever the provider's adapter throws when an outcome is unknown.
 */
export const performEffect = async <State, Event extends DomainEvent, Outcome>(
  store: EventStore,
  effect: Effect<State, Event, Outcome>,
  cause: Cause,
): Promise<Worked> => {
  const { stream, id } = effect;
  const loaded = await store.loadWithRevision(stream, id);
  const progress = effect.progress(loaded.state);
  if (progress.status === 'settled') return undefined;

  const count = (outcome: string): void => effectOutcomes.inc({ effect: stream.category, outcome });
  try {
    const outcome =
      (await leftBehind(effect, loaded, progress.startedAt)) ??
      (await sendOnce(store, effect, loaded, cause));
    if (outcome === LOST_RACE) {
      count('lost_race');
      return LOST_RACE;
    }
    // What somebody else appended meanwhile happened before.
    const record: Decision<State, Event> = (state) => effect.record(outcome, new Date())(state);
    const { events } = await store.transact(stream, id, record, cause);
    for (const { type } of events) count(type);
  } catch (error) {
    count('unknown');
    throw error;
  }
  crashPoint('effect.recorded');
  return undefined;
};

const leftBehind = async <State, Event extends DomainEvent, Outcome>(
  effect: Effect<State, Event, Outcome>,
  { state }: Loaded<State>,
  startedAt: string | null,
): Promise<Outcome | null> => {
  if (startedAt === null) return null;
  return findSent(startedAt, () => effect.lookUp(state));
};

/**
 * Looks up what was sent at `startedAt`; null when it never arrived.
 * @throws {EffectUncertain} while it may still be on its way.
 */
export const findSent = <Outcome>(
  startedAt: string,
  lookUp: () => Promise<Outcome | null>,
): Promise<Outcome | null> => {
  const sinceMs = () => Date.now() - Date.parse(startedAt);
  // A slow answer tells how it was when it was asked for, not how it is when it comes.
  const askedMs = sinceMs();
  return lookedUpSoon(
    () => nextLookMs(sinceMs()),
    async () => {
      const found = await lookUp();
      crashPoint('effect.looked-up');
      if (found === null && askedMs < RESEND_AFTER_MS)
        throw new EffectUncertain('sent before, and the provider does not know of it yet');
      return found;
    },
  );
};

const sendOnce = async <State, Event extends DomainEvent, Outcome>(
  store: EventStore,
  effect: Effect<State, Event, Outcome>,
  loaded: Loaded<State>,
  cause: Cause,
): Promise<Outcome | typeof LOST_RACE> => {
  const { stream, id } = effect;
  await effect.requireReady();
  const begunMs = Date.now();
  const heldUpMs = elapsedSince(begunMs);
  try {
    await store.appendTo(stream, id, loaded, effect.start(new Date(begunMs))(loaded.state), cause);
  } catch (error) {
    if (error instanceof WrongExpectedRevision) return LOST_RACE;
    throw error;
  }
  crashPoint('effect.fenced');
  if (heldUpMs() > SEND_WITHIN_MS)
    throw new EffectUncertain('held up since the fence; others may count it as lost by now');
  const sent = await lookedUpSoon(firstLookMs, () => effect.send(loaded.state));
  crashPoint('effect.sent');
  if (sent instanceof Throttled) {
    await store.transact(stream, id, sent.takeBack(new Date()), cause);
    throw new ProviderBusy('the provider took no more calls; nothing was done', sent.retryAfterMs);
  }
  if (sent !== null && !(sent instanceof Unclear)) return sent;
  const unclear = sent instanceof Unclear ? sent : null;
  return lookedUpSoon(
    () => nextLookMs(Date.now() - begunMs),
    () => settle(effect, loaded.state, unclear),
  );
};

/** Of an answer that settles nothing by itself. @throws {EffectUncertain} when a look-up does not. */
const settle = async <State, Event extends DomainEvent, Outcome>(
  effect: Effect<State, Event, Outcome>,
  state: State,
  unclear: Unclear<Outcome> | null,
): Promise<Outcome> => {
  const outcome = (await effect.lookUp(state)) ?? unclear?.otherwise ?? null;
  if (outcome === null)
    throw new EffectUncertain(unclear?.reason ?? 'the provider says it exists, and cannot show it');
  return outcome;
};
