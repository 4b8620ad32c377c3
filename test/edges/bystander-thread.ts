import { parentPort, workerData } from 'node:worker_threads';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../bench/row.js';

const EVERY_MS = 25;
const WITHIN_MS = 10_000;
/** Before the attack, so that what else the machine does can be told from it. */
const CALM_COUNT = 200;

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

const askUntil = async (isOver: () => boolean): Promise<void> => {
  const asked: Promise<void>[] = [];
  while (!isOver()) {
    asked.push(ask());
    await sleep(EVERY_MS);
  }
  await Promise.all(asked);
};
const p99 = () => Math.round(percentile(tookMs, 0.99));

await ask();
tookMs.length = 0;
await askUntil(() => tookMs.length >= CALM_COUNT);
const calmP99Ms = p99();
[tookMs.length, failed] = [0, 0];
parentPort!.once('message', () => end.abort());
parentPort!.postMessage('ready');
await askUntil(() => end.signal.aborted);
parentPort!.postMessage({ count: tookMs.length, failed, calmP99Ms, p99Ms: p99() });
