import type { PersonalFields } from './personal.js';

export type DomainEvent = { readonly type: string; readonly data: object };

/** Definition of a kind of stream. All functions are pure. */
export type Stream<State, Event extends DomainEvent> = {
  /** Part of the stream's name before the first `-`. */
  readonly category: string;
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
  /** Parses recorded JSON. @throws the type is unknown or the data does not match its schema. */
  readonly parse: ((type: string, data: unknown) => Event) & {
    /** Fields that the log encrypts. Missing or null without personal fields. */
    readonly personal?: PersonalFields | null;
  };
  /** False: a load decrypts nothing and folds personal fields as null. */
  readonly decryptsPersonal?: boolean;
};

/** Returns the stream with personal fields as null. A load skips decryption, and states are cached. */
export const withoutPerson = <State, Event extends DomainEvent>(
  stream: Stream<State, Event>,
): Stream<State, Event> => ({ ...stream, decryptsPersonal: false });

type Personal = {
  readonly parse: { readonly personal?: PersonalFields | null };
  readonly decryptsPersonal?: boolean;
};

/**
 * Returns whether the events may bring personal fields into a state. Such a state is not cached, so
 * that an erasure does not have to invalidate caches.
 */
export const showsPerson = (
  { parse, decryptsPersonal }: Personal,
  events: readonly { readonly type: string }[],
): boolean =>
  decryptsPersonal !== false && events.some(({ type }) => parse.personal?.fields.has(type));

export type Decision<State, Event> = (state: State) => readonly Event[];

export const fold = <State, Event extends DomainEvent>(
  stream: Stream<State, Event>,
  events: readonly Event[],
): State => events.reduce(stream.evolve, stream.initial);

export const streamName = (stream: { readonly category: string }, id: string): string =>
  `${stream.category}-${id}`;

export const categoryOf = (name: string): string => name.slice(0, name.indexOf('-'));
