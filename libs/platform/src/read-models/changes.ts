import type { RecordedEvent } from '../event-store/event-log.js';
import { categoryOf } from '../event-store/stream.js';
import { NOTHING } from './position.js';
import type { Change, RegisteredProjection } from './projection.js';

/** Far above any document here, and far below what Lua can unpack at once. */
const FIELDS_MAX = 1_000;

/** What one batch means for one partner, ready for the script. */
export type Slice = {
  readonly partnerId: string;
  /** Position of the event that opens the partner, or '' when it is not in this batch. */
  opensAt: string;
  lastPosition: string;
  /** Events of this projection that came before the opening one: all, when there is none. */
  readonly unopened: RecordedEvent[];
  readonly operations: string[];
};

export type Failed = { readonly event: RecordedEvent; readonly reason: string };

export type Sliced = {
  readonly slices: readonly Slice[];
  readonly failed: readonly Failed[];
  /** The events that change something. */
  readonly changing: readonly RecordedEvent[];
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
  for (const event of events) {
    const { partnerId } = event.metadata;
    const isRead = projection.categories.has(categoryOf(event.stream));
    if (partnerId === '') {
      if (isRead) failed.push({ event, reason: 'its metadata names no partner' });
      continue;
    }
    const slice = slices.get(partnerId) ?? emptySlice(partnerId);
    slices.set(partnerId, slice);
    slice.lastPosition = `${event.position}`;
    if (slice.opensAt === NOTHING && opensPartner(event)) slice.opensAt = slice.lastPosition;
    if (!isRead) continue;
    if (slice.opensAt === NOTHING) slice.unopened.push(event);
    try {
      const operations = encode(projection.changesOf(event), event.position);
      if (operations.length === 0) continue;
      slice.operations.push('event', slice.lastPosition, ...operations);
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
  operations: [],
});

/** Changes as the flat list of words that the script reads. Throws RangeError on an unfit one. */
export const encode = (changes: readonly Change[], position: bigint): string[] =>
  changes.flatMap((change) => words(change, position));

const words = (change: Change, position: bigint): string[] => {
  switch (change.op) {
    case 'set':
      return setWords(change.doc, Object.entries(change.fields));
    case 'delete':
      return ['delete', change.doc];
    case 'add':
      return ['add', change.doc, change.field, `${change.by}`];
    case 'index':
      return ['index', change.index, change.member, `${change.score ?? position}`];
    case 'unindex':
      return ['unindex', change.index, change.member];
    case 'move':
      return ['move', change.member, change.from, change.to];
    case 'rename':
      return ['rename', change.doc, change.to];
  }
};

const setWords = (doc: string, fields: readonly (readonly [string, string | null])[]): string[] => {
  if (fields.length > FIELDS_MAX) throw new RangeError(`Over ${FIELDS_MAX} fields in one change`);
  const kept = fields.flatMap(([field, value]) => (value === null ? [] : [field, value]));
  const removed = fields.flatMap(([field, value]) => (value === null ? [field] : []));
  return [
    ...(kept.length > 0 ? ['set', doc, `${kept.length}`, ...kept] : []),
    ...(removed.length > 0 ? ['unset', doc, `${removed.length}`, ...removed] : []),
  ];
};

const REASON_LENGTH_MAX = 300;

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH_MAX);
