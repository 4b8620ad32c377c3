import { EventLogUnavailable } from './event-log.js';

type Queue = { tail: Promise<EventLogUnavailable | null>; length: number };

/**
 * Runs tasks of one key in order, and tasks of different keys in parallel. If a task finds the store
 * unavailable, the waiting tasks of the key fail, too: each would wait as long as the first.
 */
export class KeyedMutex {
  private readonly queues = new Map<string, Queue>();

  constructor(private readonly waitingMax: number) {}

  /** @throws the task's error, {EventLogUnavailable} the queue is full or the store unavailable. */
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const queue = this.queues.get(key) ?? { tail: Promise.resolve(null), length: 0 };
    if (queue.length >= this.waitingMax)
      return Promise.reject(new EventLogUnavailable(`${key}: too many appends are waiting`));
    this.queues.set(key, queue);
    queue.length++;
    const result = queue.tail.then((unavailable) => {
      if (unavailable !== null) throw unavailable;
      return task();
    });
    const leave = (error: unknown = null) => {
      if (--queue.length === 0) this.queues.delete(key);
      return error instanceof EventLogUnavailable ? error : null;
    };
    queue.tail = result.then(() => leave(), leave);
    return result;
  }
}
