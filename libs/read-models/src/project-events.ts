import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { memoizeParse } from '#kernel/event-store/memoize-parse.js';
import { categoryOf } from '#kernel/event-store/stream.js';
import type { PartnerChange } from './apply-changes.js';
import { canonicalChange, canonicalPartner } from './canonical.js';
import type { RegisteredProjection } from './projection.js';

/** An event that a projection failed to apply. A rebuild with corrected code applies it. */
export type Quarantined = {
  readonly model: string;
  readonly event: RecordedEvent;
  readonly reason: string;
};

export type ProjectedChanges = {
  readonly changes: readonly PartnerChange[];
  readonly quarantined: readonly Quarantined[];
};

const REASON_LENGTH_MAX = 300;

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH_MAX);

/**
 * Projects events to changes of read models, in log order. Parses each event once for all
 * projections.
 */
export const projectEvents = (
  events: readonly RecordedEvent[],
  models: readonly RegisteredProjection[],
): ProjectedChanges => {
  const changes: PartnerChange[] = [];
  const quarantined: Quarantined[] = [];
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
        quarantined.push({ model: model.name, event, reason: reasonOf(error) });
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
