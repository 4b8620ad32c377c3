import { Clock } from '../clock.js';
import { tooMany } from '../refused.js';
import type { Cause, EventStore } from '../event-store/event-store.js';
import { KeyedMutex } from '../event-store/keyed-mutex.js';
import { type AttemptRule, type Failure, attempts, lockedForS, windowId } from './attempt.state.js';

const WAITING_MAX = 200;

/** Origin of a guess. Guesses from other origins do not lock out a known origin. */
export type Origin = { readonly place: string; readonly isKnown: boolean };

const ANYWHERE: Origin = { place: '', isKnown: false };

/**
 * Locks a subject after a number of failures. The log stores the failures, so they survive a restart
 * and the loss of Redis, and the limit holds across all processes.
 */
export class AttemptLimit {
  private readonly guessing = new KeyedMutex(WAITING_MAX);

  constructor(
    private readonly store: EventStore,
    private readonly rule: AttemptRule,
    private readonly clock = new Clock(),
  ) {}

  /**
   * Runs one guess at the subject's secret. `check` returns null for a wrong guess. A process checks
   * the guesses one by one, so a burst cannot exceed the limit. Returns the result only if the
   * subject is still open after the check.
   * @throws {Refused} 429 while the subject is locked. @throws the error of `check`
   */
  guess<Result>(
    subject: string,
    cause: Cause,
    check: () => Promise<Result | null>,
    origin = ANYWHERE,
  ): Promise<Result | null> {
    // A known origin does not wait for guesses from unknown origins.
    const key = origin.isKnown ? `${subject} ${origin.place}` : subject;
    return this.guessing.run(key, async () => {
      await this.requireOpen(subject, origin);
      const result = await check();
      if (result === null) await this.countFailure(subject, cause, origin);
      else await this.requireOpen(subject, origin);
      return result;
    });
  }

  /** @throws {Refused} 429 while the subject is locked. */
  async requireOpen(subject: string, origin = ANYWHERE): Promise<void> {
    const now = this.clock.now();
    this.requireAllowed(await this.failures(subject, now), origin, now);
  }

  /** Returns the seconds until the subject is open for all origins, 0 for an open subject. */
  async lockedForS(subject: string): Promise<number> {
    const now = this.clock.now();
    const failures = await this.failures(subject, now);
    const { placeMax: max = this.rule.max, windowS } = this.rule;
    const places = Map.groupBy(failures, ({ place }) => place).values();
    const ofPlaces = [...places].map((each) => lockedForS({ max, windowS }, each, now));
    return Math.max(lockedForS(this.rule, failures, now), ...ofPlaces);
  }

  /** Resets the count of failures. */
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

  /** Records a failure. @throws {Refused} 429 if other attempts reached the limit meanwhile. */
  async countFailure(subject: string, cause: Cause, origin = ANYWHERE): Promise<void> {
    const now = this.clock.now();
    const before = await this.store.load(attempts, windowId(this.rule, subject, now, 1));
    const { place } = origin;
    const data = { kind: this.rule.kind, subject, at: now.toISOString(), ...(place && { place }) };
    const decide = (latest: readonly Failure[]) => {
      this.requireAllowed([...before, ...latest], origin, now);
      return [{ type: 'AttemptFailed', data } as const];
    };
    const id = windowId(this.rule, subject, now, 0);
    await this.store.transact(attempts, id, decide, cause);
  }

  private requireAllowed(
    failures: readonly Failure[],
    { place, isKnown }: Origin,
    now: Date,
  ): void {
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
