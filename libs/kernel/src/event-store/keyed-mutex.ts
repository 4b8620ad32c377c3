import { EventLogUnavailable } from './event-log.js';

type Line = { tail: Promise<EventLogUnavailable | null>; length: number };

/**
 * Runs tasks of one key in order, and tasks of different keys side by side. When one task finds the
 * store unavailable, the waiting tasks of the key fail with it, because each would wait as long as
 * the first.
 */
export class KeyedMutex {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly waitingMax: number) {}

  /** @throws {EventLogUnavailable} too many wait, or the store is away. Else what the task throws. */
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const line = this.lines.get(key) ?? { tail: Promise.resolve(null), length: 0 };
    if (line.length >= this.waitingMax)
      return Promise.reject(
        new EventLogUnavailable(`${key}: too many appends wait for their turn`),
      );
    this.lines.set(key, line);
    line.length++;
    const result = line.tail.then((away) => {
      if (away !== null) throw away;
      return task();
    });
    const leave = (error: unknown = null) => {
      if (--line.length === 0) this.lines.delete(key);
      return error instanceof EventLogUnavailable ? error : null;
    };
    line.tail = result.then(() => leave(), leave);
    return result;
  }
}
