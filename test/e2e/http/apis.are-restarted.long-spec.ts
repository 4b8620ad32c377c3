import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Balancer, startBalancer } from '../../../scripts/lib/balancer.mjs';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { freePort } from '../../support/free-ports.js';
import { AGREES, reconciled } from '../../support/reconciled.js';
import { SecondProcess } from '../../support/second-process.js';
import { type PartnerClient, type Service, call } from '../../support/service.js';
import { startedService } from '../../support/started-service.js';

const CALLERS = 4;
/** Longer than the load balancer needs to notice the change. */
const DRAIN_S = '2';

let service: Service;
let client: PartnerClient;
let userId: string;
let port: number;
let second: SecondProcess;
let balancer: Balancer;

beforeAll(async () => {
  ({ service, client, userId } = await startedService({ DRAIN_S }));
  port = await freePort();
  second = startSecond();
  const backends = [service.api, `http://127.0.0.1:${port}`];
  balancer = await startBalancer({ port: 0, host: '127.0.0.1', backends });
  await until('the second is ready', () => balancer.isReady(`http://127.0.0.1:${port}`));
});
afterAll(async () => {
  await balancer.close();
  second.end();
  await service.stop();
});

const startSecond = () =>
  SecondProcess.start('api', service, { API_PORT: `${port}`, DEMO: 'off', DRAIN_S });

const until = async (what: string, isSo: () => boolean): Promise<void> => {
  const endMs = performance.now() + BACKSTOP_MS;
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error(`never: ${what}`);
    await sleep(50);
  }
};

/** Makes and reads deposits one by one until `over`. Returns the failures. */
const caller = async (over: AbortSignal) => {
  const failed: string[] = [];
  const { headers } = client;
  let count = 0;
  for (; !over.aborted; count += 2) {
    const body = { userId, direction: 'DEPOSIT', amount: '1.00', externalId: randomUUID() };
    try {
      const made = await call(balancer.url, 'POST', '/v1/funding', { headers, body });
      if (made.status !== 201) failed.push(`POST ${made.status}`);
      const path = `/v1/funding/${String(made.body['id'])}`;
      const read = await call(balancer.url, 'GET', path, { headers });
      if (read.status !== 200) failed.push(`GET ${read.status}`);
    } catch (error) {
      failed.push(String(error));
    }
    await sleep(10);
  }
  return { failed, count };
};

it('serves every request while the apis restart one by one', async () => {
  const over = new AbortController();
  const callers = Array.from({ length: CALLERS }, () => caller(over.signal));

  second.signal('SIGTERM');
  await until('the second is taken out', () => !balancer.isReady(`http://127.0.0.1:${port}`));
  await second.ended;
  second.end();
  second = startSecond();
  await until('the second is back', () => balancer.isReady(`http://127.0.0.1:${port}`));

  const before = service.pid('api');
  process.kill(before, 'SIGTERM');
  await until('the first is taken out', () => !balancer.isReady(service.api));
  await until('the first is back', () => balancer.isReady(service.api));
  expect(service.pid('api')).not.toBe(before);

  await sleep(500);
  over.abort();
  const results = await Promise.all(callers);
  const count = results.reduce((sum, each) => sum + each.count, 0);
  console.info(`${count} requests`);
  expect(results.flatMap(({ failed }) => failed)).toEqual([]);
  expect(await reconciled(service)).toMatchObject({ ...AGREES, stuck: [] });
});
