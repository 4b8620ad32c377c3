import { EventLogUnavailable } from './event-log.js';

/** Runs tasks of one key one after the other, in order; those of different keys side by side. */
export class OnePerKey {
  private readonly lines = new Map<string, { tail: Promise<unknown>; length: number }>();

  constructor(private readonly waitingMax: number) {}

  /** @throws {EventLogUnavailable} too many wait already. Else whatever the task throws. */
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const line = this.lines.get(key) ?? { tail: Promise.resolve(), length: 0 };
    if (line.length >= this.waitingMax)
      return Promise.reject(
        new EventLogUnavailable(`${key}: too many appends wait for their turn`),
      );
    this.lines.set(key, line);
    line.length++;
    const result = line.tail.then(task);
    const leave = () => {
      if (--line.length === 0) this.lines.delete(key);
    };
    line.tail = result.then(leave, leave);
    return result;
  }
}
