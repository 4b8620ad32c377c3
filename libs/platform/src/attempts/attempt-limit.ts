import { Clock } from '../core/clock.js';
import { tooMany } from '../core/refused.js';
import type { Cause, EventStore } from '../event-store/event-store.js';
import { OnePerKey } from '../event-store/one-per-key.js';
import { type AttemptRule, attempts, lockedForS, windowId } from './attempt.state.js';

const WAITING_MAX = 200;

/**
 * Locks a subject out after so many failures. Failures stand in the log, so neither a restart nor
 * a wiped Redis forgets one; the appends of all processes decide together which come too late.
 */
export class AttemptLimit {
  private readonly guessing = new OnePerKey(WAITING_MAX);
  private readonly counting = new OnePerKey(WAITING_MAX);

  constructor(
    private readonly store: EventStore,
    private readonly rule: AttemptRule,
    private readonly clock = new Clock(),
  ) {}

  /**
   * One guess at the subject's secret; `check` answers null for a wrong one. A process looks at one
   * guess after the other, so that a burst of them is no more than the limit, and an outcome is
   * told only while the limit is open.
   * @throws {Refused} 429 while the subject is locked out. Else whatever `check` throws.
   */
  guess<Result>(
    subject: string,
    cause: Cause,
    check: () => Promise<Result | null>,
  ): Promise<Result | null> {
    return this.guessing.run(subject, async () => {
      await this.requireOpen(subject);
      const result = await check();
      if (result === null) await this.countFailure(subject, cause);
      else await this.requireOpen(subject);
      return result;
    });
  }

  /** @throws {Refused} 429 while the subject is locked out. */
  async requireOpen(subject: string): Promise<void> {
    const now = this.clock.now();
    const [before, latest] = await Promise.all([
      this.store.load(attempts, windowId(this.rule, subject, now, 1)),
      this.store.load(attempts, windowId(this.rule, subject, now, 0)),
    ]);
    this.judge([...before, ...latest], now);
  }

  /** @throws {Refused} 429 when others have reached the limit since: the outcome stays untold. */
  countFailure(subject: string, cause: Cause): Promise<void> {
    return this.counting.run(subject, async () => {
      const now = this.clock.now();
      const before = await this.store.load(attempts, windowId(this.rule, subject, now, 1));
      const data = { kind: this.rule.kind, subject, at: now.toISOString() };
      const decide = (latest: readonly string[]) => {
        this.judge([...before, ...latest], now);
        return [{ type: 'AttemptFailed', data } as const];
      };
      const id = windowId(this.rule, subject, now, 0);
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
