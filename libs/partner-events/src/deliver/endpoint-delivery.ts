import { msUntilNextTick, pause } from '#kernel/concurrency/pause.js';
import { webhookAttempts } from '#kernel/metrics.js';
import type { DeliveryQueue } from '../deliveries/delivery-queue.js';
import type { DeliveryRow, ProgressRow } from '../deliveries/delivery-tables.js';
import type { EndpointHealth, EndpointProgress } from '../deliveries/endpoint-progress.js';
import type { WebhookEndpoint } from '../endpoint/endpoint.state.js';
import type { AttemptRecorder } from './attempt-recorder.js';
import {
  acceptedNothing,
  isSuccess,
  loadAfter,
  nextAttemptAt,
  openLimit,
} from './retry-plan.decide.js';
import { type Attempt, type WebhookSender, outcomeLabel } from './webhook-sender.js';

/** Deliveries that are read at a time. */
const READ_AT_ONCE = 64;
/** Interval of reads of new events while requests are open, in ms. */
const EVENTS_POLL_MS = 100;
/**
 * Interval of reads of due deliveries, in ms. Events of one object become due one after another,
 * and a read for each would cost more than the delivery.
 */
const REFILL_STEP_MS = 50;
/** Time for open requests to end after a stop, in ms. Later results are lost and sent again. */
const STOP_WAIT_MS = 3_000;
/** Status with which a receiver ends its endpoint. */
const GONE = 410;

/** Dependencies of a run. */
export type DeliveryParts = {
  readonly queue: Pick<DeliveryQueue, 'due'>;
  readonly progress: Pick<EndpointProgress, 'setHealth'>;
  readonly recorder: AttemptRecorder;
  readonly sender: Pick<WebhookSender, 'send'>;
  /** Returns the current endpoint; null if it is deleted or disabled. */
  readonly endpoint: () => Promise<WebhookEndpoint | null>;
  /** Adds the next events of the feed. Returns whether there may be more. */
  readonly prepare: (endpoint: WebhookEndpoint) => Promise<boolean>;
  /** Returns the bodies by delivery id. A missing body no longer exists. */
  readonly bodies: (rows: readonly DeliveryRow[]) => Promise<ReadonlyMap<string, string>>;
  readonly secrets: (endpoint: WebhookEndpoint, now: Date) => readonly string[];
  readonly disable: (reason: 'gone' | 'failing') => Promise<void>;
  /** Stops the run. */
  readonly signal: AbortSignal;
  /** False once another run may deliver to the endpoint. See `EndpointLease`. */
  readonly isHeld: () => boolean;
};

/** One run of an endpoint's deliveries. It keeps at most a fixed number of requests open. */
export class EndpointDelivery {
  private readonly open = new Map<string, Promise<void>>();
  private queue: DeliveryRow[] = [];
  private bodies: ReadonlyMap<string, string> = new Map();
  private secrets: readonly string[] = [];
  private readonly errors: unknown[] = [];
  private isEnded = false;

  private constructor(
    private readonly parts: DeliveryParts,
    private endpoint: WebhookEndpoint,
    private health: EndpointHealth,
  ) {}

  /** Delivers until no delivery is due or the time is over. Returns the health of the endpoint. */
  static async run(
    parts: DeliveryParts,
    endpoint: WebhookEndpoint,
    progress: ProgressRow,
    forMs: number,
  ): Promise<EndpointHealth> {
    const run = new EndpointDelivery(parts, endpoint, healthOf(progress));
    const untilMs = performance.now() + forMs;
    try {
      while (run.mayContinue(untilMs) && (await run.step()));
    } finally {
      await run.waitForOpen();
    }
    if (run.errors.length > 0) throw new AggregateError(run.errors, 'failed to record attempts');
    return run.health;
  }

  private mayContinue(untilMs: number): boolean {
    const { signal, isHeld } = this.parts;
    return !this.isEnded && !signal.aborted && isHeld() && performance.now() < untilMs;
  }

  /** Waits for the open requests, which have a time limit. */
  private async waitForOpen(): Promise<void> {
    const { signal } = this.parts;
    const ended = Promise.all(this.open.values());
    const stopped = new Promise<void>((resolve) => {
      const wait = () => void pause(STOP_WAIT_MS).then(resolve);
      if (signal.aborted) wait();
      else signal.addEventListener('abort', wait, { once: true });
      void ended.then(() => signal.removeEventListener('abort', wait));
    });
    await Promise.race([ended, stopped]);
  }

  /** Returns false when nothing is left to do. */
  private async step(): Promise<boolean> {
    const limit = openLimit(this.health, new Date());
    if (this.open.size >= limit) return this.waitForOne();
    if (this.queue.length === 0 && !(await this.refill())) return this.waitForOne();
    const { isHeld } = this.parts;
    const room = () => openLimit(this.health, new Date()) - this.open.size;
    while (this.queue.length > 0 && isHeld() && room() > 0) {
      const delivery = this.queue.shift()!;
      const sending = this.deliver(delivery).catch((error: unknown) => {
        this.errors.push(error);
        this.isEnded = true;
      });
      this.open.set(
        delivery.id,
        sending.finally(() => this.open.delete(delivery.id)),
      );
    }
    return true;
  }

