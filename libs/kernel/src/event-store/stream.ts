import type { PersonalFields } from './personal.js';

export type DomainEvent = { readonly type: string; readonly data: object };

/** Everything the store must know of one kind of stream. All of it is pure. */
export type Stream<State, Event extends DomainEvent> = {
  /** Part of the stream's name before the first `-`. */
  readonly category: string;
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
  /** Recorded JSON to event. @throws when the type is unknown or the data does not fit. */
  readonly parse: ((type: string, data: unknown) => Event) & {
    /** Fields that the log encrypts; missing: none. */
    readonly personal?: PersonalFields | null;
  };
  /** False: personal fields are folded as null, and nothing is opened. */
  readonly opensPersonal?: boolean;
};

/**
 * The same stream for readers that need no personal field. Personal fields are null, so a load decrypts
 * nothing, and the states are cached.
 */
export const withoutPerson = <State, Event extends DomainEvent>(
  stream: Stream<State, Event>,
): Stream<State, Event> => ({ ...stream, opensPersonal: false });

type Personal = {
  readonly parse: { readonly personal?: PersonalFields | null };
  readonly opensPersonal?: boolean;
};

/**
 * Whether these events may bring personal fields into a state. Such a state is not cached, so an
 * erasure invalidates no cache.
 */
export const showsPerson = (
  { parse, opensPersonal }: Personal,
  events: readonly { readonly type: string }[],
): boolean =>
  opensPersonal !== false && events.some(({ type }) => parse.personal?.fields.has(type));

export type Decision<State, Event> = (state: State) => readonly Event[];

export const fold = <State, Event extends DomainEvent>(
  stream: Stream<State, Event>,
  events: readonly Event[],
): State => events.reduce(stream.evolve, stream.initial);

export const streamName = (stream: { readonly category: string }, id: string): string =>
  `${stream.category}-${id}`;

export const categoryOf = (name: string): string => name.slice(0, name.indexOf('-'));
