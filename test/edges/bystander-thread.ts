import { parentPort, workerData } from 'node:worker_threads';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../bench/row.js';

const EVERY_MS = 25;
const WITHIN_MS = 10_000;

const { url, headers } = workerData as { url: string; headers: Record<string, string> };
const tookMs: number[] = [];
let failed = 0;
const end = new AbortController();

const ask = async (): Promise<void> => {
  const beganMs = performance.now();
  const signal = AbortSignal.timeout(WITHIN_MS);
  const response = await fetch(url, { headers, signal }).catch(() => null);
  await response?.text().catch(() => '');
  if (response?.status !== 200) failed++;
  tookMs.push(performance.now() - beganMs);
};

await ask();
[tookMs.length, failed] = [0, 0];
parentPort!.once('message', () => end.abort());
parentPort!.postMessage('ready');
const asked: Promise<void>[] = [];
while (!end.signal.aborted) {
  asked.push(ask());
  await sleep(EVERY_MS);
}
await Promise.all(asked);
parentPort!.postMessage({
  count: tookMs.length,
  failed,
  p50Ms: Math.round(percentile(tookMs, 0.5)),
  p99Ms: Math.round(percentile(tookMs, 0.99)),
});
