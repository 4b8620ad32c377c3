import { deliver, type Faults } from '../control/faults.js';
import type { Schedule } from '../store/schedule.js';
import { Collection } from '../store/collection.js';
import type { Store } from '../store/store.js';
import { FIRST_ULID, isUlid, ulidAfter } from '../store/ulid.js';

export type Stream = 'accounts' | 'journals' | 'trades';
type StoredEvent = {
  readonly id: string;
  readonly stream: Stream;
  readonly text: string;
  readonly copies: number;
};
type Listener = (text: string, id: string) => void;

const PAGE = 500;

/** The broker's event streams: stored permanently, replayed from any event, and live. */
export class BrokerEvents {
  private readonly stored: Collection<StoredEvent>;
  private readonly listeners = new Map<Stream, Set<Listener>>();
  private readonly openStreams = new Set<() => void>();
  /** Streams whose next connection starts at the first event. */
  private readonly replaying = new Set<Stream>();
  private lastId: string;
  private idsRestarted = false;

  constructor(
    private readonly store: Store,
    private readonly schedule: Schedule,
    private readonly faults: Faults,
  ) {
    const indexes = [['stream', 'id']] as const;
    this.stored = new Collection(store, 'events', { columns: ['stream'], indexes });
    this.lastId = this.stored.first('TRUE ORDER BY id DESC')?.id ?? FIRST_ULID;
    schedule.rule('event.publish', ({ stream, body }) => this.append(stream, body));
  }

  /** Must run in the transaction of the change, so that both are committed together. */
  publish(stream: Stream, body: object): void {
    deliver(this.faults.forEvent(stream), {
      isHolding: this.schedule.isHolding(stream),
      now: (copies) => this.append(stream, body, copies),
      later: (ms) => this.schedule.in(ms, 'event.publish', { stream, body }),
      hold: (ms) => this.schedule.in(ms, 'event.publish', { stream, body }, stream),
    });
  }

  /** Sends `text` as an event of the stream, even if it is invalid. */
  spoil(stream: Stream, text: string): void {
    this.store.write(() => {
      const stored = this.save(stream, () => text, 0);
      this.store.afterCommit(() => this.notify(stored));
    });
  }

  /** Yields the events after the cursor, in order. */
  *after(stream: Stream, cursor: string): Generator<StoredEvent> {
    for (let last: string | undefined = cursor; last !== undefined;) {
      const page = this.stored.where(
        'stream = ? AND id > ? ORDER BY id LIMIT ?',
        ...[stream, last, PAGE],
      );
      for (const event of page) for (let n = 0; n <= event.copies; n++) yield event;
      last = page.at(-1)?.id;
    }
  }

  /** Returns the cursor at which a new connection starts. */
  beginningOf(stream: Stream, cursor: string | null): string | null {
    return this.replaying.delete(stream) ? FIRST_ULID : cursor;
  }

  /** `end` closes the connection. The caller must call the returned function after it has closed. */
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

  /** Ends every connection. The next connection to a stream starts at the first event. Returns the number of events. */
  replay(): number {
    for (const stream of Object.keys(ID_FIELD) as Stream[]) this.replaying.add(stream);
    for (const end of this.openStreams) end();
    return this.stored.all().length;
  }

  /** Ends every connection, and gives all events new ids, from the lowest id. Returns their number. */
  restartIds(): number {
    for (const end of this.openStreams) end();
    this.idsRestarted = true;
    return this.store.write(() => {
      const all = this.stored.where('TRUE ORDER BY id');
      for (const { id } of all) this.stored.remove(id);
      this.lastId = FIRST_ULID;
      for (const { stream, text, copies } of all) {
        const event = eventIn(text);
        if (event === null) this.save(stream, () => text, copies);
        else this.insert(stream, event, copies);
      }
      return all.length;
    });
  }

  private append(stream: Stream, body: object, copies = 0): void {
    const stored = this.insert(stream, body, copies);
    this.store.afterCommit(() => this.notify(stored));
    this.schedule.release(stream);
  }

  private insert(stream: Stream, body: object, copies: number): StoredEvent {
    return this.save(stream, (id) => JSON.stringify({ ...body, [ID_FIELD[stream]]: id }), copies);
  }

  private save(stream: Stream, textFor: (id: string) => string, copies: number): StoredEvent {
    const id = ulidAfter(this.lastId, this.idsRestarted ? 0 : Date.now());
    this.lastId = id;
    return this.stored.put({ id, stream, text: textFor(id), copies });
  }

  private notify({ id, stream, text, copies }: StoredEvent): void {
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
