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

/** Progress of an outside effect, from the state of its stream. */
type EffectProgress =
  | { readonly status: 'settled' }
  /** `startedAt`: time of the last send without an outcome, null without one. */
  | { readonly status: 'open'; readonly startedAt: string | null };

/**
 * The provider was too busy and did nothing. The worker cancels the intent record and repeats the
 * job.
 */
export class Throttled<State, Event extends DomainEvent> {
  constructor(
    readonly retryAfterMs: number,
    /** Appends `…Throttled`, the outcome of the send, which allows another send. */
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
  /** Waits until a send is possible. Throws before the intent record if that takes too long. */
  readonly requireReady: () => void | Promise<void>;
  /** Appends `…Started`, the intent record. */
  readonly start: (now: Date) => Decision<State, Event>;
  /** Looks up our id at the provider. Returns null for an unknown id. */
  readonly lookUp: (state: State) => Promise<Outcome | null>;
  /** Sends once, with our id as idempotency key. Returns null if the provider has the id already. */
  readonly send: (state: State) => Promise<SendResult<State, Event, Outcome>>;
  readonly record: (outcome: Outcome, now: Date) => Decision<State, Event>;
};

/** Another run of the same job began the send and records its outcome. */
export const LOST_RACE = Symbol('LostRace');
export type Worked = typeof LOST_RACE | undefined;

/**
 * Runs the write protocol of an outside effect: look up an earlier attempt, record the intent, send
 * once, record the outcome. After a crash, a second run or a late run it still sends at most once,
 * if the provider can look up the id. `before`: the stream as the caller has just loaded it.
 * @throws {OutcomeUnknown} and errors of the provider's adapter if the outcome is unknown.
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
 * Looks up the outcome of a send that began at `startedAt`. Returns null if it never arrived.
 * @throws {OutcomeUnknown} while the send may still arrive.
 */
export const findSent = <Outcome>(
  startedAt: string,
  lookUp: () => Promise<Outcome | null>,
): Promise<Outcome | null> => {
  const sinceMs = () => Date.now() - Date.parse(startedAt);
  // A slow response shows the state at the time of the request.
  const requestedMs = sinceMs();
  return retryLookupSoon(
    () => nextLookupMs(sinceMs()),
    async () => {
      const found = await lookUp();
      crashPoint('effect.looked-up');
      if (found === null && requestedMs < RESEND_AFTER_MS)
        throw OutcomeUnknown.waiting('sent earlier, but the provider does not show it yet');
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
  const elapsedMs = elapsedSince(begunMs);
  try {
    await store.appendTo(stream, id, loaded, effect.start(new Date(begunMs))(loaded.state), cause);
  } catch (error) {
    if (error instanceof WrongExpectedRevision) return LOST_RACE;
    throw error;
  }
  crashPoint('effect.intent-recorded');
  if (elapsedMs() > SEND_WITHIN_MS)
    throw OutcomeUnknown.waiting(
      'delayed since the intent record; another worker may count the send as lost',
    );
  const sent = await retryLookupSoon(firstLookupMs, () => effect.send(loaded.state));
  crashPoint('effect.sent');
  if (sent instanceof Throttled) {
    await store.transact(stream, id, sent.cancelIntent(new Date()), cause);
    throw new ProviderBusy('the provider is too busy and did nothing', sent.retryAfterMs);
  }
  if (sent !== null && !(sent instanceof OutcomeUnknown)) return sent;
  const unclear = sent instanceof OutcomeUnknown ? sent : null;
  return retryLookupSoon(
    () => nextLookupMs(Date.now() - begunMs),
    () => settle(effect, loaded.state, unclear),
  );
};

/**
 * Looks up the outcome of an inconclusive send.
 * @throws {OutcomeUnknown} if the lookup does not find it.
 */
const settle = async <State, Event extends DomainEvent, Outcome>(
  effect: Effect<State, Event, Outcome>,
  state: State,
  unclear: OutcomeUnknown<Outcome> | null,
): Promise<Outcome> => {
  const outcome = (await effect.lookUp(state)) ?? unclear?.otherwise ?? null;
  if (outcome === null)
    throw OutcomeUnknown.waiting(
      unclear?.message ?? 'the provider reports that it exists, but does not find it',
    );
  return outcome;
};
