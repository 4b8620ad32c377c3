import { LRUCache } from 'lru-cache';
import type { ExpectedRevision } from './event-log.js';

type Folding<State, Event> = { evolve(state: State, event: Event): State };
/** A state that is valid permanently, because events never change. */
export type Known<State> = { readonly state: State; readonly revision: bigint };
/** `readMs`: begin of the last read that found no later event, on the clock of `performance.now()`. */
type Entry = Known<unknown> & { readonly source: object; readonly readMs: number };

const ENTRIES_MAX = 4_000;

/**
 * States of streams at a revision, so that a load reads and folds only later events. Personal
 * fields stay outside. Each name has one entry, of the source that was kept last: the stream, or the
 * table whose row is kept.
 */
export class StateCache {
  private readonly entries: LRUCache<string, Entry>;

  constructor(entriesMax = ENTRIES_MAX) {
    this.entries = new LRUCache({ max: entriesMax });
  }

  /** Returns the state if it was read after `sinceMs`. */
  find<State>(source: object, name: string, sinceMs = -Infinity): Known<State> | null {
    const entry = this.entries.get(name);
    const isFound = entry?.source === source && entry.readMs > sinceMs;
    return isFound ? (entry as Known<State> & Entry) : null;
  }

  keep(source: object, name: string, { state, revision }: Known<unknown>, readMs = 0): void {
    this.entries.set(name, { state, revision, source, readMs });
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
    const known = this.entries.get(name);
    if (known?.source !== stream || known.revision !== before) return;
    const state = events.reduce((so, event) => stream.evolve(so, event), known.state as State);
    this.entries.set(name, { ...known, state, revision });
  }

  /** Removes a state that proved wrong. */
  forget(name: string): void {
    this.entries.delete(name);
  }
}
