import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { executedCents, grossCents, ledgerOf } from '../../support/ledger.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { SecondProcess } from '../../support/second-process.js';
import { type Json, PartnerClient, Service } from '../../support/service.js';

/** The documented limit is 3 s. The extra time allows for a busy machine. */

let service: Service;
let client: PartnerClient;
let userId: string;
let second: SecondProcess;

beforeAll(async () => {
  service = await Service.start();
  client = await PartnerClient.logIn(service);
  userId = await onboardedUser(service, client);
  second = SecondProcess.start('projector', service);
});

afterAll(async () => {
  second.end();
  await service.stop();
});

const times = (lines: readonly Json[], words: string) =>
  lines.filter(({ msg }) => msg === words).length;
const firstSaid = () => service.logLines('projector');

const until = async (what: string, wanted: () => boolean): Promise<void> => {
  const sinceMs = performance.now();
  while (!wanted()) {
    if (performance.now() - sinceMs > BACKSTOP_MS) throw new Error(`never ${what}`);
    await sleep(50);
  }
  console.info(`${what} after ${Math.round(performance.now() - sinceMs)} ms`);
};

/** Asserts that lists show new writes, which needs a working projector. */
const depositIsSeen = async (): Promise<void> => {
  const externalId = randomUUID();
  const about = { userId, direction: 'DEPOSIT', amount: '12.34', externalId };
  await client.post('/v1/funding', about);
  const path = `/v1/funding?externalId=${externalId}`;
  const body = await client.until(path, (read) => firstStatus(read) === 'completed');
  expect(firstStatus(body)).toBe('completed');
};
const firstStatus = (body: Record<string, unknown>) =>
  (body['transactions'] as { status: string }[])[0]?.status;

it('moves the work to the other projector, and counts everything once', async () => {
  await until('the second is ready', () => second.isReady);
  await sleep(4_000);
  await depositIsSeen();
  expect(times(firstSaid(), 'become leader')).toBe(1);
  expect(times(second.lines, 'become leader')).toBe(0);

  const first = service.pid('projector');
  // A projector that is stopped while it writes keeps the read-model file locked (ADR 0064).
  await sleep(1_000);
  process.kill(first, 'SIGSTOP');
  await until(
    'the second leads beside a stopped projector',
    () => times(second.lines, 'become leader') === 1,
  );
  await depositIsSeen();
  process.kill(first, 'SIGCONT');
  const standsBy = 'become follower';
  await until('the continued one stands by', () => times(firstSaid(), standsBy) === 1);
  await depositIsSeen();

  second.signal('SIGKILL');
  await until('the first is at work after a kill', () => times(firstSaid(), 'become leader') === 2);
  await depositIsSeen();
  expect(await grossCents(client)).toBe(executedCents(await ledgerOf(service)));
});
