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

/** What every read model asks of an event, worked out once for all that take in the same batch. */
type Seen = {
  readonly event: RecordedEvent;
  readonly position: string;
  readonly category: string;
  readonly opens: boolean;
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
  for (const { event, position, category, opens } of seenIn(events, opensPartner)) {
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
    const { length } = slice.operations;
    try {
      slice.operations.push('event', position);
      const { length: begun } = slice.operations;
      encode(projection.changesOf(event), position, slice.operations);
      if (slice.operations.length > begun) changing.push(event);
      else slice.operations.length = length;
    } catch (error) {
      slice.operations.length = length;
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

/** Adds changes as the flat list of words that the script reads. Throws RangeError on an unfit one. */
export const encode = (changes: readonly Change[], position: string, words: string[]): void => {
  for (const change of changes) write(change, position, words);
};

const write = (change: Change, position: string, words: string[]): void => {
  switch (change.op) {
    case 'set':
      return writeFields(change.doc, change.fields, words);
    case 'delete':
      return void words.push('delete', change.doc);
    case 'add':
      return void words.push('add', change.doc, change.field, `${change.by}`);
    case 'tally': {
      const { doc, bucket, field, keep, most } = change;
      return void words.push('tally', doc, `${bucket}`, field, `${keep}`, `${most}`);
    }
    case 'index': {
      const score = change.score === undefined ? position : `${change.score}`;
      return void words.push('index', change.index, change.member, score);
    }
    case 'unindex':
      return void words.push('unindex', change.index, change.member);
    case 'move':
      return void words.push('move', change.member, change.from, change.to);
    case 'rename':
      return void words.push('rename', change.doc, change.to);
  }
};

const writeFields = (
  doc: string,
  fields: Readonly<Record<string, string | null>>,
  words: string[],
): void => {
  const names = Object.keys(fields);
  if (names.length > FIELDS_MAX) throw new RangeError(`Over ${FIELDS_MAX} fields in one change`);
  const removed = names.filter((name) => fields[name] === null);
  if (removed.length < names.length) {
    words.push('set', doc, `${(names.length - removed.length) * 2}`);
    for (const name of names) {
      const value = fields[name];
      if (value !== null && value !== undefined) words.push(name, value);
    }
  }
  if (removed.length > 0) words.push('unset', doc, `${removed.length}`, ...removed);
};

const REASON_LENGTH_MAX = 300;

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH_MAX);
