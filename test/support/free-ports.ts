import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range for outgoing connections (Linux: from 32,768). */
const FIRST = 10_000;
const PORTS_PER_WORKER = 2_000;
const WORKERS = 11;

/**
 * Jest numbers its workers from 1. Range 0 is for shared services and other programs. `npm test` runs
 * Jest twice and sets the number of workers of the first run.
 */
const earlierWorkers = Number(process.env['TEST_EARLIER_WORKERS'] ?? 0);
const jestWorker = process.env['JEST_WORKER_ID'];
const worker = jestWorker === undefined ? 0 : earlierWorkers + Number(jestWorker);
const firstOwn = FIRST + (worker % WORKERS) * PORTS_PER_WORKER;
let next = randomInt(PORTS_PER_WORKER);

/**
 * Returns ports for servers that listen later, and again after a restart. The ports are outside the
 * range for outgoing connections, and each Jest worker has a separate range.
 */
export const freePorts = async (count: number): Promise<number[]> => {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
};

export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < PORTS_PER_WORKER; tries++) {
    const port = firstOwn + (next++ % PORTS_PER_WORKER);
    if (await isFree(port)) return port;
  }
  throw new Error(`ports ${firstOwn} to ${firstOwn + PORTS_PER_WORKER - 1} are all in use`);
};

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1');
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (isListening) await new Promise((done) => server.close(done));
  return isListening;
};
