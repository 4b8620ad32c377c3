import { LRUCache } from 'lru-cache';
import type { ExpectedRevision, OpenedWith } from './event-log.js';

/** The way of folding that made a state: one name may be folded in several. */
type Folding<State> = { readonly initial: State; readonly opensPersonal?: boolean };
type Evolving<State, Event> = Folding<State> & { evolve(state: State, event: Event): State };
type Known<State> = {
  readonly state: State;
  readonly revision: bigint;
  /** It is shown only while these keys are kept. */
  readonly opened: OpenedWith;
};
type Entry = Known<unknown> & { readonly stream: object };

const ENTRIES_MAX = 2_000;

/**
 * How streams stood at a revision, so that a load reads and folds only what came after: events never
 * change. Holds nothing that is not in the log; the least used go first.
 */
export class StateCache {
  private readonly entries: LRUCache<string, Entry>;

  constructor(entriesMax = ENTRIES_MAX) {
    this.entries = new LRUCache({ max: entriesMax });
  }

  find<State>(stream: Folding<State>, name: string): Known<State> | null {
    const entry = this.entries.get(keyOf(stream, name));
    return entry?.stream === stream ? (entry as Known<State> & Entry) : null;
  }

  keep<State>(stream: Folding<State>, name: string, known: Known<State>): void {
    this.entries.set(keyOf(stream, name), { ...known, stream });
  }

  /**
   * These events, as they are read, were appended at `before`, and the last of them is at `revision`. A
   * stream that is not kept there stays unknown: what is made once would drive out what is used.
   */
  carryOn<State, Event>(
    stream: Evolving<State, Event>,
    name: string,
    before: ExpectedRevision,
    events: readonly Event[],
    revision: bigint,
  ): void {
    const known = this.find(stream, name);
    if (known?.revision !== before) return;
    const state = events.reduce((so, event) => stream.evolve(so, event), known.state);
    this.keep(stream, name, { ...known, state, revision });
  }

  /** Removes a state that proved wrong. */
  forget(name: string): void {
    this.entries.delete(name);
    this.entries.delete(keyOf(UNOPENED, name));
  }
}

const UNOPENED = { opensPersonal: false };

/** With the person and without are two states of one stream. */
const keyOf = ({ opensPersonal }: Pick<Folding<unknown>, 'opensPersonal'>, name: string): string =>
  opensPersonal === false ? `unopened ${name}` : name;
