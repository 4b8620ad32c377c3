import type { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '#kernel/duration.js';

/** Idle time after which a thread for password hashes or strength estimates ends. */
const THREAD_RETENTION_MS = MINUTE_MS;

/**
 * A thread for long computations. It starts on first use, works on one request at a time, and ends
 * after a while without requests. A busy thread keeps the process alive, an idle one does not.
 */
export class Thread<Question, Answer> {
  private worker: Worker | null = null;
  private resting: NodeJS.Timeout | undefined;

  /**
   * `make` starts a worker that replies to each message with one message, and fails if it cannot.
   */
  constructor(private readonly make: () => Worker) {}

  /**
   * Returns the reply of the thread. @throws Error with the reason as cause when the thread ends
   * first; the next call starts a new thread.
   */
  ask(question: Question): Promise<Answer> {
    clearTimeout(this.resting);
    const worker = (this.worker ??= this.begin());
    worker.ref();
    return new Promise((resolve, reject) => {
      const settle = () => {
        worker.removeListener('message', onMessage).removeListener('error', onEnd);
        worker.removeListener('exit', onEnd).unref();
      };
      const onMessage = (answer: Answer) => {
        settle();
        this.resting = setTimeout(() => this.end(), THREAD_RETENTION_MS).unref();
        resolve(answer);
      };
      const onEnd = (reason: unknown) => {
        settle();
        if (this.worker === worker) this.worker = null;
        reject(new Error('The thread ended before it replied', { cause: reason }));
      };
      worker.once('message', onMessage).once('error', onEnd).once('exit', onEnd);
      worker.postMessage(question);
    });
  }

  private begin(): Worker {
    const worker = this.make();
    worker.once('exit', () => {
      if (this.worker === worker) this.worker = null;
    });
    return worker;
  }

  private end(): void {
    void this.worker?.terminate();
    this.worker = null;
  }
}
