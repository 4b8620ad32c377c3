import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ProviderBusy } from '#kernel/provider-busy.js';
import { DeliveryStore } from '../deliveries/delivery-store.js';

/** A run that does not renew its lease for this long counts as dead. */
const WEBHOOK_LEASE_MS = 15_000;
/** Interval at which a run renews its lease. */
const WEBHOOK_LEASE_RENEW_MS = 5_000;
/** Pause of a job while another run delivers to its endpoint. */
const BUSY_RETRY_MS = 1_000;

/**
 * Allows one run for each endpoint over all workers. The queue cannot ensure this: a request to
 * send events again adds a second job, and a wiped Redis loses the first one.
 */
@Injectable()
export class EndpointLease {
  constructor(private readonly store: DeliveryStore) {}

  /**
   * Does the work while no other run delivers to the endpoint. After a pause of the process or a
   * failed renewal, another run may begin. The work checks `isHeld` before it sends.
   * @throws {ProviderBusy}
   */
  async hold(endpointId: string, work: (isHeld: () => boolean) => Promise<void>): Promise<void> {
    const runId = randomUUID();
    let heldUntilMs = -Infinity;
    const renew = async (): Promise<void> => {
      const beganMs = performance.now();
      const isTaken = await this.take(endpointId, runId);
      heldUntilMs = isTaken ? beganMs + WEBHOOK_LEASE_MS : -Infinity;
    };
    const isHeld = () => performance.now() < heldUntilMs;
    await renew();
    if (!isHeld())
      throw new ProviderBusy('another run delivers to the webhook endpoint', BUSY_RETRY_MS);
    const timer = setInterval(() => void renew().catch(() => undefined), WEBHOOK_LEASE_RENEW_MS);
    try {
      await work(isHeld);
    } finally {
      clearInterval(timer);
      await this.store.write([], ({ runs }) => runs.delete({ endpointId, runId }));
    }
  }

  /** Takes the lease, or renews it. Returns whether the run has it. */
  private take(endpointId: string, runId: string): Promise<boolean> {
    const now = new Date();
    const until = new Date(now.getTime() + WEBHOOK_LEASE_MS).toISOString();
    return this.store.write([], async ({ runs }) => {
      await runs.delete({ endpointId }, { until: now.toISOString() });
      await runs.insert([{ endpointId, runId, until }]);
      return runs.update({ endpointId, runId }, { until });
    });
  }
}
