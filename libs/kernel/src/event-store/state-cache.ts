import { LRUCache } from 'lru-cache';
import type { ExpectedRevision } from './event-log.js';

type Folding<State, Event> = { evolve(state: State, event: Event): State };
type Known<State> = { readonly state: State; readonly revision: bigint };
type Entry = Known<unknown> & { readonly stream: object };

const ENTRIES_MAX = 2_000;

/**
 * States of streams at a revision, so that a load reads and folds only later events. Events never
 * change, and personal fields stay outside, so an entry is valid permanently. Each name has one
 * entry, of the stream that was kept last.
 */
export class StateCache {
  private readonly entries: LRUCache<string, Entry>;

  constructor(entriesMax = ENTRIES_MAX) {
    this.entries = new LRUCache({ max: entriesMax });
  }

  find<State>(stream: Folding<State, never>, name: string): Known<State> | null {
    const entry = this.entries.get(name);
    return entry?.stream === stream ? (entry as Known<State> & Entry) : null;
  }

  keep<State>(stream: Folding<State, never>, name: string, known: Known<State>): void {
    this.entries.set(name, { ...known, stream });
  }

  /**
   * Adds events that were appended at `before`. The last one is at `revision`. A stream that is not
   * kept at `before` stays unknown: streams that are written once must not displace others.
   */
  carryOn<State, Event>(
    stream: Folding<State, Event>,
    name: string,
    before: ExpectedRevision,
    events: readonly Event[],
    revision: bigint,
  ): void {
    const known = this.find(stream, name);
    if (known?.revision !== before) return;
    const state = events.reduce((so, event) => stream.evolve(so, event), known.state);
    this.keep(stream, name, { state, revision });
  }

  /** Removes a state that proved wrong. */
  forget(name: string): void {
    this.entries.delete(name);
  }
}
