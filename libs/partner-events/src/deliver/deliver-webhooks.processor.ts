import { Inject, Injectable } from '@nestjs/common';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { HOUR_MS } from '#kernel/duration.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { NeedsOperator } from '#kernel/jobs/needs-operator.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import { DeliveryQueue } from '../deliveries/delivery-queue.js';
import type { DeliveryRow } from '../deliveries/delivery-tables.js';
import { EndpointProgress } from '../deliveries/endpoint-progress.js';
import { disableEndpoint } from '../endpoint/endpoint.decide.js';
import {
  type WebhookEndpoint,
  boundTo,
  endpointOf,
  isDisabledByService,
  parseDeliveryJobId,
  signingSecrets,
  webhooks,
} from '../endpoint/endpoint.state.js';
import { EventReader } from '../event/event-reader.js';
import { deliverWebhooks } from '../jobs.js';
import { AttemptRecorder } from './attempt-recorder.js';
import { EndpointDelivery } from './endpoint-delivery.js';
import { EndpointLease } from './endpoint-lease.js';
import { DeliveryPreparer } from './prepare-deliveries.js';
import { WebhookSender } from './webhook-sender.js';

/** Length of one run. Another run continues, so that endpoints take turns. */
const RUN_FOR_MS = 10_000;
/** An endpoint that accepts nothing for this long needs attention. */
const WEBHOOK_ATTENTION_AFTER_MS = HOUR_MS;

/** Delivers the due events of one endpoint. */
@Injectable()
export class DeliverWebhooksProcessor implements Processor {
  readonly job = deliverWebhooks;
  private readonly recorder: AttemptRecorder;
  private readonly stopping = new AbortController();

  constructor(
    private readonly store: EventStore,
    private readonly queue: DeliveryQueue,
    private readonly progress: EndpointProgress,
    private readonly lease: EndpointLease,
    private readonly preparer: DeliveryPreparer,
    private readonly reader: EventReader,
    @Inject(WebhookSender) private readonly sender: WebhookSender,
    private readonly cipher: SecretCipher,
  ) {
    this.recorder = new AttemptRecorder(queue);
  }

  /** Ends the runs. Open requests may end first. */
  stop(): void {
    this.stopping.abort();
  }

  process(data: JobData): Promise<void> {
    const { endpointId } = parseDeliveryJobId(data.id);
    return this.lease.hold(endpointId, (isHeld) => this.deliver(data, isHeld));
  }

  private async deliver(data: JobData, isHeld: () => boolean): Promise<void> {
    const { partnerId, endpointId } = parseDeliveryJobId(data.id);
    const find = async () => endpointOf(await this.store.load(webhooks, partnerId), endpointId);
    const endpoint = await find();
    if (endpoint === null) return this.progress.forget(endpointId);
    if (endpoint.disabled !== null) {
      requireReviewed(endpoint);
      return;
    }
    await this.preparer.redeliverAll(find, data);
    const disable = async (reason: 'gone' | 'failing') => {
      const decision = disableEndpoint(endpointId, reason, new Date());
      await this.store.transact(webhooks, partnerId, decision, workerCause(partnerId, data));
    };
    const { queue, progress, recorder, sender, preparer } = this;
    const { failingSince } = await EndpointDelivery.run(
      {
        ...{ queue, progress, recorder, sender, disable, isHeld, signal: this.stopping.signal },
        endpoint: async () => {
          const now = await find();
          return now === null || now.disabled !== null ? null : now;
        },
        prepare: (current) => preparer.prepare(current, data),
        bodies: (rows) => this.bodiesOf(rows),
        secrets: (current, now) => this.secretsOf(current, now),
      },
      endpoint,
      await progress.of(endpoint, new Date()),
      RUN_FOR_MS,
    );
    requireHealthy(endpoint, failingSince, new Date());
  }

  private secretsOf(endpoint: WebhookEndpoint, now: Date): readonly string[] {
    const context = boundTo(endpoint.id);
    return signingSecrets(endpoint, now).map((each) => this.cipher.open(each, context));
  }

  /** Returns the bodies by delivery id. An unreadable event does not stop the others. */
  private async bodiesOf(rows: readonly DeliveryRow[]): Promise<ReadonlyMap<string, string>> {
    const facts = rows.filter(({ body }) => body === null).map(toFact);
    const events = await this.reader.present(facts);
    const texts = new Map(events.map((event) => [event.id, JSON.stringify(event)]));
    return new Map(
      rows.flatMap(({ id, eventId, body }) => {
        const text = body ?? texts.get(`evt_${eventId}`);
        return text === undefined ? [] : [[id, text] as const];
      }),
    );
  }
}

const toFact = ({ eventId: id, occurredAt: createdAt, ...row }: DeliveryRow) => ({
  ...{ id, createdAt, partnerId: row.partnerId, type: row.type },
  ...{ objectId: row.objectId, position: row.position, revision: row.revision },
});

const requireReviewed = (endpoint: WebhookEndpoint): void => {
  if (!isDisabledByService(endpoint) || endpoint.disabled === null) return;
  const { reason, at } = endpoint.disabled;
  const why = reason === 'gone' ? 'it returned 410' : 'it accepted nothing for 3 days';
  throw new NeedsOperator(
    `The service disabled the webhook endpoint ${endpoint.id} at ${at}, because ${why}. Ask the partner to correct and enable it, or disable it as an operator.`,
  );
};

const requireHealthy = (endpoint: WebhookEndpoint, failingSince: Date | null, now: Date): void => {
  if (failingSince === null) return;
  if (now.getTime() - failingSince.getTime() < WEBHOOK_ATTENTION_AFTER_MS) return;
  throw new NeedsOperator(
    `The webhook endpoint ${endpoint.id} has accepted nothing since ${failingSince.toISOString()}. The service still retries. Ask the partner to check its receiver.`,
  );
};
