import { Injectable } from '@nestjs/common';
import { FULL_LOAD, type Load } from '../deliver/retry-plan.decide.js';
import type { WebhookEndpoint } from '../endpoint/endpoint.state.js';
import { BEGINNING } from '../feed/feed.projection.js';
import { DeliveryStore, type DeliveryTables } from './delivery-store.js';
import { type ProgressRow, UNTRIED } from './delivery-tables.js';

/** Health of an endpoint after its latest attempts. */
export type EndpointHealth = Load & {
  readonly lastSuccessAt: Date | null;
  readonly failingSince: Date | null;
};

const HEALTHY = {
  openMax: BigInt(FULL_LOAD.openMax),
  failuresInRow: 0n,
  restUntil: null,
  failingSince: null,
} as const;

/** Position of each endpoint in the feed, and its health. */
@Injectable()
export class EndpointProgress {
  constructor(private readonly store: DeliveryStore) {}

  /**
   * Returns the progress of an endpoint after its latest settings: it begins, or continues after it
   * was enabled again. @throws {ReadStoreUnavailable}
   */
  async of(endpoint: WebhookEndpoint, now: Date): Promise<ProgressRow> {
    const resumed = BigInt(endpoint.resumed.count);
    const known = await this.find(endpoint.id);
    if (known?.resumed === resumed) return known;
    return this.store.write([endpoint.id], async (tables) => {
      await tables.progress.insert([begun(endpoint)]);
      const before = (await tables.progress.find({ endpointId: endpoint.id }))[0]!;
      return before.resumed === resumed ? before : resume(tables, endpoint, before, now);
    });
  }

  /** Null before the first delivery. */
  async find(endpointId: string): Promise<ProgressRow | null> {
    const [row = null] = await (await this.store.tables()).progress.find({ endpointId });
    return row;
  }

  /** Begins again at the endpoint's start, because the log was replaced. */
  async restart({ id: endpointId, after: position }: WebhookEndpoint): Promise<void> {
    await this.store.write([endpointId], async ({ deliveries, progress }) => {
      await deliveries.delete({ endpointId, status: 'pending' });
      await progress.update({ endpointId }, { position, lastEventId: null });
    });
  }

  async setHealth(endpointId: string, health: EndpointHealth): Promise<void> {
    await this.store.write([], ({ progress }) =>
      progress.update(
        { endpointId },
        {
          openMax: BigInt(health.openMax),
          failuresInRow: BigInt(health.failuresInRow),
          restUntil: isoOrNull(health.restUntil),
          lastSuccessAt: isoOrNull(health.lastSuccessAt),
          failingSince: isoOrNull(health.failingSince),
        },
      ),
    );
  }

  /** Deletes the state of a deleted endpoint, except the history. */
  async forget(endpointId: string): Promise<void> {
    await this.store.write([endpointId], async ({ deliveries, progress, redeliveries }) => {
      await deliveries.delete({ endpointId, status: 'pending' });
      await progress.delete({ endpointId });
      await redeliveries.delete({ endpointId });
    });
  }
}

const begun = ({ id, partnerId, after }: WebhookEndpoint): ProgressRow => ({
  ...{ endpointId: id, partnerId, position: after, lastEventId: null, resumed: 0n },
  ...{ ...HEALTHY, lastSuccessAt: null, forgottenTo: BEGINNING },
});

/** Continues at the first undelivered event, or after the given position. */
const resume = async (
  tables: DeliveryTables,
  { id: endpointId, resumed }: WebhookEndpoint,
  before: ProgressRow,
  now: Date,
): Promise<ProgressRow> => {
  const isFromNow = resumed.after !== null;
  await tables.deliveries.update(
    {
      endpointId,
      kind: ['event', 'replay'],
      status: isFromNow ? 'pending' : ['pending', 'failed'],
    },
    { ...UNTRIED, status: isFromNow ? 'failed' : 'pending' },
  );
  await tables.arrange(endpointId, null, now);
  const after = resumed.after ?? BEGINNING;
  const position = after > before.position ? after : before.position;
  const lastEventId = position === before.position ? before.lastEventId : null;
  const set = { resumed: BigInt(resumed.count), position, lastEventId, ...HEALTHY };
  await tables.progress.update({ endpointId }, set);
  return { ...before, ...set };
};

const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;
