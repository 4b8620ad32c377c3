import type {
  Appended,
  Batch,
  EventLog,
  ExpectedRevision,
  NewEvent,
  RecordedEvent,
} from '#platform/event-store/event-log.js';
import { type Shard, shardOf } from './shard.js';

const BATCH_EVENTS = 500;
const KEPT_BATCHES = 16;

/** A log of which subscribers see the events of one shard's partners, at their own positions. */
export class ShardLog implements EventLog {
  private readonly numbers = new Map<string, number>();
  private readonly batches = new Map<string, readonly RecordedEvent[]>();

  constructor(
    private readonly log: EventLog,
    private readonly shard: Shard,
  ) {}

  async *subscribe(after: bigint | null, signal: AbortSignal): AsyncGenerator<Batch> {
    let gathered: RecordedEvent[] = [];
    for await (const { events, caughtUp } of this.log.subscribe(after, signal)) {
      for (const event of events) {
        if (!this.isMine(event)) continue;
        if (gathered.length === BATCH_EVENTS) {
          yield { events: this.shared(gathered), caughtUp: false };
          gathered = [];
        }
        gathered.push(event);
      }
      if (!caughtUp) continue;
      yield { events: this.shared(gathered), caughtUp };
      gathered = [];
    }
  }

  read(stream: string, from?: bigint): Promise<readonly RecordedEvent[]> {
    return this.log.read(stream, from);
  }

  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<Appended> {
    return this.log.append(stream, expected, events);
  }

  head(): Promise<bigint | null> {
    return this.log.head();
  }

  close(): Promise<void> {
    return this.log.close();
  }

  private isMine({ metadata: { partnerId } }: RecordedEvent): boolean {
    const known = this.numbers.get(partnerId);
    const number = known ?? shardOf(partnerId, this.shard.of);
    if (known === undefined) this.numbers.set(partnerId, number);
    return number === this.shard.number;
  }

  /** All read models are filled at the same time, and parse an event once if it is the same one. */
  private shared(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
    const key = `${events[0]?.position}-${events.at(-1)?.position}`;
    const known = this.batches.get(key);
    if (known?.length === events.length) return known;
    this.batches.set(key, events);
    const [oldest] = this.batches.keys();
    if (this.batches.size > KEPT_BATCHES && oldest !== undefined) this.batches.delete(oldest);
    return events;
  }
}
