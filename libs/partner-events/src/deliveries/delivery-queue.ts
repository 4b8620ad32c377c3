import { Injectable } from '@nestjs/common';
import { DeliveryStore } from './delivery-store.js';
import {
  type AttemptRow,
  type DeliveryRow,
  type DeliveryStatus,
  type ProgressRow,
  UNTRIED,
} from './delivery-tables.js';

/** Result of an attempt, as it is recorded. */
export type Recorded = {
  readonly delivery: DeliveryRow;
  readonly attempt: AttemptRow;
  readonly status: DeliveryStatus;
  readonly nextAttemptAt: Date | null;
};

/**
 * Deliveries that wait for an attempt. A delivery has a time of its next attempt only if it is the
 * first pending one of its object, so later events of the object wait.
 */
@Injectable()
export class DeliveryQueue {
  constructor(private readonly store: DeliveryStore) {}

  /**
   * Adds deliveries, and moves the endpoint's position from the one in `before`. Adds nothing if
   * another process moved it.
   */
  async add(
    { endpointId, position }: ProgressRow,
    after: Pick<ProgressRow, 'position' | 'lastEventId'>,
    rows: readonly DeliveryRow[],
    now: Date,
  ): Promise<void> {
    await this.store.write([endpointId], async (tables) => {
      if (!(await tables.progress.update({ endpointId, position }, after))) return;
      await tables.deliveries.insert(rows);
      await tables.arrange(endpointId, rows, now);
    });
  }

  /** Adds a test that is due now, also for an endpoint that rests. */
  async addTest(row: DeliveryRow): Promise<void> {
    const { endpointId } = row;
    await this.store.write([endpointId], async ({ deliveries, progress }) => {
      await deliveries.insert([row]);
      await progress.update({ endpointId }, { restUntil: null });
    });
  }

  /** Position up to which a redelivery is prepared; null before its begin. */
  async redeliveryPosition(redeliveryId: string): Promise<bigint | null> {
    const [row] = await (await this.store.tables()).redeliveries.find({ id: redeliveryId });
    return row?.position ?? null;
  }

  /** Adds deliveries again. A delivered one stays, and a failed one is pending again. */
  async redeliver(
    { id, endpointId }: { readonly id: string; readonly endpointId: string },
    position: bigint,
    rows: readonly DeliveryRow[],
    now: Date,
  ): Promise<void> {
    await this.store.write([endpointId], async (tables) => {
      const moved = { id, endpointId, position };
      await tables.redeliveries.insert([moved], { set: moved, where: {} });
      await tables.deliveries.insert(rows, { set: UNTRIED, where: { status: 'failed' } });
      await tables.arrange(endpointId, rows, now);
    });
  }

  async endRedelivery(redeliveryId: string): Promise<void> {
    await this.store.write([], ({ redeliveries }) => redeliveries.delete({ id: redeliveryId }));
  }

  /** Deliveries whose next attempt is due, the longest overdue first. */
  async due(endpointId: string, now: Date, limit: number): Promise<readonly DeliveryRow[]> {
    const { deliveries } = await this.store.tables();
    const upTo = { nextAttemptAt: now.toISOString() };
    return deliveries.find({ endpointId }, { upTo, orderBy: 'next_attempt_at, position', limit });
  }

  /** Records attempts, and releases the next events of their objects. */
  async record(results: readonly Recorded[], now: Date): Promise<void> {
    const byEndpoint = Map.groupBy(
      results.map(({ delivery }) => delivery),
      ({ endpointId }) => endpointId,
    );
    await this.store.write([...byEndpoint.keys()], async (tables) => {
      await tables.attempts.insert(results.map(({ attempt }) => attempt));
      // Most deliveries succeed at once, and share a statement.
      const alike = ({ status, delivery: { id, attempts } }: Recorded) =>
        status === 'delivered' ? `${attempts}` : id;
      for (const [first, ...others] of Map.groupBy(results, alike).values())
        await tables.deliveries.update(
          { id: [first!, ...others].map(({ delivery }) => delivery.id), status: 'pending' },
          changesOf(first!),
        );
      for (const [endpointId, rows] of byEndpoint) await tables.arrange(endpointId, rows, now);
    });
  }

  /** Makes a delivery due now, unless an earlier event of its object waits. */
  async retry(row: DeliveryRow, now: Date): Promise<void> {
    const { id, endpointId } = row;
    await this.store.write([endpointId], async (tables) => {
      await tables.deliveries.update({ id, status: ['pending', 'failed'] }, UNTRIED);
      await tables.arrange(endpointId, [row], now);
      await tables.progress.update({ endpointId }, { restUntil: null });
    });
  }
}

const changesOf = ({ delivery, attempt, status, nextAttemptAt }: Recorded) => ({
  status,
  attempts: delivery.attempts + 1n,
  firstAttemptAt: delivery.firstAttemptAt ?? attempt.at,
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
});
