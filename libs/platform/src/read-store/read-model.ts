import type { RecordedEvent } from '../event-store/event-log.js';
import { type Parse, type Reading, readingOf } from '../event-store/reading.js';
import { categoryOf } from '../event-store/stream.js';
import type { From } from './table-reader.js';
import type { RowChange } from './row-change.js';
import type { Table } from './table.js';

/** Events to rows. Pure: no clock, no state, nothing but the arguments. */
export type ReadModel<Event> = {
  /** Lower-case words joined by `-`. */
  readonly name: string;
  /** Raise it to have the tables filled anew, beside those that are served until then. */
  readonly version: number;
  readonly tables: readonly Table[];
  readonly project: (event: Event, recorded: RecordedEvent) => readonly RowChange[];
};

/**
 * What a filling must pass before readers move to it: sentences about what is wrong, none when all is
 * well. `from` reads the filling, of all partners.
 */
export type Audit = (from: From) => Promise<readonly string[]>;

/** A read model with the categories it reads; what the projector is given. */
export type RegisteredModel = Omit<ReadModel<never>, 'project'> & {
  readonly categories: ReadonlySet<string>;
  /**
   * `reading` is that of this very event, shared with whoever else needs it parsed.
   * @throws when the event cannot be read.
   */
  readonly changesOf: (recorded: RecordedEvent, reading?: Reading) => readonly RowChange[];
  readonly audit: Audit | null;
};

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Binds a read model to the parsers of the categories it reads; it never sees other events.
 * @throws {RangeError} for a name that is none, a version that is no integer.
 */
export const register = <Event>(
  { name, version, tables, project }: ReadModel<Event>,
  categories: Readonly<Record<string, Parse<Event>>>,
  audit: Audit | null = null,
): RegisteredModel => {
  if (!NAME.test(name)) throw new RangeError(`"${name}" is no name for a read model`);
  if (!Number.isSafeInteger(version)) throw new RangeError(`${name}: version must be an integer`);
  return {
    ...{ name, version, tables, audit },
    categories: new Set(Object.keys(categories)),
    changesOf: (recorded, reading = readingOf(recorded)) => {
      const parse = categories[categoryOf(recorded.stream)];
      return parse === undefined ? [] : project(reading(parse), recorded);
    },
  };
};
