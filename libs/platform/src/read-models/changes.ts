import type { RecordedEvent } from '../event-store/event-log.js';
import { type Reading, readingOf } from '../event-store/reading.js';
import { categoryOf } from '../event-store/stream.js';
import { NOTHING } from './position.js';
import type { Change, RegisteredProjection } from './projection.js';

/** Far above any document here. */
const FIELDS_MAX = 1_000;

/** An event and what it changes. */
type Step = {
  readonly event: RecordedEvent;
  readonly position: string;
  readonly changes: readonly Change[];
};

/** What one batch means for one partner. */
export type Slice = {
  readonly partnerId: string;
  /** Position of the event that opens the partner, or '' when it is not in this batch. */
  opensAt: string;
  lastPosition: string;
  /** Events of this projection that came before the opening one: all, when there is none. */
  readonly unopened: RecordedEvent[];
  /** Those that change something, in the order of the log. */
  readonly steps: Step[];
};

export type Failed = { readonly event: RecordedEvent; readonly reason: string };

export type Sliced = {
  readonly slices: readonly Slice[];
  readonly failed: readonly Failed[];
  /** The events that change something. */
  readonly changing: readonly RecordedEvent[];
};

/** What every read model asks of an event, worked out once for all that take in the same batch. */
type Seen = {
  readonly event: RecordedEvent;
  readonly position: string;
  readonly category: string;
  readonly opens: boolean;
  readonly reading: Reading;
};

const seenBatches = new WeakMap<readonly RecordedEvent[], readonly Seen[]>();

const seenIn = (
  events: readonly RecordedEvent[],
  opensPartner: (event: RecordedEvent) => boolean,
): readonly Seen[] => {
  const known = seenBatches.get(events);
  if (known !== undefined) return known;
  const seen = events.map((event) => ({
    event,
    position: `${event.position}`,
    category: categoryOf(event.stream),
    opens: opensPartner(event),
    reading: readingOf(event),
  }));
  seenBatches.set(events, seen);
  return seen;
};

/**
 * Splits a batch by partner and keeps the order of the log. Every event of a partner moves its
 * guard, whether or not the projection reads it, so that a reader can tell how recent a model is.
 * Events that no projection reads may lack a partner; those that do not parse or project are
 * answered apart.
 */
export const sliced = (
  events: readonly RecordedEvent[],
  projection: RegisteredProjection,
  opensPartner: (event: RecordedEvent) => boolean,
): Sliced => {
  const slices = new Map<string, Slice>();
  const failed: Failed[] = [];
  const changing: RecordedEvent[] = [];
  for (const { event, position, category, opens, reading } of seenIn(events, opensPartner)) {
    const { partnerId } = event.metadata;
    const isRead = projection.categories.has(category);
    if (partnerId === '') {
      if (isRead) failed.push({ event, reason: 'its metadata names no partner' });
      continue;
    }
    const slice = slices.get(partnerId) ?? emptySlice(partnerId);
    slices.set(partnerId, slice);
    slice.lastPosition = position;
    if (slice.opensAt === NOTHING && opens) slice.opensAt = position;
    if (!isRead) continue;
    if (slice.opensAt === NOTHING) slice.unopened.push(event);
    try {
      const changes = projection.changesOf(event, reading);
      requireFit(changes);
      if (changes.length === 0) continue;
      slice.steps.push({ event, position, changes });
      changing.push(event);
    } catch (error) {
      failed.push({ event, reason: reasonOf(error) });
    }
  }
  return { slices: [...slices.values()], failed, changing };
};

const emptySlice = (partnerId: string): Slice => ({
  partnerId,
  opensAt: NOTHING,
  lastPosition: NOTHING,
  unopened: [],
  steps: [],
});

/** @throws {RangeError} when a change is more than Redis should be given at once. */
export const requireFit = (changes: readonly Change[]): void => {
  for (const change of changes)
    if (change.op === 'set' && Object.keys(change.fields).length > FIELDS_MAX)
      throw new RangeError(`Over ${FIELDS_MAX} fields in one change`);
};

const REASON_LENGTH_MAX = 300;

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH_MAX);
