import { Injectable } from '@nestjs/common';
import { EventStore } from '#kernel/event-store/event-store.js';
import { ProviderBusy } from '#kernel/provider-busy.js';
import { deterministicId } from '#kernel/ids.js';
import { Rows } from '#read-models/rows.js';
import { DeliveryHistory } from '../deliveries/delivery-history.js';
import { DeliveryQueue } from '../deliveries/delivery-queue.js';
import { type DeliveryRow, type ProgressRow, UNTRIED } from '../deliveries/delivery-tables.js';
import { EndpointProgress } from '../deliveries/endpoint-progress.js';
import { endRedelivery } from '../endpoint/endpoint.decide.js';
import { type Redelivery, type WebhookEndpoint, webhooks } from '../endpoint/endpoint.state.js';
import { type FeedRow, feedTable } from '../feed/feed.projection.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { JobData } from '#jobs/queues.js';

/** Largest number of events per batch of deliveries. */
const PAGE = 500;
/** Pause of a job while the feed lacks events that were requested again. */
const FEED_RETRY_MS = 1_000;
/** Pages of requests to send events again that a run adds before it delivers. */
const REDELIVERY_PAGES_MAX = 20;

/** The id of an event's delivery to an endpoint. It is delivered once, except for replays. */
const deliveryId = (endpointId: string, eventId: string): string =>
  deterministicId('webhook-delivery', endpointId, eventId);

/** Turns events of the feed into deliveries of an endpoint, in the order of the feed. */
@Injectable()
export class DeliveryPreparer {
  constructor(
    private readonly rows: Rows,
    private readonly queue: DeliveryQueue,
    private readonly history: DeliveryHistory,
    private readonly progress: EndpointProgress,
    private readonly store: EventStore,
  ) {}

  /** Adds deliveries of requests to send events again, also for an endpoint that rests. */
  async redeliverAll(find: () => Promise<WebhookEndpoint | null>, data: JobData): Promise<void> {
    for (let page = 0; page < REDELIVERY_PAGES_MAX; page++) {
      const endpoint = await find();
      const [redelivery] = endpoint?.redeliveries ?? [];
      if (endpoint === null || redelivery === undefined) return;
      // An endpoint that was enabled "from now" drops its waiting deliveries, but not these.
      await this.progress.of(endpoint, new Date());
      await this.redeliver(endpoint, redelivery, data);
    }
  }

  /**
   * Adds the next deliveries. Returns whether there may be more.
   * @throws {Refused} 503 while the feed is rebuilt
   */
  async prepare(endpoint: WebhookEndpoint, data: JobData): Promise<boolean> {
    const progress = await this.progress.of(endpoint, new Date());
    if (!(await this.isOfThisLog(endpoint, progress))) {
      await this.progress.restart(endpoint);
      return true;
    }
    const [redelivery] = endpoint.redeliveries;
    if (redelivery !== undefined) await this.redeliver(endpoint, redelivery, data);
    const events = await this.feedAfter(endpoint.partnerId, progress.position, null);
    const last = events.at(-1);
    if (last === undefined) return redelivery !== undefined;
    const wanted = events.filter(({ type }) => wants(endpoint.types, type));
    await this.queue.add(
      progress,
      { position: last.position, lastEventId: last.id },
      wanted.map((event) => toDelivery(endpoint, event, null)),
      new Date(),
    );
    return true;
  }

  /** A log restored from a backup has other events at the same positions. */
  private async isOfThisLog(endpoint: WebhookEndpoint, progress: ProgressRow): Promise<boolean> {
    const { lastEventId, position } = progress;
    if (lastEventId === null) return true;
    const where = { id: lastEventId };
    const [row] = await this.rows.find(endpoint.partnerId, feedTable, { where });
    return row?.position === position;
  }

  /** @throws {ProviderBusy} if the feed is behind the log */
  private async redeliver(
    endpoint: WebhookEndpoint,
    redelivery: Redelivery,
    data: JobData,
  ): Promise<void> {
    const { redeliveryId: id, kind, after, until } = redelivery;
    const { partnerId } = endpoint;
    const filledTo = await this.rows.snapshot((_, placeOf) => placeOf(partnerId));
    const begun = await this.queue.redeliveryPosition(id);
    const events = await this.feedAfter(partnerId, begun ?? after, until);
    const last = events.at(-1);
    if (last === undefined) {
      if (filledTo < until) throw new ProviderBusy('the feed lacks events', FEED_RETRY_MS);
      const decision = endRedelivery(endpoint.id, id, new Date());
      await this.store.transact(webhooks, partnerId, decision, workerCause(partnerId, data));
      await this.queue.endRedelivery(id);
      return;
    }
    const wanted = events.filter(({ type }) => wants(redelivery.types ?? endpoint.types, type));
    const ids = wanted.map((event) => event.id);
    const received =
      kind === 'recover' ? await this.history.receivedAmong(endpoint.id, ids) : new Set();
    await this.queue.redeliver(
      { id, endpointId: endpoint.id },
      last.position,
      wanted
        .filter((event) => !received.has(event.id))
        .map((event) => toDelivery(endpoint, event, kind === 'replay' ? id : null)),
      new Date(),
    );
  }

  private feedAfter(
    partnerId: string,
    position: bigint,
    until: bigint | null,
  ): Promise<readonly FeedRow[]> {
    return this.rows.find(partnerId, feedTable, {
      atLeast: { position: position + 1n },
      ...(until === null ? {} : { below: { position: until + 1n } }),
      orderBy: 'position',
      limit: PAGE,
    });
  }
}

export const wants = (types: readonly string[] | null, type: string): boolean =>
  types === null || types.includes(type);

const toDelivery = (
  { id: endpointId, partnerId }: WebhookEndpoint,
  event: FeedRow,
  replayId: string | null,
): DeliveryRow => ({
  id:
    replayId === null
      ? deliveryId(endpointId, event.id)
      : deterministicId('webhook-replay', replayId, event.id),
  endpointId,
  partnerId,
  kind: replayId === null ? 'event' : 'replay',
  eventId: event.id,
  type: event.type,
  objectId: event.objectId,
  position: event.position,
  revision: event.revision,
  occurredAt: event.createdAt,
  ...UNTRIED,
  createdAt: new Date().toISOString(),
  body: null,
});
