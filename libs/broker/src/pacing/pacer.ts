import type { OutboundResponse } from '#http/outbound/outbound-http.js';
import { pause } from '#kernel/concurrency/pause.js';
import { ProviderBusy } from '#kernel/provider-busy.js';
import { brokerCallsLeft, brokerCallsWaiting, brokerThrottled } from '#kernel/metrics.js';
import {
  type Budget,
  PRIORITIES,
  type Priority,
  type Rank,
  type RateObservation,
} from './budget.js';
import { observationFrom } from './rate-headers.js';
import { SlowStart } from './slow-start.js';
import { SEND_WITHIN_MS } from '#kernel/timing.js';
import { MINUTE_MS } from '#kernel/duration.js';

/** Longest wait of a call for its turn, in ms. After it the job pauses and is retried. */
const PACING_WAIT_MAX_MS = 5_000;
/**
 * Longest wait of an audit call for its turn, in ms. Audit calls are not jobs, so nothing retries
 * them.
 */
export const PACING_AUDIT_WAIT_MAX_MS = MINUTE_MS;
/** Longest wait of a view for its turn. */
const PACING_VIEW_WAIT_MAX_MS = 1_000;
/** Waiting time after which a call becomes one rank more urgent, repeatedly. */
const PACING_AGE_MS = 1_000;
/** Longest wait of a call for responses to other calls while the broker is slow. */
const PACING_PROBE_MS = 500;

type Waiting = {
  readonly priority: Priority;
  readonly sinceMs: number;
  readonly waitMaxMs: number;
  /** `validUntilMs`: end of the window that admits the call. */
  readonly begin: (validUntilMs: number) => void;
  readonly giveUp: (error: ProviderBusy) => void;
};

/** An admitted send that has not begun. */
type AdmittedSend = { readonly end: () => void; validUntilMs: number };
const isOver = ({ validUntilMs }: AdmittedSend): boolean => performance.now() >= validUntilMs;
const LATE: RateObservation = { kind: 'late' };

/**
 * Starts calls to the broker only as fast as its responses allow, most urgent first. Each
 * `PACING_AGE_MS` of waiting makes a call one rank more urgent, so that every call eventually
 * starts.
 */
export class Pacer {
  private waiting: Waiting[] = [];
  private observations: RateObservation[] = [];
  private readonly slowStart = new SlowStart();
  private readonly admitted: AdmittedSend[] = [];
  private isWorking = false;
  private wake = new AbortController();

  constructor(
    private readonly budget: Budget,
    private readonly sleep = pause,
  ) {}

  /**
   * Makes a call in its turn, and repeats it while the broker throttles. @throws {ProviderBusy} if
   * the wait is too long
   */
  async call(
    priority: Priority,
    isThrottled: (response: OutboundResponse) => boolean,
    exchange: () => Promise<OutboundResponse>,
    waitMaxMs = WAIT_MAX_MS[priority],
  ): Promise<OutboundResponse> {
    const sinceMs = performance.now();
    for (;;) {
      await this.turn({ priority, sinceMs, waitMaxMs });
      const response = await this.track(exchange);
      if (!isThrottled(response)) return response;
    }
  }

  /**
   * Waits for the turn of a send. `send` must follow within `SEND_WITHIN_MS`.
   * @throws {ProviderBusy} if the wait is too long
   */
  async admitSend(): Promise<void> {
    const sinceMs = performance.now();
    const waiting = { priority: 'send', sinceMs, waitMaxMs: WAIT_MAX_MS.send } as const;
    const validUntilMs = await this.turn(waiting);
    const end = () => {
      clearTimeout(timer);
      const at = this.admitted.indexOf(admitted);
      if (at >= 0) this.admitted.splice(at, 1);
      this.end();
    };
    const timer = setTimeout(end, SEND_WITHIN_MS).unref();
    const admitted = { end, validUntilMs };
    this.admitted.push(admitted);
  }

  /** Sends at once. Call `admitSend` first. */
  send(exchange: () => Promise<OutboundResponse>): Promise<OutboundResponse> {
    const [admitted] = this.admitted;
    this.slowStart.begin();
    admitted?.end();
    return this.track(exchange);
  }

  private observe(response: OutboundResponse): void {
    const observation = observationFrom(response, Date.now());
    const isThrottled = observation?.kind === 'throttled';
    this.slowStart.record(!isThrottled);
    if (isThrottled) brokerThrottled.inc();
    if (observation === null || (observation.kind === 'unlimited' && this.budget.isUnlimited))
      return;
    this.observations.push(observation);
    this.wakeUp();
  }

