export type Proposed = {
  readonly id: string;
  readonly type: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
};

export type Stored = Proposed & {
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
};

export type Answer =
  | { readonly kind: 'success'; readonly revision: bigint; readonly position: bigint }
  | { readonly kind: 'conflict'; readonly current: bigint | null };

const FIRST_POSITION = 1_000n;
const RECORD_OVERHEAD_BYTES = 97;
const SYSTEM_EVENT_EVERY = 50;

/** Events of the server, with the behavior of a real server that each method describes. */
export class StoredEvents {
  readonly log: Stored[] = [];
  private readonly streams = new Map<string, Stored[]>();
  private readonly tombstones = new Set<string>();
  private readonly listeners = new Set<() => void>();
  private position = FIRST_POSITION;

  constructor() {
    this.writeForItself();
    this.writeForItself();
  }

  stream(name: string): readonly Stored[] {
    return this.streams.get(name) ?? [];
  }

  /** Index of the first event whose position is greater than the given one. */
  indexAfter(position: bigint): number {
    let [low, high] = [0, this.log.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.log[middle]!.position > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** An append at the tip does not compare ids, so it stores an old id a second time. */
  append(stream: string, expected: bigint | null, proposed: readonly Proposed[]): Answer {
    const events = this.stream(stream);
    const from = expected === null ? 0 : Number(expected) + 1;
    if (proposed.length === 0) return { kind: 'success', revision: 0n, position: this.position };
    if (from === events.length) return this.write(stream, proposed);
    const there = events.slice(from, from + proposed.length);
    const last = there.at(-1);
    if (last !== undefined && proposed.every(({ id }, index) => id === there[index]?.id))
      return { kind: 'success', revision: last.revision, position: last.position };
    return { kind: 'conflict', current: events.at(-1)?.revision ?? null };
  }

  /** Returns the events of an elected node. */
  takeOver(from: StoredEvents): void {
    this.log.splice(0, this.log.length, ...from.log);
    this.streams.clear();
    for (const event of this.log)
      this.streams.set(event.stream, [...this.stream(event.stream), event]);
    for (const stream of from.tombstones) this.bury(stream);
    this.position = from.position;
    for (const listener of [...this.listeners]) listener();
  }

  /** Copies new events of `from` after `lagMs`, until the returned function is called. */
  copyLate(from: StoredEvents, lagMs: number): () => void {
    const timers = new Set<NodeJS.Timeout>();
    const copy = (until: number) => {
      for (const event of from.log.slice(this.log.length, until)) {
        this.log.push(event);
        this.streams.set(event.stream, [...this.stream(event.stream), event]);
        this.position = from.position;
      }
      for (const stream of from.tombstones) this.bury(stream);
      for (const listener of [...this.listeners]) listener();
    };
    const later = () => {
      const until = from.log.length;
      const timer = setTimeout(() => {
        timers.delete(timer);
        copy(until);
      }, lagMs);
      timers.add(timer);
    };
    later();
    const forget = from.onGrown(later);
    return () => {
      forget();
      for (const timer of timers) clearTimeout(timer);
    };
  }

  /** Deletes the stream permanently. Its events stay in the log until a scavenge. */
  bury(stream: string): void {
    this.tombstones.add(stream);
    this.streams.delete(stream);
  }

  isBuried(stream: string): boolean {
    return this.tombstones.has(stream);
  }

  onGrown(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private write(stream: string, proposed: readonly Proposed[]): Answer {
    for (const event of proposed) this.keep(stream, event);
    const { revision, position } = this.log.at(-1)!;
    if (this.log.length % SYSTEM_EVENT_EVERY < proposed.length) this.writeForItself();
    for (const listener of [...this.listeners]) listener();
    return { kind: 'success', revision, position };
  }

  private keep(stream: string, event: Proposed): void {
    const events = this.streams.get(stream) ?? [];
    const stored = { ...event, stream, revision: BigInt(events.length), position: this.position };
    events.push(stored);
    this.streams.set(stream, events);
    this.log.push(stored);
    this.position += BigInt(event.data.length + RECORD_OVERHEAD_BYTES);
  }

  /** A real server's log always contains system events, also at its end. */
  private writeForItself(): void {
    const [data, metadata] = [Buffer.from('{}'), new Uint8Array()];
    this.keep('$stats-test', { id: crypto.randomUUID(), type: '$statsCollected', data, metadata });
  }
}
