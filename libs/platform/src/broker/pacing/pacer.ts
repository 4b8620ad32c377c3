import type { OutboundAnswer } from '../../core/outbound-http.js';
import { pause } from '../../core/pause.js';
import { ProviderBusy } from '../../core/provider-busy.js';
import {
  PACING_AGE_MS,
  PACING_AUDIT_WAIT_MAX_MS,
  PACING_PROBE_MS,
  PACING_WAIT_MAX_MS,
  SEND_WITHIN_MS,
} from '../../core/timing.js';
import { brokerCallsLeft, brokerCallsWaiting, brokerThrottled } from '../../signals/metrics.js';
import { type Heard, PRIORITIES, type Priority, type Rank, hear, takeTurns } from './budget.js';
import { heardIn } from './rate-headers.js';
import type { SharedBudget } from './shared-budget.js';
import { SlowStart } from './slow-start.js';

type Waiting = {
  readonly priority: Priority;
  readonly sinceMs: number;
  /** `paidUntilMs`: when the window ends that pays for it. */
  readonly begin: (paidUntilMs: number) => void;
  readonly giveUp: (error: ProviderBusy) => void;
};

/** A send whose turn has come and that is not under way yet. */
type Promised = { readonly end: () => void; paidUntilMs: number };
const isOver = ({ paidUntilMs }: Promised): boolean => performance.now() >= paidUntilMs;
const LATE: Heard = { kind: 'late' };

/**
 * Lets calls to the broker begin only as fast as its answers allow, the most urgent first. Each
 * `PACING_AGE_MS` of waiting makes a call one rank more urgent, so that none waits for ever.
 */
export class Pacer {
  private waiting: Waiting[] = [];
  private heard: Heard[] = [];
  private readonly slowStart = new SlowStart();
  private readonly promised: Promised[] = [];
  private pumping = false;
  private wake = new AbortController();

  constructor(
    private readonly budget: SharedBudget,
    private readonly sleep = pause,
  ) {}

  /**
   * Makes a call in its turn, and again for as long as the broker only says that it is busy.
   * @throws {ProviderBusy} when its turn does not come in time
   */
  async call(
    priority: Priority,
    isThrottled: (answer: OutboundAnswer) => boolean,
    exchange: () => Promise<OutboundAnswer>,
  ): Promise<OutboundAnswer> {
    const sinceMs = performance.now();
    for (;;) {
      await this.turn(priority, sinceMs);
      const answer = await this.underWay(exchange);
      if (!isThrottled(answer)) return answer;
    }
  }

  /**
   * Waits for the turn of a send, which is to begin within `SEND_WITHIN_MS` by `send`.
   * @throws {ProviderBusy} when its turn does not come in time
   */
  async promise(priority: Priority): Promise<void> {
    const paidUntilMs = await this.turn(priority, performance.now());
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

  /** A send at once: its turn was waited for before. */
  send(exchange: () => Promise<OutboundAnswer>): Promise<OutboundAnswer> {
    const [promised] = this.promised;
    this.slowStart.begin();
    promised?.end();
    return this.underWay(exchange);
  }

  private hear(answer: OutboundAnswer): void {
    const heard = heardIn(answer, Date.now());
    const isThrottled = heard?.kind === 'throttled';
    this.slowStart.answered(!isThrottled);
    if (isThrottled) brokerThrottled.inc();
    if (heard === null || (heard.kind === 'unlimited' && this.budget.isUnlimited)) return;
    this.heard.push(heard);
    this.pump();
  }

  private async underWay(exchange: () => Promise<OutboundAnswer>): Promise<OutboundAnswer> {
    try {
      const answer = await exchange();
      this.hear(answer);
      return answer;
    } finally {
      this.end();
    }
  }

  private end(): void {
    this.slowStart.end();
    this.wake.abort();
  }

  /** Answers when the window ends that pays for it. */
  private turn(priority: Priority, sinceMs: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ priority, sinceMs, begin: resolve, giveUp: reject });
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

  /** Begins what may begin. Answers when to look again, in ms. */
  private async begin(): Promise<number> {
    const late = this.promised.filter(isOver);
    for (const each of late) each.paidUntilMs = Infinity;
    const heard = [...this.heard.splice(0), ...late.map(() => LATE)];
    const asking = this.waiting.toSorted((left, right) => dueMs(left) - dueMs(right));
    const asked = asking.slice(0, this.room(asking));
    const ranks = asked.map((each) => rankOf(each, performance.now()));
    const { granted, waitMs, endsInMs } = await this.turnsFor(heard, ranks);
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

  private async turnsFor(heard: readonly Heard[], ranks: readonly Rank[]) {
    const isIdle = heard.length === 0 && (ranks.length === 0 || this.budget.isUnlimited);
    if (isIdle) return { granted: ranks.length, waitMs: 0, endsInMs: Infinity };
    return this.budget.update((before, nowMs) => {
      const known = heard.reduce((budget, each) => hear(budget, each, nowMs), before);
      const { budget, ...result } = takeTurns(known, ranks, nowMs);
      return { budget, result };
    });
  }

  /** A broker that answers slowly holds nobody up for long. */
  private room(asking: readonly Waiting[]): number {
    const nowMs = performance.now();
    const held = asking.filter(({ sinceMs }) => nowMs - sinceMs > PACING_PROBE_MS).length;
    return Math.max(this.slowStart.room, held);
  }

  private giveUpLate(waitMs: number): void {
    const nowMs = performance.now();
    const isLate = ({ priority, sinceMs }: Waiting) => nowMs - sinceMs > WAIT_MAX_MS[priority];
    const late = this.waiting.filter(isLate);
    if (late.length === 0) return;
    this.waiting = this.waiting.filter((each) => !isLate(each));
    for (const { giveUp } of late)
      giveUp(new ProviderBusy('the broker takes no more calls for now; nothing was sent', waitMs));
  }
}

/** Well within a job's lock, so that the job comes back; an audit has nobody to come back to. */
const WAIT_MAX_MS: Readonly<Record<Priority, number>> = {
  order: PACING_WAIT_MAX_MS,
  deposit: PACING_WAIT_MAX_MS,
  account: PACING_WAIT_MAX_MS,
  'look-up': PACING_WAIT_MAX_MS,
  recheck: PACING_WAIT_MAX_MS,
  reconciliation: PACING_AUDIT_WAIT_MAX_MS,
};

const noteLeft = (left: number | null): void => {
  if (left === null) brokerCallsLeft.remove();
  else brokerCallsLeft.set(left);
};

/** Calls go by this: one of less urgency goes before those that came so much later. */
const dueMs = ({ priority, sinceMs }: Waiting): number =>
  sinceMs + PRIORITIES.indexOf(priority) * PACING_AGE_MS;

const rankOf = ({ priority, sinceMs }: Waiting, nowMs: number): Rank =>
  Math.max(0, PRIORITIES.indexOf(priority) - Math.floor((nowMs - sinceMs) / PACING_AGE_MS));
