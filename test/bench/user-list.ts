import { randomUUID } from 'node:crypto';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { openEventLog } from '#event-log/open-event-log.js';
import { PartnerClient, Service } from '../support/service.js';

/**
 * How long pages of a hundred thousand users take, over HTTP, against everything that `npm start`
 * runs. Exits with 1 when even the quickest page takes too long: others may use the machine as well.
 */
const USERS = 100_000;
const SUSPENDED_EVERY = 10;
const AT_ONCE = 500;
const [WARM_UP, ROUNDS] = [10, 100];
const LEAST_MAX_MS = 20;

const QUERIES = [
  'offset=0',
  'offset=99000',
  'limit=1000&offset=0',
  'limit=1000&offset=99000',
  'status=pending&offset=89000',
  'status=suspended&offset=9000',
  'status=active',
];

const seed = async (log: EventLog, partnerId: string, n: number): Promise<void> => {
  const userId = randomUUID();
  const at = new Date().toISOString();
  const metadata = { partnerId, correlationId: 'bench', causationId: 'bench', actor: 'bench', at };
  const person = { firstName: 'Ada', lastName: `Number ${n}`, dateOfBirth: '1990-12-10' };
  const contact = { email: `user-${n}@users.example`, phone: '+12025550143', country: 'USA' };
  const data = { userId, partnerId, externalId: `customer-${n}`, ...person, ...contact, at };
  const events = [{ id: randomUUID(), type: 'UserRegistered', data: data as object, metadata }];
  if (n % SUSPENDED_EVERY === 0) {
    const suspended = { userId, partnerId, from: 'pending_verification', reason: 'bench', at };
    events.push({ id: randomUUID(), type: 'UserSuspended', data: suspended, metadata });
  }
  await log.append(`user-${userId}`, 'no_stream', events);
};

const measure = async (client: PartnerClient, query: string): Promise<number> => {
  const timesMs: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const beganMs = performance.now();
    const { status } = await client.text(`/v1/users?${query}`, {});
    if (status !== 200) throw new Error(`${query} is ${status}`);
    if (round >= WARM_UP) timesMs.push(performance.now() - beganMs);
  }
  timesMs.sort((a, b) => a - b);
  const [least = 0, p50 = 0, p95 = 0] = [0, 0.5, 0.95].map((part) => timesMs[ROUNDS * part]);
  const shown = [least, p50, p95].map((ms) => ms.toFixed(1).padStart(7)).join('');
  console.log(`${query.padEnd(30)}${shown}`);
  return least;
};

const service = await Service.start({ PARTNER_RATE_PER_S: '100000' });
try {
  const { partner } = service.demo;
  const client = await PartnerClient.logIn(service);
  const log = await openEventLog(`sqlite:${service.dataDir}/events.db`);
  for (let n = 0; n < USERS; n += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => seed(log, partner.id, n + i)));
  await log.close();
  const isWhole = ({ metadata }: Record<string, unknown>) =>
    (metadata as { total: number }).total === USERS;
  await client.until('/v1/users?limit=1', isWhole, 300_000);
  console.log(`${'ms of a page'.padEnd(30)}  least    p50    p95`);
  for (const query of QUERIES)
    if ((await measure(client, query)) > LEAST_MAX_MS) process.exitCode = 1;
} finally {
  await service.stop();
}
