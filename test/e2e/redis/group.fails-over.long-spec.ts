import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { prefixOf } from '#jobs/queue-keys.js';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { executedCents, grossCents, ledgerOf } from '../../support/ledger.js';
import { AGREES, reconciled } from '../../support/reconciled.js';
import { type RedisGroup, startCluster, startSentinels } from '../../support/redis-group.js';
import type { PartnerClient, Service } from '../../support/service.js';
import { startedService } from '../../support/started-service.js';

/** Errors in logs that must not occur. */
const LINES_SHOWN = 40;
const QUEUE_KEY = `${prefixOf('funding-settlement')}:any`;

describe.each([
  ['sentinels', startSentinels],
  ['a cluster', startCluster],
])('a service on %s', (_, start) => {
  let group: RedisGroup;
  let service: Service;
  let client: PartnerClient;
  let userId: string;

  beforeAll(async () => {
    group = await start();
    ({ service, client, userId } = await startedService({ REDIS_URL: group.url }));
  });
  afterAll(async () => {
    await service.stop();
    await group.stop();
  });

  const deposit = async (): Promise<string> => {
    const about = { userId, direction: 'DEPOSIT', amount: '12.34', externalId: randomUUID() };
    const { status, body } = await client.post('/v1/funding', about);
    expect(status).toBe(201);
    return String(body['id']);
  };
  const completes = async (id: string) => {
    const read = await client.until(`/v1/funding/${id}`, ({ status }) => status === 'completed');
    const lines = (['worker', 'projector'] as const).flatMap((app) =>
      service.logLines(app).slice(-LINES_SHOWN),
    );
    if (read['status'] !== 'completed') console.error(JSON.stringify(lines, null, 1));
    expect(read).toMatchObject({ status: 'completed' });
  };
  const agreed = async () => {
    expect(await reconciled(service)).toMatchObject({ ...AGREES, stuck: [] });
    expect(await grossCents(client)).toBe(executedCents(await ledgerOf(service)));
  };

  it('serves a user from the sign-up to a filled order', async () => {
    const { code, stdout } = await service.tour('--amount', '250.00');
    expect(stdout).toContain('settlement total is 250.00');
    expect(code).toBe(0);
    await agreed();
  });

  it('accepts deposits while a master dies, and completes each of them once', async () => {
    await completes(await deposit());
    const port = await group.masterPort(QUEUE_KEY);
    group.signal(port, 'SIGKILL');
    const ids: string[] = [];
    const endMs = performance.now() + BACKSTOP_MS;
    do {
      if (performance.now() > endMs) throw new Error('nobody became master');
      ids.push(await deposit());
      await sleep(100);
    } while ((await group.masterPort(QUEUE_KEY)) === port);
    ids.push(await deposit());
    for (const id of ids) await completes(id);
    await agreed();
  });
});
