import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { spentMs } from '../../bench/history/processor-time.js';
import { answeredPerSecond } from '../../bench/http-load.js';
import { median } from '../../bench/row.js';
import { freePorts } from '../../support/free-ports.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { PartnerClient, type Json } from '../../support/service.js';
import { childrenOf } from '../children.js';
import { Cluster } from '../cluster.js';

/**
 * `npm run long -- scale`: deposits asked for as fast as they are answered, until all are worked, and
 * what each part took of the processor for one. Set-ups take turns, so that what slows the machine
 * slows all of them.
 */
const DEPOSITS = Number(process.env['SCALE_DEPOSITS'] ?? 1_000);
const ROUNDS = Number(process.env['SCALE_ROUNDS'] ?? 3);
const USERS = 16;
const CONNECTIONS = 16;
/** Until code is compiled and connections are open. */
const WARM_UP = 200;
const WITHIN_MS = 240_000;

const SET_UPS = {
  'embedded-1': { stores: 'embedded', each: 1 },
  'embedded-2': { stores: 'embedded', each: 2 },
  'cluster-1': { stores: 'cluster', each: 1 },
  'cluster-2': { stores: 'cluster', each: 2 },
} as const;
type SetUp = keyof typeof SET_UPS;

const PARTS = ['api', 'worker', 'projector', 'redis', 'postgres', 'standby', 'sandbox'] as const;
type Part = (typeof PARTS)[number];
type Spent = Readonly<Record<Part, number>>;
type Result = { readonly perS: number; readonly ms: Spent };

const spentBy = ({ apps, redis, postgres }: Cluster): Spent => {
  const sum = (pids: readonly (number | undefined)[]) =>
    pids.reduce<number>((ms, pid) => ms + (pid === undefined ? 0 : spentMs(pid)), 0);
  const app = (name: string) =>
    sum([...apps].filter(([each]) => each.startsWith(name)).map(([, { pid }]) => pid));
  const server = (pid: number | undefined) =>
    pid === undefined ? 0 : sum([pid, ...childrenOf(pid)]);
  return {
    ...{ api: app('api'), worker: app('worker'), projector: app('projector') },
    ...{ sandbox: app('sandbox'), redis: sum(redis.pids()) },
    postgres: server(postgres?.primary.process.pid),
    standby: server(postgres?.standby.process.pid),
  };
};

const measure = async (setUp: SetUp): Promise<Result> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'brokerage-scale-'));
  const [apiPort, sandboxPort] = (await freePorts(2)) as [number, number];
  const place = { dataDir, apiPort, sandboxPort, eventStoreUrl: null, linked: false };
  const settings = { LOG_LEVEL: 'warn', PARTNER_RATE_PER_S: '1000000' };
  const cluster = await Cluster.start({ ...place, ...SET_UPS[setUp], settings });
  try {
    const { service } = cluster;
    const client = await PartnerClient.logIn(service);
    const userIds: string[] = [];
    while (userIds.length < USERS) userIds.push(await onboardedUser(service, client));
    await work(cluster.url, client, userIds, WARM_UP, 0);
    const before = spentBy(cluster);
    const perS = await work(cluster.url, client, userIds, DEPOSITS, WARM_UP);
    const after = spentBy(cluster);
    const each = PARTS.map((part) => [part, (after[part] - before[part]) / DEPOSITS]);
    return { perS, ms: Object.fromEntries(each) as Spent };
  } finally {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

/** Answers how many a second came to their end. */
const work = async (
  url: string,
  client: PartnerClient,
  userIds: readonly string[],
  amount: number,
  before: number,
): Promise<number> => {
  let turn = 0;
  const body = () => ({
    ...{ userId: userIds[turn++ % userIds.length], direction: 'DEPOSIT', amount: '1.00' },
    externalId: randomUUID(),
  });
  const beganMs = performance.now();
  await answeredPerSecond({
    ...{ url, connections: CONNECTIONS, amount },
    headers: { ...client.headers, 'content-type': 'application/json' },
    next: () => ({ path: '/v1/funding', body: JSON.stringify(body()) }),
  });
  const isDone = ({ metadata }: Json) => (metadata as { total: number }).total >= before + amount;
  const list = '/v1/funding?status=completed&limit=1';
  if (!isDone(await client.until(list, isDone, WITHIN_MS)))
    throw new Error('not all came to an end');
  return amount / ((performance.now() - beganMs) / 1_000);
};

const line = (cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`);

/** The median of all rounds, with the least and the greatest. */
const shown = (numbers: readonly number[], digits: number): string => {
  const [least, greatest] = [Math.min(...numbers), Math.max(...numbers)];
  const text = (number: number) => number.toFixed(digits);
  return `${text(median(numbers))} (${text(least)}–${text(greatest)})`;
};

const tell = (results: ReadonlyMap<SetUp, readonly Result[]>): void => {
  line(['set-up', 'deposits/s', ...PARTS.map((part) => `${part}, ms`), 'service, ms']);
  line(['---', ...PARTS.map(() => '--:'), '--:', '--:']);
  for (const [setUp, all] of results) {
    const parts = PARTS.map((part) =>
      shown(
        all.map(({ ms }) => ms[part]),
        2,
      ),
    );
    const service = all.map(
      ({ ms }) => PARTS.reduce((sum, part) => sum + ms[part], 0) - ms.sandbox,
    );
    line([
      setUp,
      shown(
        all.map(({ perS }) => perS),
        0,
      ),
      ...parts,
      shown(service, 1),
    ]);
  }
};

const isSetUp = (word: string): word is SetUp => Object.hasOwn(SET_UPS, word);

const main = async (): Promise<void> => {
  const words = process.argv.slice(2);
  const unknown = words.find((word) => !isSetUp(word));
  if (unknown !== undefined) {
    console.error(`There is no set-up ${unknown}; there are ${Object.keys(SET_UPS).join(', ')}.`);
    process.exit(1);
  }
  const setUps = Object.keys(SET_UPS)
    .filter(isSetUp)
    .filter((setUp) => words.length === 0 || words.includes(setUp));
  const results = new Map<SetUp, Result[]>(setUps.map((setUp) => [setUp, []]));
  console.log(`${cpus().length} × ${cpus()[0]?.model}; load before: ${loadavg()[0]?.toFixed(1)}`);
  for (let round = 1; round <= ROUNDS; round++)
    for (const setUp of setUps) {
      const result = await measure(setUp);
      results.get(setUp)?.push(result);
      console.error(`round ${round}, ${setUp}: ${Math.round(result.perS)} deposits/s`);
    }
  tell(results);
};

await main();
