import { crashPoint } from '../crash-points.js';
import { elapsedSince } from '../elapsed.js';
import { ProviderBusy } from '../provider-busy.js';
import type { Cause, EventStore, Loaded } from '../event-store/event-store.js';
import { OutcomeUnknown } from '../outcome-unknown.js';
import { WrongExpectedRevision } from '../event-store/event-log.js';
import type { Decision, DomainEvent, Stream } from '../event-store/stream.js';
import { effectOutcomes } from '../metrics.js';
import { firstLookupMs, retryLookupSoon, nextLookupMs } from './lookup-retry.js';
import { RESEND_AFTER_MS, SEND_WITHIN_MS } from '../timing.js';

/** Where an outside effect stands, as its stream's state tells. */
type EffectProgress =
  | { readonly status: 'settled' }
  /** `startedAt`: the last send without an outcome, null when there is none. */
  | { readonly status: 'open'; readonly startedAt: string | null };

/**
 * The provider was too busy and did nothing: the worker cancels the intent record, and the job
 * comes again.
 */
export class Throttled<State, Event extends DomainEvent> {
  constructor(
    readonly retryAfterMs: number,
    /** Appends `…Throttled`: the send has an outcome and may be repeated. */
    readonly cancelIntent: (now: Date) => Decision<State, Event>,
  ) {}
}

type SendResult<State, Event extends DomainEvent, Outcome> =
  | Outcome
  | OutcomeUnknown<Outcome>
  | Throttled<State, Event>
  | null;

export type Effect<State, Event extends DomainEvent, Outcome> = {
  readonly stream: Stream<State, Event>;
  readonly id: string;
  readonly progress: (state: State) => EffectProgress;
  /** Waits for its turn; throws when there is none for a while, so that nothing starts in vain. */
  readonly requireReady: () => void | Promise<void>;
  /** Appends `…Started`, the intent record. */
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

/**
 * Runs the write protocol of an outside effect: look up an earlier attempt, record the intent, send
 * once, record the outcome. Killed anywhere, run twice or late, it sends at most once as long as
 * the provider can be asked. `before`: the stream as the caller has just loaded it.
 * @throws {OutcomeUnknown} and the error of the provider's adapter when an outcome is unknown.
 */
export const performEffect = async <State, Event extends DomainEvent, Outcome>(
  store: EventStore,
  effect: Effect<State, Event, Outcome>,
  cause: Cause,
  before?: Loaded<State>,
): Promise<Worked> => {
  const { stream, id } = effect;
  const loaded = before ?? (await store.loadWithRevision(stream, id));
  const progress = effect.progress(loaded.state);
  if (progress.status === 'settled') return undefined;

  const count = (outcome: string): void => effectOutcomes.inc({ effect: stream.category, outcome });
  try {
    const outcome =
      (await findPreviousAttempt(effect, loaded, progress.startedAt)) ??
      (await sendOnce(store, effect, loaded, cause));
    if (outcome === LOST_RACE) {
      count('lost_race');
      return LOST_RACE;
    }
    // Events that another writer appended meanwhile happened earlier.
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

const findPreviousAttempt = async <State, Event extends DomainEvent, Outcome>(
  effect: Effect<State, Event, Outcome>,
  { state }: Loaded<State>,
  startedAt: string | null,
): Promise<Outcome | null> => {
  if (startedAt === null) return null;
  return findSent(startedAt, () => effect.lookUp(state));
};

/**
 * Looks up what was sent at `startedAt`; null when it never arrived.
 * @throws {OutcomeUnknown} while it may still be on its way.
 */
export const findSent = <Outcome>(
  startedAt: string,
  lookUp: () => Promise<Outcome | null>,
): Promise<Outcome | null> => {
  const sinceMs = () => Date.now() - Date.parse(startedAt);
  // A slow answer tells how it was when it was asked for, not how it is when it comes.
  const askedMs = sinceMs();
  return retryLookupSoon(
    () => nextLookupMs(sinceMs()),
    async () => {
      const found = await lookUp();
      crashPoint('effect.looked-up');
      if (found === null && askedMs < RESEND_AFTER_MS)
        throw OutcomeUnknown.waiting('sent before, and the provider does not know of it yet');
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
  crashPoint('effect.intent-recorded');
  if (heldUpMs() > SEND_WITHIN_MS)
    throw OutcomeUnknown.waiting(
      'delayed since the intent record; another worker may count the send as lost',
    );
  const sent = await retryLookupSoon(firstLookupMs, () => effect.send(loaded.state));
  crashPoint('effect.sent');
  if (sent instanceof Throttled) {
    await store.transact(stream, id, sent.cancelIntent(new Date()), cause);
    throw new ProviderBusy('the provider took no more calls; nothing was done', sent.retryAfterMs);
  }
  if (sent !== null && !(sent instanceof OutcomeUnknown)) return sent;
  const unclear = sent instanceof OutcomeUnknown ? sent : null;
  return retryLookupSoon(
    () => nextLookupMs(Date.now() - begunMs),
    () => settle(effect, loaded.state, unclear),
  );
};

/**
 * Looks up the outcome of an inconclusive send. @throws {OutcomeUnknown} when the lookup does not
 * find it.
 */
const settle = async <State, Event extends DomainEvent, Outcome>(
  effect: Effect<State, Event, Outcome>,
  state: State,
  unclear: OutcomeUnknown<Outcome> | null,
): Promise<Outcome> => {
  const outcome = (await effect.lookUp(state)) ?? unclear?.otherwise ?? null;
  if (outcome === null)
    throw OutcomeUnknown.waiting(
      unclear?.message ?? 'the provider says it exists, and cannot show it',
    );
  return outcome;
};
