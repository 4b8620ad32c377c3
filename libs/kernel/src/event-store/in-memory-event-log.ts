import { type EventRow, toRows } from './append-input.js';
import {
  type Appended,
  type Batch,
  type ExpectedRevision,
  type Metadata,
  type NewEvent,
  type RecordedEvent,
  WrongExpectedRevision,
} from './event-log.js';
import {
  type StoredKey,
  type KeyedEventLog,
  KeyTaken,
  type NewKey,
  type PersonKeyStore,
} from './person-key-store.js';

class InMemoryPersonKeys implements PersonKeyStore {
  private readonly kept = new Map<string, StoredKey>();

  async find(people: readonly string[]): Promise<ReadonlyMap<string, StoredKey>> {
    return new Map(people.flatMap((each) => this.entry(each)));
  }

  async create(person: string, wrapped: string): Promise<StoredKey> {
    return this.createNow(person, wrapped);
  }

  createNow(person: string, wrapped: string): StoredKey {
    if (!this.kept.has(person)) this.kept.set(person, wrapped);
    return this.kept.get(person) ?? null;
  }

  async replace(person: string, before: string, wrapped: string): Promise<boolean> {
    if (this.kept.get(person) !== before) return false;
    this.kept.set(person, wrapped);
    return true;
  }

  async destroy(person: string): Promise<void> {
    this.kept.set(person, null);
  }

  async *all(): AsyncGenerator<readonly [string, StoredKey]> {
    yield* [...this.kept];
  }

  private entry(person: string): (readonly [string, StoredKey])[] {
    return this.kept.has(person) ? [[person, this.kept.get(person) ?? null]] : [];
  }
}

const PAGE_EVENTS = 500;

type Kept = EventRow & { stream: string; revision: bigint; position: bigint };

/** Event log of unit specs. Stores JSON text, so that reads also run the event schemas. */
export class InMemoryEventLog implements KeyedEventLog {
  readonly keys = new InMemoryPersonKeys();
  private readonly log: Kept[] = [];
  private readonly streams = new Map<string, Kept[]>();
  private readonly ids = new Set<string>();
  private readonly closing = new AbortController();
  private readonly sleepers = new Set<() => void>();

  async read(stream: string, from = 0n, to?: bigint): Promise<readonly RecordedEvent[]> {
    const end = to === undefined ? undefined : Number(to) + 1;
    return (this.streams.get(stream) ?? []).slice(Number(from), end).map(toRecorded);
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    keys: readonly NewKey[] = [],
  ): Promise<Appended> {
    const rows = toRows(events);
    const kept = this.streams.get(stream) ?? [];
    const from = expected === 'no_stream' ? 0 : Number(expected) + 1;
    if (from !== kept.length || rows.some(({ id }) => this.ids.has(id))) {
      const same = kept.slice(from, from + rows.length);
      const last = same.at(-1);
      if (last !== undefined && rows.every(({ id }, i) => id === same[i]?.id))
        return { revision: last.revision, position: last.position };
      const actual = kept.length === 0 ? 'no_stream' : BigInt(kept.length - 1);
      throw new WrongExpectedRevision(stream, expected, actual);
    }
    for (const { person, wrapped } of keys)
      if (this.keys.createNow(person, wrapped) !== wrapped) throw new KeyTaken();
    this.streams.set(stream, kept);
    for (const row of rows) this.keep(stream, kept, row);
    for (const wake of [...this.sleepers]) wake();
    return { revision: BigInt(kept.length - 1), position: BigInt(this.log.length) };
  }

  async *subscribe(after: bigint | null, signal: AbortSignal): AsyncGenerator<Batch> {
    const ended = AbortSignal.any([signal, this.closing.signal]);
    let next = Number(after ?? 0n);
    for (let first = true; !ended.aborted; first = false) {
      const events = this.log.slice(next, next + PAGE_EVENTS).map(toRecorded);
      next += events.length;
      const caughtUp = next >= this.log.length;
      if (first || events.length > 0) yield { events, caughtUp };
      if (next >= this.log.length) await this.grown(ended);
    }
  }

  async head(): Promise<bigint | null> {
    return this.log.at(-1)?.position ?? null;
  }

  async close(): Promise<void> {
    this.closing.abort();
  }

  private async grown(ended: AbortSignal): Promise<void> {
    if (ended.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        this.sleepers.delete(wake);
        ended.removeEventListener('abort', wake);
        resolve();
      };
      this.sleepers.add(wake);
      ended.addEventListener('abort', wake);
    });
  }

  private keep(stream: string, kept: Kept[], row: EventRow): void {
    const position = BigInt(this.log.length + 1);
    const event = { ...row, stream, revision: BigInt(kept.length), position };
    kept.push(event);
    this.log.push(event);
    this.ids.add(row.id);
  }
}

const toRecorded = ({ data, metadata, ...rest }: Kept): RecordedEvent => ({
  ...rest,
  data: JSON.parse(data) as unknown,
  metadata: JSON.parse(metadata) as Metadata,
});
