import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { FairQueue } from '#kernel/concurrency/fair-queue.js';
import { Thread } from '#operations/thread.js';
import type { NewPassword } from './guessable.js';

const WAITING = { atOnce: 1, waitingMax: 200, waitingPerKey: 100 };

/** Estimates new passwords in a separate thread (`apps/password-strength`), one at a time. */
export class PasswordStrength {
  private readonly turns = new FairQueue(WAITING);
  private readonly thread = new Thread<NewPassword, boolean>(
    () =>
      new Worker(createRequire(import.meta.url).resolve('#password-strength'), { execArgv: [] }),
  );

  /**
   * @throws {Refused} 429 when too many calls of this person wait, 503 when too many calls wait.
   */
  isGuessable(password: NewPassword): Promise<boolean> {
    return this.turns.run(password.email, () => this.thread.ask(password));
  }
}
