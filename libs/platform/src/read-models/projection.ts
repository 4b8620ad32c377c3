import type { RecordedEvent } from '../event-store/event-log.js';
import { type Parse, type Reading, readingOf } from '../event-store/reading.js';
import { categoryOf } from '../event-store/stream.js';
import type { Audit } from './audit.js';

/**
 * What one event does to the read models of its partner, as data. Documents are hashes of text,
 * indexes are sorted sets. Names may hold any text; a document and an index may share one.
 */
export type Change =
  /** Merges into a document, which need not exist; null takes a field away. */
  | {
      readonly op: 'set';
      readonly doc: string;
      readonly fields: Readonly<Record<string, string | null>>;
    }
  | { readonly op: 'delete'; readonly doc: string }
  /** Adds to an integer field (64 bits), which need not exist. */
  | { readonly op: 'add'; readonly doc: string; readonly field: string; readonly by: bigint }
  /**
   * Counts one in a bucket of time (whole numbers that grow, such as minutes): the field
   * `<bucket>/<field>` of the document. When the document holds more than `most` fields and gets
   * another one, those of buckets at least `keep` before this one go.
   */
  | {
      readonly op: 'tally';
      readonly doc: string;
      readonly bucket: number;
      readonly field: string;
      readonly keep: number;
      readonly most: number;
    }
  /**
   * Puts a member in order. Without a score it is the event's position: the order of the log.
   * `isNew` promises that no index of this read model holds the member yet, but those that the same
   * event puts it in: what follows in the same batch then costs Redis nothing.
   */
  | {
      readonly op: 'index';
      readonly index: string;
      readonly member: string;
      readonly score?: bigint;
      readonly isNew?: boolean;
    }
  | { readonly op: 'unindex'; readonly index: string; readonly member: string }
  /** To another index under the same score; nothing happens when the member is not in `from`. */
  | { readonly op: 'move'; readonly member: string; readonly from: string; readonly to: string }
  /** Renames the document and the index of that name, whatever their size; replaces the target. */
  | { readonly op: 'rename'; readonly doc: string; readonly to: string };

/** Events to changes. Pure: no clock, no state, nothing but the arguments. */
export type Projection<Event> = {
  /** Lower-case words joined by `-`. */
  readonly name: string;
  /** Raise it to rebuild: the new version is filled beside the old one, then readers switch. */
  readonly version: number;
  readonly project: (event: Event, recorded: RecordedEvent) => readonly Change[];
};

/** A projection together with the categories it reads; what the runner is given. */
export type RegisteredProjection = {
  readonly name: string;
  readonly version: number;
  readonly categories: ReadonlySet<string>;
  /** `reading` is that of this very event, shared with whoever else needs it parsed. */
  readonly changesOf: (recorded: RecordedEvent, reading?: Reading) => readonly Change[];
  /** What a filling must pass before readers move to it. */
  readonly audit?: Audit;
};

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Binds a projection to the parsers of the categories it reads; it never sees other events.
 * @throws {RangeError} when the name or version cannot be part of a key.
 */
export const register = <Event>(
  projection: Projection<Event>,
  categories: Readonly<Record<string, Parse<Event>>>,
  audit?: Audit,
): RegisteredProjection => {
  const { name, version } = projection;
  if (!NAME.test(name)) throw new RangeError(`"${name}" is no name for a projection`);
  if (!Number.isSafeInteger(version)) throw new RangeError(`${name}: version must be an integer`);
  return {
    name,
    version,
    ...(audit === undefined ? {} : { audit }),
    categories: new Set(Object.keys(categories)),
    changesOf: (recorded, reading = readingOf(recorded)) => {
      const parse = categories[categoryOf(recorded.stream)];
      return parse === undefined ? [] : projection.project(reading(parse), recorded);
    },
  };
};
