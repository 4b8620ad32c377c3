import { Clock } from '../clock.js';
import { tooMany } from '../refused.js';
import type { Cause, EventStore } from '../event-store/event-store.js';
import { KeyedMutex } from '../event-store/keyed-mutex.js';
import { type AttemptRule, type Failure, attempts, lockedForS, windowId } from './attempt.state.js';

const WAITING_MAX = 200;

/** From where a guess comes; what is known there is not locked out by guesses from elsewhere. */
export type Origin = { readonly place: string; readonly isKnown: boolean };

const ANYWHERE: Origin = { place: '', isKnown: false };

/**
 * Locks a subject after a number of failures. Failures are in the log, so a restart or a wiped
 * Redis forgets none. The appends of all processes decide together which attempts come too late.
 */
export class AttemptLimit {
  private readonly guessing = new KeyedMutex(WAITING_MAX);

  constructor(
    private readonly store: EventStore,
    private readonly rule: AttemptRule,
    private readonly clock = new Clock(),
  ) {}

  /**
   * Runs one guess at the subject's secret; `check` returns null for a wrong guess. A process
   * checks one guess after the other, so a burst of guesses cannot exceed the limit. The outcome is
   * returned only while the limit is open.
   * @throws {Refused} 429 while the subject is locked. Else the error of `check`.
   */
  guess<Result>(
    subject: string,
    cause: Cause,
    check: () => Promise<Result | null>,
    origin = ANYWHERE,
  ): Promise<Result | null> {
    // A known origin does not wait behind a crowd of unknown ones.
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
    this.requireAllowed(await this.failures(subject, now), origin, now);
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
