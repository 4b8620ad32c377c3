import type {
  Appended,
  ExpectedRevision,
  NewEvent,
  RecordedEvent,
} from '#kernel/event-store/event-log.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';

/** The process is gone; whether its last append is in the log, it cannot tell. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** A log whose writer can be told to die at a coming append, before it is written or right after. */
export class MortalLog extends InMemoryEventLog {
  /** Everything that is in the log, in its order. */
  readonly everything: RecordedEvent[] = [];
  private readonly byStream = new Map<string, RecordedEvent[]>();
  private left = 0;
  private written = false;

  dieAt(append: number, written: boolean): void {
    this.left = append;
    this.written = written;
  }

  live(): void {
    this.left = 0;
  }

  /** What was read once is not parsed again: that is most of the time of a long run. */
  override async read(stream: string, from = 0n, to?: bigint): Promise<readonly RecordedEvent[]> {
    const end = to === undefined ? undefined : Number(to) + 1;
    return (this.byStream.get(stream) ?? []).slice(Number(from), end);
  }

  override async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<Appended> {
    const dies = this.left === 1;
    if (this.left > 0) this.left -= 1;
    if (dies && !this.written) throw new Killed();
    const appended = await super.append(stream, expected, events);
    const from = appended.revision - BigInt(events.length) + 1n;
    const recorded = await super.read(stream, from);
    this.everything.push(...recorded);
    this.byStream.set(stream, [...(this.byStream.get(stream) ?? []), ...recorded]);
    if (dies) throw new Killed();
    return appended;
  }
}
