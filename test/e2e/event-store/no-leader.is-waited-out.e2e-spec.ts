import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { EsdbCluster } from '../../support/esdb-server/esdb-cluster.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { Commands, expectUnavailable, pidsOf } from '../../support/outage.js';
import { PartnerClient, Service } from '../../support/service.js';

const LEADERLESS_MS = 30_000;

it('keeps all processes during 30 s without a leader, and continues afterwards', async () => {
  const cluster = await EsdbCluster.start(0);
  const service = await Service.start({ EVENT_STORE_URL: cluster.url });
  try {
    const client = await PartnerClient.logIn(service);
    const userId = await onboardedUser(service, client);
    const body = { userId, direction: 'DEPOSIT', amount: '100.00', externalId: 'funds' };
    const funds = `/v1/funding/${String((await client.post('/v1/funding', body)).body['id'])}`;
    await client.until(funds, ({ status }) => status === 'completed');
    const commands = new Commands(service, client, userId);
    const pids = pidsOf(service);
    const findLeader = cluster.loseLeader();
    const [answers] = await Promise.all([commands.sendAll(), sleep(LEADERLESS_MS)]);
    for (const answer of answers) expectUnavailable(answer);
    findLeader();
    for (const { status } of await commands.sendAll()) expect([200, 201]).toContain(status);
    await commands.expectOnce();
    expect(pidsOf(service)).toEqual(pids);
    const logged = (['api', 'worker', 'projector'] as const).flatMap((app) =>
      service.logLines(app),
    );
    expect(logged).toContainEqual(expect.objectContaining({ reason: 'no-leader' }));
  } finally {
    expect(await service.stop()).toBe(0);
    cluster.kill();
  }
});
