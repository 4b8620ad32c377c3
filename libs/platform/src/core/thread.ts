import type { Worker } from 'node:worker_threads';
import { THREAD_KEPT_MS } from './timing.js';

/**
 * A thread of this process for what takes long. It is made when it is first needed, is asked one thing at
 * a time, and ends when nobody asks for a while. An idle one does not keep the process; one at work does.
 */
export class Thread<Question, Answer> {
  private worker: Worker | null = null;
  private resting: NodeJS.Timeout | undefined;

  /** `make`: its program answers each message with one, and ends with an error where it cannot. */
  constructor(private readonly make: () => Worker) {}

  /** @throws Error when the thread ends meanwhile, which is why. The next question is asked of a new one. */
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
        this.resting = setTimeout(() => this.end(), THREAD_KEPT_MS).unref();
        resolve(answer);
      };
      const onEnd = (reason: unknown) => {
        settle();
        if (this.worker === worker) this.worker = null;
        reject(new Error('A thread ended before it answered', { cause: reason }));
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
