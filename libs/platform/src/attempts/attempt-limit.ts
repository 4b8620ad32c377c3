import { Clock } from '../core/clock.js';
import { tooMany } from '../core/refused.js';
import type { Cause, EventStore } from '../event-store/event-store.js';
import { OnePerKey } from '../event-store/one-per-key.js';
import { type AttemptRule, type Failure, attempts, lockedForS, windowId } from './attempt.state.js';

const WAITING_MAX = 200;

/** From where a guess comes; what is known there is not locked out by guesses from elsewhere. */
export type Origin = { readonly place: string; readonly isKnown: boolean };

const ANYWHERE: Origin = { place: '', isKnown: false };

/**
 * Locks a subject out after so many failures. Failures stand in the log, so neither a restart nor
 * a wiped Redis forgets one; the appends of all processes decide together which come too late.
 */
export class AttemptLimit {
  private readonly guessing = new OnePerKey(WAITING_MAX);

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
    origin = ANYWHERE,
  ): Promise<Result | null> {
    // What is known does not wait behind a crowd that is not.
    const line = origin.isKnown ? `${subject} ${origin.place}` : subject;
    return this.guessing.run(line, async () => {
      await this.requireOpen(subject, origin);
      const result = await check();
      if (result === null) await this.countFailure(subject, cause, origin);
      else await this.requireOpen(subject, origin);
      return result;
    });
  }

  /** @throws {Refused} 429 while the subject is locked out. */
  async requireOpen(subject: string, origin = ANYWHERE): Promise<void> {
    const now = this.clock.now();
    this.judge(await this.failures(subject, now), origin, now);
  }

  /** Seconds until the subject is open from everywhere; 0 when it is. */
  async lockedForS(subject: string): Promise<number> {
    const now = this.clock.now();
    const failures = await this.failures(subject, now);
    const { placeMax: max = this.rule.max, windowS } = this.rule;
    const places = Map.groupBy(failures, ({ place }) => place).values();
    const ofPlaces = [...places].map((each) => lockedForS({ max, windowS }, each, now));
    return Math.max(lockedForS(this.rule, failures, now), ...ofPlaces);
  }

  /** No failure up to now counts any more. */
  async forgive(subject: string, cause: Cause): Promise<void> {
    const now = this.clock.now();
    const data = { kind: this.rule.kind, subject, at: now.toISOString() };
    const decide = (failures: readonly Failure[]) =>
      failures.length === 0 ? [] : [{ type: 'AttemptsForgiven', data } as const];
    for (const ago of [1, 0] as const)
      await this.store.transact(attempts, windowId(this.rule, subject, now, ago), decide, cause);
  }

  private async failures(subject: string, now: Date): Promise<readonly Failure[]> {
    const [before, latest] = await Promise.all([
      this.store.load(attempts, windowId(this.rule, subject, now, 1)),
      this.store.load(attempts, windowId(this.rule, subject, now, 0)),
    ]);
    return [...before, ...latest];
  }

  /** @throws {Refused} 429 when others have reached the limit since: the outcome stays untold. */
  async countFailure(subject: string, cause: Cause, origin = ANYWHERE): Promise<void> {
    const now = this.clock.now();
    const before = await this.store.load(attempts, windowId(this.rule, subject, now, 1));
    const { place } = origin;
    const data = { kind: this.rule.kind, subject, at: now.toISOString(), ...(place && { place }) };
    const decide = (latest: readonly Failure[]) => {
      this.judge([...before, ...latest], origin, now);
      return [{ type: 'AttemptFailed', data } as const];
    };
    const id = windowId(this.rule, subject, now, 0);
    await this.store.transact(attempts, id, decide, cause);
  }

  private judge(failures: readonly Failure[], { place, isKnown }: Origin, now: Date): void {
    const { kind, placeMax = this.rule.max, windowS, detail } = this.rule;
    const ofPlace = failures.filter((each) => each.place === place);
    const [max, retryAfterS] = [
      [placeMax, lockedForS({ max: placeMax, windowS }, ofPlace, now)] as const,
      [this.rule.max, isKnown ? 0 : lockedForS(this.rule, failures, now)] as const,
    ].reduce((one, other) => (other[1] > one[1] ? other : one));
    if (retryAfterS === 0) return;
    throw tooMany('too_many_attempts', detail, retryAfterS, { name: kind, max, windowS });
  }
}
