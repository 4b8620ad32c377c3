import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EsdbServer } from '../../support/esdb-server/esdb-server.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { PartnerClient, Service } from '../../support/service.js';
import { spentBy } from '../history/processor-time.js';

/**
 * `npm run long -- event-store [<folder>]`: processor time and calls of one deposit beside the test
 * server of EventStoreDB, here and in another version. Both services run in one run and take turns.
 * An idle turn measures the calls and the time that a service takes without deposits.
 */
const ROUNDS = Number(process.env['EVENT_STORE_ROUNDS'] ?? 4);
const DEPOSITS = Number(process.env['EVENT_STORE_DEPOSITS'] ?? 50);
const REST_MS = 2_000;
const SERVICE_APPS = ['api', 'worker', 'projector'];

type Turn = {
  readonly calls: ReadonlyMap<string, number>;
  readonly ms: number;
  readonly seconds: number;
};
type Side = {
  readonly name: string;
  readonly server: EsdbServer;
  readonly service: Service;
  readonly client: PartnerClient;
  readonly userId: string;
  readonly busy: Turn[];
  readonly idle: Turn[];
};

const open = async (name: string, folder: string): Promise<Side> => {
  const server = await EsdbServer.start();
  const settings = { EVENT_STORE_URL: server.url, PARTNER_RATE_PER_S: '100000', LOG_LEVEL: 'info' };
  const service = await Service.start(settings, folder);
  const client = await PartnerClient.logIn(service);
  const userId = await onboardedUser(service, client);
  return { name, server, service, client, userId, busy: [], idle: [] };
};

const millis = (service: Service): number => {
  const spent = spentBy(service);
  return SERVICE_APPS.reduce((sum, app) => sum + (spent.get(app) ?? 0), 0);
};

const turn = async ({ server, service }: Side, work: () => Promise<unknown>): Promise<Turn> => {
  const before = new Map(server.calls);
  const [beforeMs, beganMs] = [millis(service), performance.now()];
  await work();
  const ms = millis(service) - beforeMs;
  const seconds = (performance.now() - beganMs) / 1_000;
  const calls = new Map(
    [...server.calls].map(([kind, count]) => [kind, count - (before.get(kind) ?? 0)]),
  );
  return { calls, ms, seconds };
};

/** One after the other, each to its end, so that no call serves two deposits. */
const deposits = async ({ client, userId, server }: Side): Promise<void> => {
  const completed = () =>
    server.events.log.filter(({ type }) => type === 'DepositCompleted').length;
  for (let done = 0; done < DEPOSITS; done++) {
    const before = completed();
    const body = { userId, direction: 'DEPOSIT', amount: '1.00', externalId: randomUUID() };
    const { status } = await client.post('/v1/funding', body);
    if (status !== 201) throw new Error(`a deposit: ${status}`);
    while (completed() === before) await sleep(5);
  }
};

const settled = async ({ server }: Side): Promise<void> => {
  for (let known = -1; known !== server.events.log.length;) {
    known = server.events.log.length;
    await sleep(REST_MS);
  }
};

const sum = (turns: readonly Turn[], of: (turn: Turn) => number): number =>
  turns.reduce((all, each) => all + of(each), 0);

const tell = ({ name, busy, idle }: Side): void => {
  const count = ROUNDS * DEPOSITS;
  const seconds = sum(busy, (each) => each.seconds);
  const idleShare = seconds / sum(idle, (each) => each.seconds);
  const per = (of: (turn: Turn) => number) => (sum(busy, of) - sum(idle, of) * idleShare) / count;
  const kinds = [...new Set(busy.flatMap(({ calls }) => [...calls.keys()]))].toSorted();
  const perKind = kinds.map((kind) => [kind, per(({ calls }) => calls.get(kind) ?? 0)] as const);
  console.log(`\n${name}: ${per(({ ms }) => ms).toFixed(1)} ms of processor time a deposit`);
  console.log('| call | a deposit |\n| --- | --: |');
  for (const [kind, each] of perKind)
    if (each > 0.005) console.log(`| ${kind} | ${each.toFixed(2)} |`);
  console.log(`| all | ${perKind.reduce((all, [, each]) => all + each, 0).toFixed(2)} |`);
};

const [folder] = process.argv.slice(2);
const sides: Side[] = [];
try {
  sides.push(await open('here', process.cwd()));
  if (folder !== undefined) sides.push(await open('there', resolve(folder)));
  for (const side of sides) {
    await deposits(side);
    await settled(side);
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      side.busy.push(await turn(side, () => deposits(side).then(() => settled(side))));
      side.idle.push(await turn(side, () => sleep(REST_MS * 2)));
    }
  for (const side of sides) tell(side);
} finally {
  await Promise.all(sides.map(({ service }) => service.stop()));
  for (const { server } of sides) server.kill();
}