  private async waitForOne(): Promise<boolean> {
    if (this.open.size === 0) return false;
    await Promise.race([...this.open.values(), pause(EVENTS_POLL_MS)]);
    return true;
  }

  private async refill(): Promise<boolean> {
    if (this.open.size > 0) await pause(msUntilNextTick(REFILL_STEP_MS));
    const { queue, bodies, prepare } = this.parts;
    const current = await this.parts.endpoint();
    if (current === null) {
      this.isEnded = true;
      return false;
    }
    this.endpoint = current;
    const find = async () => {
      const limit = READ_AT_ONCE + this.open.size;
      const rows = await queue.due(current.id, new Date(), limit);
      return rows.filter(({ id }) => !this.open.has(id));
    };
    let found = await find();
    if (found.length === 0 && (await prepare(current))) found = await find();
    if (found.length === 0) return false;
    this.secrets = this.parts.secrets(current, new Date());
    this.bodies = await bodies(found);
    this.queue = [...found];
    return true;
  }

  private async deliver(delivery: DeliveryRow): Promise<void> {
    const body = this.bodies.get(delivery.id);
    const attempt = body === undefined ? notFound() : await this.send(delivery, body);
    webhookAttempts.inc({ outcome: outcomeLabel(attempt) });
    const now = new Date();
    const firstAttemptAt = new Date(delivery.firstAttemptAt ?? attempt.at);
    const plan = {
      attempts: Number(delivery.attempts) + 1,
      firstAttemptAt,
      isRetried: delivery.kind !== 'test' && body !== undefined && attempt.status !== GONE,
    };
    const next = isSuccess(attempt) ? null : nextAttemptAt(plan, attempt, now, Math.random());
    const ended = isSuccess(attempt) ? 'delivered' : 'failed';
    await this.parts.recorder.record({
      delivery,
      attempt: { deliveryId: delivery.id, ...recordOf(attempt) },
      status: next === null ? ended : 'pending',
      nextAttemptAt: next,
    });
    if (delivery.kind === 'test' || body === undefined) return;
    await this.recordHealth(attempt, now);
    if (attempt.status === GONE) await this.disable('gone');
    else if (next === null && ended === 'failed') {
      const { lastSuccessAt } = this.health;
      if (acceptedNothing({ firstAttemptAt, lastSuccessAt })) await this.disable('failing');
    }
  }

  private send({ kind, eventId }: DeliveryRow, body: string): Promise<Attempt> {
    const { endpoint, parts, secrets } = this;
    const marked = MARKED.get(kind);
    return parts.sender.send({
      id: `evt_${eventId}`,
      url: endpoint.url,
      body,
      secrets,
      headers: marked === undefined ? {} : { [marked]: 'true' },
    });
  }

  /** A success is written at most once a second, because most endpoints succeed all the time. */
  private async recordHealth(attempt: Attempt, now: Date): Promise<void> {
    const before = this.health;
    const succeeded = isSuccess(attempt);
    const load = loadAfter(before, attempt, now);
    const failingSince = succeeded ? null : (before.failingSince ?? now);
    const lastSuccessAt = succeeded ? now : before.lastSuccessAt;
    this.health = { ...load, failingSince, lastSuccessAt };
    const isRecent =
      succeeded &&
      before.failuresInRow === 0 &&
      before.lastSuccessAt !== null &&
      Math.floor(now.getTime() / 1_000) === Math.floor(before.lastSuccessAt.getTime() / 1_000);
    if (!isRecent) await this.parts.progress.setHealth(this.endpoint.id, this.health);
  }

  private async disable(reason: 'gone' | 'failing'): Promise<void> {
    this.isEnded = true;
    await this.parts.disable(reason);
  }
}

const MARKED: ReadonlyMap<string, string> = new Map([
  ['test', 'webhook-test'],
  ['replay', 'webhook-replay'],
]);

/** A log restored from a backup may lack the event. */
const notFound = (): Attempt => ({
  at: new Date(),
  status: null,
  retryAfterMs: null,
  durationMs: 0,
  error: 'event_not_found',
  responseStart: null,
});

const recordOf = ({ at, status, durationMs, error, responseStart }: Attempt) => ({
  at: at.toISOString(),
  status: status === null ? null : BigInt(status),
  durationMs: BigInt(durationMs),
  error,
  responseStart,
});

const healthOf = (progress: ProgressRow): EndpointHealth => ({
  openMax: Number(progress.openMax),
  failuresInRow: Number(progress.failuresInRow),
  restUntil: dateOrNull(progress.restUntil),
  lastSuccessAt: dateOrNull(progress.lastSuccessAt),
  failingSince: dateOrNull(progress.failingSince),
});

const dateOrNull = (at: string | null): Date | null => (at === null ? null : new Date(at));
