import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { deterministicId, isUuid } from '#kernel/ids.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { type Cause, EventStore } from '#kernel/event-store/event-store.js';
import { pause } from '#kernel/concurrency/pause.js';
import { conflict, notFound, unavailable } from '#kernel/refused.js';
import { EVENT_LOG } from '#kernel/tokens.js';
import {
  disableEndpoint,
  requestRedelivery,
  requireEndpoint,
} from '../endpoint/endpoint.decide.js';
import { type WebhookEndpoint, isRequested, webhooks } from '../endpoint/endpoint.state.js';
import { EVENT_ID } from '../event/event-reader.js';
import { Feed } from '../feed/feed.js';
import { BEGINNING } from '../feed/feed.projection.js';
import {
  type Delivery,
  type DeliveryFilter,
  DeliveryHistory,
  type DeliveryPage,
} from './delivery-history.js';
import { DeliveryQueue } from './delivery-queue.js';
import type { DeliveryRow } from './delivery-tables.js';

/** Time that a request waits for the end of a test. */
const TEST_WAIT_MS = 5_000;
/** Interval at which a request reads whether its test has ended. */
const TEST_POLL_MS = 100;

type PageFilter = {
  readonly status?: DeliveryFilter['status'];
  readonly eventId?: string | undefined;
};

export type RedeliveryRequest = {
  readonly kind: 'recover' | 'replay';
  /** Id of an event, or a cursor. */
  readonly after: string;
  /** The last event; undefined: the present. */
  readonly until?: string | undefined;
  /** Undefined: the types of the endpoint. */
  readonly types?: readonly string[] | undefined;
};

/** Reads the deliveries of an endpoint, and sends events again. */
@Injectable()
export class Redeliverer {
  constructor(
    private readonly store: EventStore,
    private readonly history: DeliveryHistory,
    private readonly queue: DeliveryQueue,
    private readonly feed: Feed,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  /** @throws {Refused} 404 for an unknown endpoint */
  async page(
    partnerId: string,
    endpointId: string,
    { status, eventId }: PageFilter,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<DeliveryPage> {
    const { id } = await this.endpoint(partnerId, endpointId);
    const event = eventId === undefined ? undefined : EVENT_ID.exec(eventId)?.[1];
    if (eventId !== undefined && event === undefined) return { rows: [], total: 0 };
    return orUnavailable(this.history.page(id, { status, eventId: event }, page));
  }

  /** Makes a delivery due now. @throws {Refused} 404, or 409 if it cannot be sent */
  async retry(partnerId: string, endpointId: string, deliveryId: string): Promise<Delivery> {
    const endpoint = await this.endpoint(partnerId, endpointId);
    const found = await this.delivery(endpoint.id, deliveryId);
    requireEnabled(endpoint);
    if (found.kind === 'test')
      throw conflict('delivery_final', 'A test is sent once. Send another test');
    if (found.status === 'delivered')
      throw conflict('delivery_final', 'The delivery has ended. Use replay to send it again');
    await orUnavailable(this.queue.retry(found, new Date()));
    return this.delivery(endpoint.id, deliveryId);
  }

  /** Sends a body once, and waits for the result for a while. @throws {Refused} */
  async test(
    partnerId: string,
    endpointId: string,
    bodyOf: (eventId: string, now: Date) => { readonly type: string; readonly body: string },
  ): Promise<Delivery> {
    const endpoint = await this.endpoint(partnerId, endpointId);
    requireEnabled(endpoint);
    const row = testRow(endpoint, new Date(), bodyOf);
    await orUnavailable(this.queue.addTest(row));
    const untilMs = performance.now() + TEST_WAIT_MS;
    for (;;) {
      const found = await this.delivery(endpoint.id, row.id);
      if (found.status !== 'pending' || performance.now() > untilMs) return found;
      await pause(TEST_POLL_MS);
    }
  }

  /** Returns the id of the request. @throws {Refused} 404, 409, 422 `cursor_unknown` */
  async request(
    cause: Cause,
    endpointId: string,
    { kind, types, ...range }: RedeliveryRequest,
    redeliveryId: string = randomUUID(),
  ): Promise<string> {
    const { partnerId } = cause;
    const { id } = await this.endpoint(partnerId, endpointId);
    const after = await this.feed.positionOf(partnerId, range.after, '/after');
    const until =
      range.until === undefined
        ? ((await this.log.head()) ?? BEGINNING)
        : await this.feed.positionOf(partnerId, range.until, '/until');
    const request = { redeliveryId, kind, after, until, types: types ?? null };
    const decision = requestRedelivery(id, request, new Date());
    await this.store.transact(webhooks, partnerId, decision, cause);
    return redeliveryId;
  }

  /** Whether this request was recorded. @throws {Refused} 404 for an unknown endpoint */
  async isRequested(partnerId: string, endpointId: string, redeliveryId: string) {
    return isRequested(await this.endpoint(partnerId, endpointId), redeliveryId);
  }

  /** Disables an endpoint for a reason of an operator. @throws {Refused} 404 */
  async disable(cause: Cause, endpointId: string, reason: string): Promise<WebhookEndpoint> {
    const { partnerId } = cause;
    const { id } = await this.endpoint(partnerId, endpointId);
    const decision = disableEndpoint(id, 'by_operator', new Date(), reason);
    const { state } = await this.store.transact(webhooks, partnerId, decision, cause);
    return requireEndpoint(state, id);
  }

  private async endpoint(partnerId: string, endpointId: string): Promise<WebhookEndpoint> {
    return requireEndpoint(await this.store.load(webhooks, partnerId), endpointId);
  }

  private async delivery(endpointId: string, deliveryId: string): Promise<Delivery> {
    const id = deliveryId.toLowerCase();
    const found = isUuid(id) ? await orUnavailable(this.history.find(endpointId, id)) : null;
    if (found === null) throw notFound('webhook_delivery_not_found', 'The delivery does not exist');
    return found;
  }
}

const requireEnabled = ({ disabled }: WebhookEndpoint): void => {
  if (disabled !== null)
    throw conflict('webhook_endpoint_disabled', 'Enable the webhook endpoint first');
};

const orUnavailable = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch {
    throw unavailable('read_model_unavailable', 'Deliveries cannot be read now. Try again shortly');
  }
};

/** The id of a test is also that of its object, so that a test never waits. */
const testRow = (
  { id: endpointId, partnerId }: WebhookEndpoint,
  now: Date,
  bodyOf: (eventId: string, now: Date) => { readonly type: string; readonly body: string },
): DeliveryRow => {
  const eventId = randomUUID();
  const id = deterministicId('webhook-test', endpointId, eventId);
  const at = now.toISOString();
  return {
    ...{ id, endpointId, partnerId, kind: 'test', eventId, objectId: id },
    ...bodyOf(eventId, now),
    ...{ position: 0n, revision: 0n, occurredAt: at, status: 'pending', attempts: 0n },
    ...{ nextAttemptAt: at, firstAttemptAt: null, createdAt: at },
  };
};
