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
 * Allows one run for each endpoint over all workers. The queue alone does not: a request to send
 * events again adds a second job, and a wiped Redis forgets the first one.
 */
@Injectable()
export class EndpointLease {
  constructor(private readonly store: DeliveryStore) {}

  /** Does the work while no other run delivers to the endpoint. @throws {ProviderBusy} */
  async hold(endpointId: string, work: () => Promise<void>): Promise<void> {
    const runId = randomUUID();
    if (!(await this.take(endpointId, runId)))
      throw new ProviderBusy('another run delivers to the webhook endpoint', BUSY_RETRY_MS);
    const renew = () => void this.take(endpointId, runId).catch(() => undefined);
    const timer = setInterval(renew, WEBHOOK_LEASE_RENEW_MS);
    try {
      await work();
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
