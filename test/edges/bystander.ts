import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PartnerClient } from '../support/service.js';

export type BystanderFigures = {
  readonly count: number;
  readonly failed: number;
  /** Before the attack. */
  readonly calmP99Ms: number;
  readonly p99Ms: number;
};

/**
 * Another partner, who asks for one of its users every few milliseconds while `attack` lasts. It
 * asks from a thread of its own, so that the work of attacking does not count as waiting.
 */
export const bystand = async (
  url: string,
  client: PartnerClient,
  attack: () => Promise<void>,
): Promise<BystanderFigures> => {
  const worker = new Worker(new URL('./bystander-thread.ts', import.meta.url), {
    workerData: { url, headers: client.headers },
  });
  try {
    await once(worker, 'message');
    await attack();
    worker.postMessage('end');
    const [figures] = (await once(worker, 'message')) as [BystanderFigures];
    return figures;
  } finally {
    await worker.terminate();
  }
};
