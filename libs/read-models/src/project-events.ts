import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { memoizeParse } from '#kernel/event-store/memoize-parse.js';
import { categoryOf } from '#kernel/event-store/stream.js';
import type { PartnerChange } from './apply-changes.js';
import { canonicalChange, canonicalPartner } from './canonical.js';
import type { RegisteredProjection } from './projection.js';

/** An event that a projection failed to apply. A rebuild with corrected code applies it. */
export type QuarantinedEvent = {
  readonly model: string;
  readonly position: bigint;
  /** Empty if the event's metadata lacks a partner. */
  readonly partnerId: string;
  readonly stream: string;
  readonly type: string;
  readonly reason: string;
};

const REASON_LENGTH_MAX = 300;

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH_MAX);

/** Returns an event as a read model quarantines it after this error. */
export const quarantinedBy = (
  model: string,
  { position, stream, type, metadata }: RecordedEvent,
  error: unknown,
): QuarantinedEvent => ({
  ...{ model, position, stream, type },
  partnerId: metadata.partnerId,
  reason: reasonOf(error),
});

type ProjectedChanges = {
  readonly changes: readonly PartnerChange[];
  readonly quarantined: readonly QuarantinedEvent[];
};

/**
 * Projects events to changes of read models, in log order. Parses each event once for all
 * projections.
 */
export const projectEvents = (
  events: readonly RecordedEvent[],
  models: readonly RegisteredProjection[],
): ProjectedChanges => {
  const changes: PartnerChange[] = [];
  const quarantined: QuarantinedEvent[] = [];
  const readersOf = byCategory(models);
  for (const event of events) {
    const readers = readersOf(categoryOf(event.stream));
    if (readers.length === 0) continue;
    const reading = memoizeParse(event);
    let partnerId: string | null = null;
    for (const model of readers) {
      const before = changes.length;
      try {
        for (const change of model.changesOf(event, reading)) {
          partnerId ??= canonicalPartner(event.metadata.partnerId);
          changes.push({ partnerId, change: canonicalChange(change) });
        }
      } catch (error) {
        changes.length = before;
        quarantined.push(quarantinedBy(model.name, event, error));
      }
    }
  }
  return { changes, quarantined };
};

const byCategory = (models: readonly RegisteredProjection[]) => {
  const known = new Map<string, readonly RegisteredProjection[]>();
  return (category: string): readonly RegisteredProjection[] => {
    const found = known.get(category) ?? models.filter((each) => each.categories.has(category));
    known.set(category, found);
    return found;
  };
};
