import { Webhook } from 'standardwebhooks';
import { deliver, type Faults } from '../control/faults.js';
import { nanoTime } from '../http/nano-time.js';
import type { SandboxOptions, Pace } from '../sandbox.options.js';
import type { Schedule, Tasks } from '../store/schedule.js';
import type { Person } from './persons.js';
import { randomName } from './persons.js';

type Delivery = Tasks['webhook.deliver'];

export const WATCH_LIST_STATUSES = ['pending', 'pass', 'fail', 'error', 'not_needed'] as const;
export type WatchListStatus = (typeof WATCH_LIST_STATUSES)[number];

const HELD = 'webhook';

/** Sends signed notifications (Standard Webhooks), and retries until the receiver accepts them. */
export class Webhooks {
  private readonly signer: Webhook;

  constructor(
    private readonly schedule: Schedule,
    private readonly faults: Faults,
    private readonly options: SandboxOptions,
    private readonly pace: Pace,
  ) {
    this.signer = new Webhook(options.identity.webhookSecret);
    schedule.externalTask('webhook.deliver', (delivery, signal) => this.deliver(delivery, signal));
  }

  /** Reports a decision, or that a review is pending. */
  completed(person: Person): void {
    this.send({
      event_kind: 'footprint.onboarding.completed',
      external_id: person.externalId,
      fp_id: person.id,
      is_live: false,
      onboarding_id: person.onboardingId,
      playbook_key: this.options.identity.playbookKey,
      requires_manual_review: person.reviewRequired,
      status: person.status,
      timestamp: nanoTime(new Date()),
    });
  }

  waitsForReview(person: Person): void {
    this.send({
      event_kind: 'footprint.user.manual_review',
      external_id: person.externalId,
      fp_id: person.id,
      is_live: false,
      timestamp: nanoTime(new Date()),
    });
  }

  /** Reports a check against sanctions and watch lists. */
  watchListChecked(person: Person, status: WatchListStatus): void {
    this.send({
      event_kind: 'footprint.watchlist_check.completed',
      error: null,
      external_id: person.externalId,
      fp_id: person.id,
      is_live: false,
      status,
      timestamp: nanoTime(new Date()),
    });
  }

  /** Must run in the transaction of the change, so that both are committed together. */
  private send(message: object): void {
    const messageId = `msg_${randomName()}`;
    const delivery: Delivery = { messageId, body: JSON.stringify(message), attempt: 0 };
    deliver(this.faults.forEvent('webhook'), {
      isHolding: this.schedule.isHolding(HELD),
      now: (copies) => this.enqueue(delivery, 1 + copies),
      later: (ms) => this.schedule.in(ms, 'webhook.deliver', delivery),
      hold: (ms) => this.schedule.in(ms, 'webhook.deliver', delivery, HELD),
    });
  }

  private enqueue(delivery: Delivery, times: number): void {
    for (let n = 0; n < times; n++) this.schedule.in(0, 'webhook.deliver', delivery);
    this.schedule.release(HELD, OVERTAKING_MS);
  }

  /** All attempts of a message have the same id. Each attempt has a new time and signature. */
  private async deliver(delivery: Delivery, stopping: AbortSignal) {
    const { messageId, body, attempt } = delivery;
    const at = new Date();
    const timeout = AbortSignal.timeout(this.pace.webhookTimeoutMs);
    try {
      const response = await fetch(this.options.webhookUrl, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'svix-id': messageId,
          'svix-timestamp': Math.floor(at.getTime() / 1_000).toString(),
          'svix-signature': this.signer.sign(messageId, at, body),
        },
        body,
        signal: AbortSignal.any([stopping, timeout]),
      });
      await response.body?.cancel();
      if (response.ok || response.headers.get('webhook-delivery') === 'abort-message') return null;
    } catch {
      // An unreachable or slow receiver counts as an error response.
    }
    const inMs = this.pace.webhookRetryMs[attempt];
    return inMs === undefined ? null : { inMs, payload: { ...delivery, attempt: attempt + 1 } };
  }
}

/** Delay that lets the overtaking message arrive first. */
const OVERTAKING_MS = 100;
