import type {
  Appended,
  Batch,
  EventLog,
  ExpectedRevision,
  NewEvent,
  RecordedEvent,
} from '#kernel/event-store/event-log.js';

/** The appending process died. */
export class Died extends Error {
  override readonly name = 'Died';
}

/** A log whose process dies just before or just after one of its appends. */
export class DyingLog implements EventLog {
  private left = Infinity;
  private moment: 'before' | 'after' = 'before';
  private error: Error = new Died();
  private meanwhile: (() => Promise<void>) | null = null;

  constructor(private readonly log: EventLog) {}

  /**
   * Dies once at the n-th append from now (1: the next append). `error` may instead simulate a failure
   * of the store.
   */
  dieAt(nth: number, moment: 'before' | 'after', error: Error = new Died()): void {
    this.left = nth;
    this.moment = moment;
    this.error = error;
  }

  /** Cancels a death that has not happened yet. */
  liveOn(): void {
    this.left = Infinity;
  }

  /** Delays the response to the next append until this promise resolves. */
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
