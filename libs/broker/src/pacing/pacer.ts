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

/** Longest wait of a call for its turn. After it the job pauses and is retried. */
const PACING_WAIT_MAX_MS = 5_000;
/**
 * Longest wait of an audit call for its turn. Audit calls are not jobs, so nothing retries them.
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
  /** `paidUntilMs`: end of the window that admits the call. */
  readonly begin: (paidUntilMs: number) => void;
  readonly giveUp: (error: ProviderBusy) => void;
};

/** An admitted send that has not begun. */
type Promised = { readonly end: () => void; paidUntilMs: number };
const isOver = ({ paidUntilMs }: Promised): boolean => performance.now() >= paidUntilMs;
const LATE: RateObservation = { kind: 'late' };

/**
 * Starts calls to the broker only as fast as its responses allow, most urgent first. Each
 * `PACING_AGE_MS` of waiting makes a call one rank more urgent, so that every call eventually
 * starts.
 */
export class Pacer {
  private waiting: Waiting[] = [];
  private heard: RateObservation[] = [];
  private readonly slowStart = new SlowStart();
  private readonly promised: Promised[] = [];
  private pumping = false;
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
    isThrottled: (answer: OutboundResponse) => boolean,
    exchange: () => Promise<OutboundResponse>,
    waitMaxMs = WAIT_MAX_MS[priority],
  ): Promise<OutboundResponse> {
    const sinceMs = performance.now();
    for (;;) {
      await this.turn({ priority, sinceMs, waitMaxMs });
      const answer = await this.underWay(exchange);
      if (!isThrottled(answer)) return answer;
    }
  }

  /**
   * Waits for the turn of a send, which must begin with `send` within `SEND_WITHIN_MS`. @throws
   * {ProviderBusy} if the wait is too long
   */
  async promise(): Promise<void> {
    const sinceMs = performance.now();
    const waiting = { priority: 'send', sinceMs, waitMaxMs: WAIT_MAX_MS.send } as const;
    const paidUntilMs = await this.turn(waiting);
    const end = () => {
      clearTimeout(timer);
      const at = this.promised.indexOf(promised);
      if (at >= 0) this.promised.splice(at, 1);
      this.end();
    };
    const timer = setTimeout(end, SEND_WITHIN_MS).unref();
    const promised = { end, paidUntilMs };
    this.promised.push(promised);
  }

  /** Sends at once: call `promise` first. */
  send(exchange: () => Promise<OutboundResponse>): Promise<OutboundResponse> {
    const [promised] = this.promised;
    this.slowStart.begin();
    promised?.end();
    return this.underWay(exchange);
  }

  private observe(answer: OutboundResponse): void {
    const heard = observationFrom(answer, Date.now());
    const isThrottled = heard?.kind === 'throttled';
    this.slowStart.answered(!isThrottled);
    if (isThrottled) brokerThrottled.inc();
    if (heard === null || (heard.kind === 'unlimited' && this.budget.isUnlimited)) return;
    this.heard.push(heard);
    this.pump();
  }

  private async underWay(exchange: () => Promise<OutboundResponse>): Promise<OutboundResponse> {
    try {
      const answer = await exchange();
      this.observe(answer);
      return answer;
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
      this.pump();
    });
  }

  private pump(): void {
    this.wake.abort();
    if (!this.pumping) void this.work();
  }

  private async work(): Promise<void> {
    this.pumping = true;
    try {
      while (this.waiting.length > 0 || this.heard.length > 0) {
        this.wake = new AbortController();
        const waitMs = await this.begin();
        brokerCallsWaiting.set(this.waiting.length);
        noteLeft(this.budget.left);
        if (this.waiting.length > 0) await this.sleep(waitMs, this.wake.signal);
      }
    } finally {
      this.pumping = false;
    }
  }

  /** Starts the calls that may begin. Returns the time until the next check, in ms. */
  private async begin(): Promise<number> {
    const late = this.promised.filter(isOver);
    for (const each of late) each.paidUntilMs = Infinity;
    const heard = [...this.heard.splice(0), ...late.map(() => LATE)];
    const asking = this.waiting.toSorted((left, right) => dueMs(left) - dueMs(right));
    const asked = asking.slice(0, this.room(asking));
    const ranks = asked.map((each) => rankOf(each, performance.now()));
    for (const each of heard) this.budget.observe(each);
    const { granted, waitMs, endsInMs } = await this.budget.admit(ranks);
    const paidUntilMs = performance.now() + endsInMs;
    for (const each of late) each.paidUntilMs = paidUntilMs;
    for (const each of asked.slice(0, granted)) {
      this.waiting.splice(this.waiting.indexOf(each), 1);
      this.slowStart.begin();
      each.begin(paidUntilMs);
    }
    this.giveUpLate(waitMs);
    return Math.min(waitMs === 0 ? PACING_PROBE_MS : waitMs, PACING_AGE_MS);
  }

  /** Admits long waiting calls even if the broker is slow to respond. */
  private room(asking: readonly Waiting[]): number {
    const nowMs = performance.now();
    const held = asking.filter(({ sinceMs }) => nowMs - sinceMs > PACING_PROBE_MS).length;
    return Math.max(this.slowStart.room, held);
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

const noteLeft = (left: number | null): void => {
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
