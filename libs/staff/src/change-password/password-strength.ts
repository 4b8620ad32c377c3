import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { FairQueue } from '#kernel/concurrency/fair-queue.js';
import { Thread } from '#operations/thread.js';
import type { NewPassword } from './guessable.js';

const WAITING = { atOnce: 1, waitingMax: 200, waitingPerKey: 100 };

/** Asks a thread of its own (`apps/password-strength`) how good a new password is, one at a time. */
export class PasswordStrength {
  private readonly turns = new FairQueue(WAITING);
  private readonly thread = new Thread<NewPassword, boolean>(
    () =>
      new Worker(createRequire(import.meta.url).resolve('#password-strength'), { execArgv: [] }),
  );

  /** @throws {Refused} 429 when too many of this person wait already, 503 when too many of all do. */
  isGuessable(asked: NewPassword): Promise<boolean> {
    return this.turns.run(asked.email, () => this.thread.ask(asked));
  }
}
