import type { Faults } from '../control/faults.js';
import type { Schedule } from '../store/schedule.js';
import type { Store } from '../store/store.js';
import { FIRST_ULID, isUlid, ulidAfter } from '../store/ulid.js';

export type Stream = 'accounts' | 'journals' | 'trades';
type StoredEvent = { readonly id: string; readonly text: string };
type Listener = (text: string, id: string) => void;
type Row = { readonly stream: Stream; readonly body: string; readonly copies: bigint };

/** Longest delay of an event that the next event should overtake. */
const LONGEST_HOLD_MS = 2_000;
const PAGE = 500;

/** The broker's event streams: stored permanently, replayed from any event, and live. */
export class BrokerEvents {
  private readonly listeners = new Map<Stream, Set<Listener>>();
  private readonly openStreams = new Set<() => void>();
  /** Streams whose next connection begins at the first event. */
  private readonly replaying = new Set<Stream>();
  private lastId: string;
  private idsRestarted = false;

  constructor(
    private readonly store: Store,
    private readonly schedule: Schedule,
    private readonly faults: Faults,
  ) {
    const newest = store.prepare<[], { id: string | null }>('SELECT max(id) AS id FROM events');
    this.lastId = newest.get()?.id ?? FIRST_ULID;
    schedule.rule('event.publish', ({ stream, body }) => this.append(stream, body));
  }

  /** Must be called in the transaction of the change, so that both are committed together. */
  publish(stream: Stream, body: object): void {
    const fault = this.faults.forEvent(stream);
    switch (fault?.kind) {
      case undefined:
        this.append(stream, body);
        return;
      case 'drop':
        return;
      case 'duplicate':
        this.append(stream, body, fault.copies);
        return;
      case 'delay':
        this.schedule.in(fault.forMs, 'event.publish', { stream, body });
        return;
      case 'reorder':
        if (this.schedule.isHolding(stream)) this.append(stream, body);
        else this.schedule.in(LONGEST_HOLD_MS, 'event.publish', { stream, body }, stream);
        return;
    }
  }

  /** Sends `text` as an event of the stream, even if it is invalid. */
  spoil(stream: Stream, text: string): void {
    this.store.write(() => {
      const stored = this.keep(stream, () => text, 0);
      this.store.afterCommit(() => this.tell(stream, stored, 0));
    });
  }

  /** Yields the events after the cursor, in order. */
  *after(stream: Stream, cursor: string): Generator<StoredEvent> {
    const page = this.store.prepare<
      [string, string, number],
      { id: string; body: string; copies: bigint }
    >('SELECT id, body, copies FROM events WHERE stream = ? AND id > ? ORDER BY id LIMIT ?');
    for (let rows = page.all(stream, cursor, PAGE); rows.length > 0;) {
      for (const row of rows)
        for (let n = 0n; n <= row.copies; n++) yield { id: row.id, text: row.body };
      rows = page.all(stream, rows[rows.length - 1]?.id ?? cursor, PAGE);
    }
  }

  /** Returns the cursor at which a new connection starts. */
  beginningOf(stream: Stream, cursor: string | null): string | null {
    return this.replaying.delete(stream) ? FIRST_ULID : cursor;
  }

  /** `end` ends the connection. The caller must call the returned function when it has ended. */
  listen(stream: Stream, listener: Listener, end: () => void): () => void {
    const listeners = this.listeners.get(stream) ?? new Set<Listener>();
    this.listeners.set(stream, listeners.add(listener));
    this.openStreams.add(end);
    return () => {
      listeners.delete(listener);
      this.openStreams.delete(end);
    };
  }

  /** Number of connections per stream. */
  get connections(): Readonly<Record<Stream, number>> {
    const count = (stream: Stream) => this.listeners.get(stream)?.size ?? 0;
    return { accounts: count('accounts'), journals: count('journals'), trades: count('trades') };
  }

  /** Ends every connection; the next one of each stream starts at the first event. Returns the number of events. */
  replay(): number {
    for (const stream of Object.keys(ID_FIELD) as Stream[]) this.replaying.add(stream);
    for (const end of this.openStreams) end();
    const count = this.store.prepare<[], { n: bigint }>('SELECT count(*) AS n FROM events');
    return Number(count.get()?.n ?? 0);
  }

  /** Ends every connection, and gives all events new ids, from the lowest id. Returns their number. */
  restartIds(): number {
    for (const end of this.openStreams) end();
    this.idsRestarted = true;
    return this.store.write(() => {
      const all = this.store.prepare<[], Row>('SELECT * FROM events ORDER BY id').all();
      this.store.prepare('DELETE FROM events').run();
      this.lastId = FIRST_ULID;
      for (const { stream, body, copies } of all) {
        const event = eventIn(body);
        if (event === null) this.keep(stream, () => body, Number(copies));
        else this.insert(stream, event, Number(copies));
      }
      return all.length;
    });
  }

  private append(stream: Stream, body: object, copies = 0): void {
    const stored = this.insert(stream, body, copies);
    this.store.afterCommit(() => this.tell(stream, stored, copies));
    this.schedule.release(stream);
  }

  private insert(stream: Stream, body: object, copies: number): StoredEvent {
    return this.keep(stream, (id) => JSON.stringify({ ...body, [ID_FIELD[stream]]: id }), copies);
  }

  private keep(stream: Stream, textFor: (id: string) => string, copies: number): StoredEvent {
    const id = ulidAfter(this.lastId, this.idsRestarted ? 0 : Date.now());
    this.lastId = id;
    const text = textFor(id);
    this.store
      .prepare('INSERT INTO events (id, stream, body, copies) VALUES (?, ?, ?, ?)')
      .run(id, stream, text, copies);
    return { id, text };
  }

  private tell(stream: Stream, { text, id }: StoredEvent, copies: number): void {
    for (const listener of this.listeners.get(stream) ?? [])
      for (let n = 0; n <= copies; n++) listener(text, id);
  }
}

/** Parses a stored event with an id. Returns null for a spoiled event. */
const eventIn = (text: string): object | null => {
  try {
    const event = JSON.parse(text) as Record<string, unknown> | null;
    return event !== null && hasId(event) ? event : null;
  } catch {
    return null;
  }
};

const hasId = (event: object): boolean =>
  Object.values(ID_FIELD).some((name) => {
    const id = (event as Record<string, unknown>)[name];
    return typeof id === 'string' && isUlid(id);
  });

const ID_FIELD = { accounts: 'event_ulid', journals: 'event_id', trades: 'event_id' } as const;
