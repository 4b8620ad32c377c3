import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { type Parse, type MemoizedParse, memoizeParse } from '#kernel/event-store/memoize-parse.js';
import { categoryOf } from '#kernel/event-store/stream.js';
import type { From } from './table-reader.js';
import type { RowChange } from '#kernel/projection/row-change.js';
import type { Table } from '#kernel/projection/table.js';

/** Maps events to row changes. Pure: no clock and no state. */
export type Projection<Event> = {
  /** Lower-case words joined by `-`. */
  readonly name: string;
  /** Increment it when rows of recorded events change: the new version fills its own tables. */
  readonly version: number;
  readonly tables: readonly Table[];
  readonly project: (event: Event, recorded: RecordedEvent) => readonly RowChange[];
};

/**
 * Checks a rebuild before it becomes active. Returns sentences that describe its errors, or an
 * empty list. `from` reads the rebuild, of all partners.
 */
export type Audit = (from: From) => Promise<readonly string[]>;

/** A projection with the categories that it reads, as the projector uses it. */
export type RegisteredProjection = Omit<Projection<never>, 'project'> & {
  readonly categories: ReadonlySet<string>;
  /**
   * `reading`: parser of this event, shared with other projections. @throws if the event cannot be
   * parsed
   */
  readonly changesOf: (recorded: RecordedEvent, reading?: MemoizedParse) => readonly RowChange[];
  readonly audit: Audit | null;
};

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Combines a projection with the parsers of its categories. Other events are skipped. @throws
 * {RangeError} for an invalid name or a version that is not an integer
 */
export const registerProjection = <Event>(
  { name, version, tables, project }: Projection<Event>,
  categories: Readonly<Record<string, Parse<Event>>>,
  audit: Audit | null = null,
): RegisteredProjection => {
  if (!NAME.test(name))
    throw new RangeError(
      `"${name}" is not a valid name of a read model: use lower-case words joined by "-"`,
    );
  if (!Number.isSafeInteger(version)) throw new RangeError(`${name}: version must be an integer`);
  return {
    ...{ name, version, tables, audit },
    categories: new Set(Object.keys(categories)),
    changesOf: (recorded, reading = memoizeParse(recorded)) => {
      const parse = categories[categoryOf(recorded.stream)];
      return parse === undefined ? [] : project(reading(parse), recorded);
    },
  };
};