  private async track(exchange: () => Promise<OutboundResponse>): Promise<OutboundResponse> {
    try {
      const response = await exchange();
      this.observe(response);
      return response;
    } finally {
      this.end();
    }
  }

  private end(): void {
    this.slowStart.end();
    this.wake.abort();
  }

  /** Resolves with the end of the window that admits the call. */
  private turn(waiting: Omit<Waiting, 'begin' | 'giveUp'>): Promise<number> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ...waiting, begin: resolve, giveUp: reject });
      this.wakeUp();
    });
  }

  private wakeUp(): void {
    this.wake.abort();
    if (!this.isWorking) void this.work();
  }

  private async work(): Promise<void> {
    this.isWorking = true;
    try {
      while (this.waiting.length > 0 || this.observations.length > 0) {
        this.wake = new AbortController();
        const waitMs = await this.begin();
        brokerCallsWaiting.set(this.waiting.length);
        reportLeft(this.budget.left);
        if (this.waiting.length > 0) await this.sleep(waitMs, this.wake.signal);
      }
    } finally {
      this.isWorking = false;
    }
  }

  /** Starts the calls that may begin. Returns the time until the next check, in ms. */
  private async begin(): Promise<number> {
    const late = this.admitted.filter(isOver);
    for (const each of late) each.validUntilMs = Infinity;
    const observations = [...this.observations.splice(0), ...late.map(() => LATE)];
    const byUrgency = this.waiting.toSorted((left, right) => dueMs(left) - dueMs(right));
    const candidates = byUrgency.slice(0, this.room(byUrgency));
    const ranks = candidates.map((each) => rankOf(each, performance.now()));
    for (const each of observations) this.budget.observe(each);
    const { granted, waitMs, endsInMs } = await this.budget.admit(ranks);
    const validUntilMs = performance.now() + endsInMs;
    for (const each of late) each.validUntilMs = validUntilMs;
    for (const each of candidates.slice(0, granted)) {
      this.waiting.splice(this.waiting.indexOf(each), 1);
      this.slowStart.begin();
      each.begin(validUntilMs);
    }
    this.giveUpLate(waitMs);
    return Math.min(waitMs === 0 ? PACING_PROBE_MS : waitMs, PACING_AGE_MS);
  }

  /** Admits long waiting calls even if the broker is slow to respond. */
  private room(waiting: readonly Waiting[]): number {
    const nowMs = performance.now();
    const longWaiting = waiting.filter(({ sinceMs }) => nowMs - sinceMs > PACING_PROBE_MS).length;
    return Math.max(this.slowStart.room, longWaiting);
  }

  private giveUpLate(waitMs: number): void {
    const nowMs = performance.now();
    const isLate = ({ sinceMs, waitMaxMs }: Waiting) => nowMs - sinceMs > waitMaxMs;
    const late = this.waiting.filter(isLate);
    if (late.length === 0) return;
    this.waiting = this.waiting.filter((each) => !isLate(each));
    for (const { giveUp } of late)
      giveUp(
        new ProviderBusy('the broker accepts no more calls for now; nothing was sent', waitMs),
      );
  }
}

/** Well below a job's lock time, so that the job can be retried. */
const WAIT_MAX_MS: Readonly<Record<Priority, number>> = {
  send: PACING_WAIT_MAX_MS,
  read: PACING_WAIT_MAX_MS,
  view: PACING_VIEW_WAIT_MAX_MS,
};

const reportLeft = (left: number | null): void => {
  if (left === null) brokerCallsLeft.remove();
  else brokerCallsLeft.set(left);
};

/**
 * Sort key of calls. A less urgent call precedes more urgent ones that arrive sufficiently later.
 */
const dueMs = ({ priority, sinceMs }: Waiting): number =>
  sinceMs + PRIORITIES.indexOf(priority) * PACING_AGE_MS;

/** A view never becomes more urgent, so that many views cannot delay sends. */
const rankOf = ({ priority, sinceMs }: Waiting, nowMs: number): Rank => {
  const rank = PRIORITIES.indexOf(priority);
  if (priority === 'view') return rank;
  return Math.max(0, rank - Math.floor((nowMs - sinceMs) / PACING_AGE_MS));
};
