import { Injectable } from '@nestjs/common';
import { DeliveryStore, type DeliveryTables } from './delivery-store.js';
import type { AttemptRow, DeliveryRow, DeliveryStatus } from './delivery-tables.js';

/** A delivery with its attempts, the earliest first. */
export type Delivery = DeliveryRow & { readonly tries: readonly AttemptRow[] };
export type DeliveryPage = { readonly rows: readonly Delivery[]; readonly total: number };

export type DeliveryFilter = {
  readonly status?: DeliveryStatus | undefined;
  readonly eventId?: string | undefined;
};

/** Deliveries as partners read them. @throws {ReadStoreUnavailable} from each method */
@Injectable()
export class DeliveryHistory {
  constructor(private readonly store: DeliveryStore) {}

  /** The newest first. */
  async page(
    endpointId: string,
    filter: DeliveryFilter,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<DeliveryPage> {
    const tables = await this.store.tables();
    const total = await tables.deliveries.count({ endpointId, ...filter });
    const newest = { ...page, orderBy: 'created_at desc, id desc' };
    const rows = await tables.deliveries.find({ endpointId, ...filter }, newest);
    return { rows: await withAttempts(tables, rows), total };
  }

  /** Null for an unknown delivery. */
  async find(endpointId: string, deliveryId: string): Promise<Delivery | null> {
    const tables = await this.store.tables();
    const rows = await tables.deliveries.find({ endpointId, id: deliveryId });
    const [found = null] = await withAttempts(tables, rows);
    return found;
  }

  /** Ids of the events among these that the endpoint has received. */
  async receivedAmong(
    endpointId: string,
    eventIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const { deliveries } = await this.store.tables();
    const rows = await deliveries.find({ endpointId, eventId: eventIds, status: 'delivered' });
    return new Set(rows.map(({ eventId }) => eventId));
  }

  /** Deletes ended deliveries that were created before this time, at most `max`. */
  async prune(before: Date, max: number): Promise<number> {
    return this.store.write([], async ({ deliveries, attempts, progress }) => {
      const status = ['delivered', 'failed'];
      const rows = await deliveries.find(
        { status },
        { upTo: { createdAt: before.toISOString() }, orderBy: 'created_at', limit: max },
      );
      const ids = rows.map(({ id }) => id);
      await attempts.delete({ deliveryId: ids });
      // A delivery that was retried meanwhile stays.
      await deliveries.delete({ id: ids, status });
      const byEndpoint = Map.groupBy(rows, ({ endpointId }) => endpointId);
      for (const [endpointId, own] of byEndpoint) {
        const forgottenTo = own.reduce(
          (max, { position }) => (position > max ? position : max),
          0n,
        );
        await progress.update({ endpointId }, { forgottenTo }, { forgottenTo });
      }
      return rows.length;
    });
  }
}

const withAttempts = async (
  { attempts }: DeliveryTables,
  rows: readonly DeliveryRow[],
): Promise<readonly Delivery[]> => {
  const ids = rows.map(({ id }) => id);
  const found = await attempts.find({ deliveryId: ids }, { orderBy: 'at' });
  const byDelivery = Map.groupBy(found, ({ deliveryId }) => deliveryId);
  return rows.map((row) => ({ ...row, tries: byDelivery.get(row.id) ?? [] }));
};
