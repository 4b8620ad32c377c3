import { LRUCache } from 'lru-cache';
import type { ExpectedRevision } from './event-log.js';

type Folding<State, Event> = { evolve(state: State, event: Event): State };
/** State at a revision. It stays valid, because events never change. */
export type Known<State> = { readonly state: State; readonly revision: bigint };
/** `readMs`: start of the last read that found no later event, by `performance.now()`. */
type Entry = Known<unknown> & { readonly source: object; readonly readMs: number };

const ENTRIES_MAX = 4_000;

/**
 * Caches states of streams, so that a load reads and folds only later events. Callers do not cache
 * states with personal fields. Each name has one entry, which belongs to the last source that set
 * it. A source is a stream, or a table whose rows are cached.
 */
export class StateCache {
  private readonly entries: LRUCache<string, Entry>;

  constructor(entriesMax = ENTRIES_MAX) {
    this.entries = new LRUCache({ max: entriesMax });
  }

  /** Returns the state if it was read after `sinceMs`, otherwise null. */
  get<State>(source: object, name: string, sinceMs = -Infinity): Known<State> | null {
    const entry = this.entries.get(name);
    const isFound = entry?.source === source && entry.readMs > sinceMs;
    return isFound ? (entry as Known<State> & Entry) : null;
  }

  set(source: object, name: string, { state, revision }: Known<unknown>, readMs = 0): void {
    this.entries.set(name, { state, revision, source, readMs });
  }

  /**
   * Adds events that were appended after the revision `before` and end at `revision`. A stream that
   * is not cached at `before` is not added: streams that are written once must not displace others.
   */
  advance<State, Event>(
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

  delete(name: string): void {
    this.entries.delete(name);
  }
}
