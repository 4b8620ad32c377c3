import type { RecordedEvent } from '../event-store/event-log.js';
import { type Reading, readingOf } from '../event-store/reading.js';
import { categoryOf } from '../event-store/stream.js';
import type { PartnerChange } from './apply-changes.js';
import { canonicalChange, canonicalPartner } from './canonical.js';
import type { RegisteredModel } from './read-model.js';

/** An event that a read model could not take in; filling it anew with mended code takes it in. */
export type Parked = {
  readonly model: string;
  readonly event: RecordedEvent;
  readonly reason: string;
};

export type Projected = {
  readonly changes: readonly PartnerChange[];
  readonly parked: readonly Parked[];
};

const REASON_LENGTH_MAX = 300;

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH_MAX);

/** What events change in read models, in the order of the log. An event is parsed once for all. */
export const projected = (
  events: readonly RecordedEvent[],
  models: readonly RegisteredModel[],
): Projected => {
  const changes: PartnerChange[] = [];
  const parked: Parked[] = [];
  const readersOf = byCategory(models);
  for (const event of events) {
    const readers = readersOf(categoryOf(event.stream));
    if (readers.length === 0) continue;
    const reading = readingOf(event);
    for (const model of readers)
      try {
        changes.push(...changesOf(model, event, reading));
      } catch (error) {
        parked.push({ model: model.name, event, reason: reasonOf(error) });
      }
  }
  return { changes, parked };
};

/** All of one event or none. */
const changesOf = (
  model: RegisteredModel,
  event: RecordedEvent,
  reading: Reading,
): readonly PartnerChange[] => {
  const made = model.changesOf(event, reading);
  if (made.length === 0) return [];
  const partnerId = canonicalPartner(event.metadata.partnerId);
  return made.map((change) => ({ partnerId, change: canonicalChange(change) }));
};

const byCategory = (models: readonly RegisteredModel[]) => {
  const known = new Map<string, readonly RegisteredModel[]>();
  return (category: string): readonly RegisteredModel[] => {
    const found = known.get(category) ?? models.filter((each) => each.categories.has(category));
    known.set(category, found);
    return found;
  };
};
