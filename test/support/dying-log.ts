import type {
  Appended,
  Batch,
  EventLog,
  ExpectedRevision,
  NewEvent,
  RecordedEvent,
} from '#kernel/event-store/event-log.js';

/** The process that appended is no more. */
export class Died extends Error {
  override readonly name = 'Died';
}

/** A log under a process that dies at one of its appends: just before it, or just after. */
export class DyingLog implements EventLog {
  private left = Infinity;
  private moment: 'before' | 'after' = 'before';
  private error: Error = new Died();
  private meanwhile: (() => Promise<void>) | null = null;

  constructor(private readonly log: EventLog) {}

  /** At the n-th append from now (1: the next one), once. The store may go instead of the process. */
  dieAt(nth: number, moment: 'before' | 'after', error: Error = new Died()): void {
    this.left = nth;
    this.moment = moment;
    this.error = error;
  }

  /** Forgets a death that did not come. */
  liveOn(): void {
    this.left = Infinity;
  }

  /** Holds the next append up, once it is stored, for as long as this takes. */
  stall(meanwhile: () => Promise<void>): void {
    this.meanwhile = meanwhile;
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<Appended> {
    this.left -= 1;
    const dies = this.left === 0;
    if (dies && this.moment === 'before') throw this.error;
    const appended = await this.log.append(stream, expected, events);
    if (dies) throw this.error;
    const { meanwhile } = this;
    this.meanwhile = null;
    await meanwhile?.();
    return appended;
  }

  read(...args: Parameters<EventLog['read']>): Promise<readonly RecordedEvent[]> {
    return this.log.read(...args);
  }

  subscribe(after: bigint | null, signal: AbortSignal): AsyncIterable<Batch> {
    return this.log.subscribe(after, signal);
  }

  head(): Promise<bigint | null> {
    return this.log.head();
  }

  close(): Promise<void> {
    return this.log.close();
  }
}
