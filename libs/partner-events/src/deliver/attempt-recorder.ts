import { pause } from '#kernel/concurrency/pause.js';
import type { DeliveryQueue, Recorded } from '../deliveries/delivery-queue.js';

type Waiting = {
  readonly result: Recorded;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
};

/** Attempts that end within this time share a transaction. */
const RECORD_STEP_MS = 20;

/**
 * Records the attempts of all endpoints of this process. Attempts that end together share a
 * transaction.
 */
export class AttemptRecorder {
  private waiting: Waiting[] = [];
  private isBusy = false;

  constructor(private readonly queue: Pick<DeliveryQueue, 'record'>) {}

  /** Resolves once the attempt is durable. @throws {ReadStoreUnavailable} */
  record(result: Recorded): Promise<void> {
    const recorded = new Promise<void>((done, failed) =>
      this.waiting.push({ result, done, failed }),
    );
    void this.flush();
    return recorded;
  }

  private async flush(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    while (this.waiting.length > 0) {
      await pause(RECORD_STEP_MS);
      const batch = this.waiting;
      this.waiting = [];
      try {
        const results = batch.map(({ result }) => result);
        await this.queue.record(results, new Date());
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.isBusy = false;
  }
}
