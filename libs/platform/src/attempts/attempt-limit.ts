import { tooMany } from '../core/refused.js';
import type { Cause, EventStore } from '../event-store/event-store.js';
import { OnePerKey } from '../event-store/one-per-key.js';
import { type AttemptRule, attempts, lockedForS, windowId } from './attempt.state.js';

const WAITING_MAX = 500;

/**
 * Locks a subject out after so many failures. Failures stand in the log, so neither a restart nor
 * a wiped Redis forgets one. Of parallel attempts no more than the limit learn their outcome: look
 * with `requireOpen`, compare, then tell a success only after another `requireOpen`, and a failure
 * only after `countFailure`.
 */
export class AttemptLimit {
  private readonly inTurn = new OnePerKey(WAITING_MAX);

  constructor(
    private readonly store: EventStore,
    private readonly rule: AttemptRule,
  ) {}

  /** @throws {Refused} 429 while the subject is locked out. */
  async requireOpen(subject: string, now: Date): Promise<void> {
    const [before, latest] = await Promise.all([
      this.store.load(attempts, windowId(this.rule, subject, now, 1)),
      this.store.load(attempts, windowId(this.rule, subject, now, 0)),
    ]);
    this.judge([...before, ...latest], now);
  }

  /** @throws {Refused} 429 when others have reached the limit since: the outcome stays untold. */
  countFailure(subject: string, now: Date, cause: Cause): Promise<void> {
    const { kind } = this.rule;
    const failed = {
      type: 'AttemptFailed',
      data: { kind, subject, at: now.toISOString() },
    } as const;
    return this.inTurn.run(subject, async () => {
      const before = await this.store.load(attempts, windowId(this.rule, subject, now, 1));
      const id = windowId(this.rule, subject, now, 0);
      const decide = (latest: readonly string[]) => {
        this.judge([...before, ...latest], now);
        return [failed];
      };
      await this.store.transact(attempts, id, decide, cause);
    });
  }

  private judge(failures: readonly string[], now: Date): void {
    const retryAfterS = lockedForS(this.rule, failures, now);
    if (retryAfterS === 0) return;
    const { kind, max, windowS, detail } = this.rule;
    throw tooMany('too_many_attempts', detail, retryAfterS, { name: kind, max, windowS });
  }
}
