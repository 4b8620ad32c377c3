import { randomUUID } from 'node:crypto';
import { cpus, loadavg } from 'node:os';
import Table from 'cli-table3';
import { pause } from '#kernel/concurrency/pause.js';
import { answeredPerSecond } from '../http-load.js';
import { type Row, rowOf, tableOf } from '../row.js';
import { Stage } from '../fixture.js';
import { type Spent, spentBy } from './processor-time.js';
import { RedisSize } from './redis-size.js';
import { type TableSizes, grownBy, sumOf, tableSizes } from './table-sizes.js';

/**
 * `npm run long -- history`: deposits and orders, worked to their end in parts, and by how much Redis
 * and the files on disk have grown after each. Goals are judged; a goal that is missed ends it with 1.
 */
const EACH = Number(process.env['HISTORY_EACH'] ?? 1_000);
const PARTS = 4;
const USERS = 32;
const CONNECTIONS = 16;
const MONEY = '25000.00';
/** Slower than so many a second, something is wrong. */
const PER_S_MIN = 5;
const PATIENCE_MS = 120_000;
const LOOK_MS = 1_000;
const MIB = 1024 * 1024;
const LARGEST = 12;

type Kind = { readonly path: string; readonly ends: string; body(userId: string): object };
const DEPOSITS: Kind = {
  path: '/v1/funding',
  ends: 'completed',
  body: (userId) => ({ userId, direction: 'DEPOSIT', amount: '0.01' }),
};
const ORDERS: Kind = {
  path: '/v1/orders',
  ends: 'filled',
  body: (userId) => ({ userId, symbol: 'AAPL', amount: 1, side: 'buy' }),
};

type Point = {
  readonly redisBytes: number;
  readonly readModels: TableSizes;
  readonly log: TableSizes;
  readonly spent: Spent;
};

const main = async (): Promise<readonly Row[]> => {
  const stage = await Stage.open(USERS, { LOG_LEVEL: 'warn' });
  const redis = new RedisSize(stage.service.redisPort);
  const [, readModels = ''] = /^sqlite:(.*)$/.exec(stage.service.readModels) ?? [];
  const look = async (): Promise<Point> => ({
    redisBytes: await redis.usedBytes(),
    readModels: tableSizes(readModels),
    log: tableSizes(stage.events),
    spent: spentBy(stage.service),
  });
  try {
    await stage.fund(MONEY);
    await quiet(redis);
    const points = [await look()];
    const spent = { deposits: [] as [Point, Point][], orders: [] as [Point, Point][] };
    for (let part = 1; part <= PARTS; part++)
      for (const [name, kind] of [['deposits', DEPOSITS] as const, ['orders', ORDERS] as const]) {
        const before = points.at(-1)!;
        const perS = await work(stage, redis, kind, EACH / PARTS);
        const after = await look();
        points.push(after);
        spent[name].push([before, after]);
        const redisMb = ((after.redisBytes - points[0]!.redisBytes) / MIB).toFixed(2);
        console.error(
          `part ${part} of ${PARTS}, ${name}: ${Math.round(perS)}/s to the end; Redis ${redisMb} MB above the start`,
        );
      }
    await quiet(redis);
    console.log(await largest(redis));
    for (const [name, all] of Object.entries(spent)) console.log(shares(name, all));
    console.log(times(spent));
    return judged(points, spent.deposits);
  } finally {
    redis.close();
    await stage.close();
  }
};

/** Sends so many and waits until all have their end and no job is open. Answers how many a second. */
const work = async (stage: Stage, redis: RedisSize, kind: Kind, amount: number) => {
  const { client } = stage;
  const list = `${kind.path}?status=${kind.ends}&limit=1`;
  const totalOf = ({ metadata }: Record<string, unknown>) => (metadata as { total: number }).total;
  const before = totalOf(await client.until(list, () => true));
  const beganMs = performance.now();
  await answeredPerSecond({
    ...{ url: stage.service.api, connections: CONNECTIONS, amount },
    headers: { ...client.headers, 'content-type': 'application/json' },
    next: () => ({
      path: kind.path,
      body: JSON.stringify({ ...kind.body(stage.nextUser()), externalId: randomUUID() }),
    }),
  });
  const withinMs = PATIENCE_MS + (amount / PER_S_MIN) * 1_000;
  const isDone = (body: Record<string, unknown>) => totalOf(body) >= before + amount;
  if (!isDone(await client.until(list, isDone, withinMs)))
    throw new Error('not all came to an end');
  const perS = amount / ((performance.now() - beganMs) / 1_000);
  await quiet(redis);
  return perS;
};

/** Jobs that follow the end of a deposit may be many: there is patience while they become fewer. */
const quiet = async (redis: RedisSize): Promise<void> => {
  let [fewest, sinceMs] = [Infinity, Date.now()];
  for (let calm = 0; calm < 3;) {
    await pause(LOOK_MS);
    const open = await redis.jobsOpen();
    calm = open === 0 ? calm + 1 : 0;
    if (open < fewest) [fewest, sinceMs] = [open, Date.now()];
    else if (open > 0 && Date.now() - sinceMs > PATIENCE_MS)
      throw new Error(`${open} jobs stay open`);
  }
};

const largest = async (redis: RedisSize): Promise<string> => {
  const table = newTable(['keys of Redis', 'keys', 'kB']);
  for (const { kind, keys, bytes } of (await redis.groups()).slice(0, LARGEST))
    table.push([kind, keys, (bytes / 1_024).toFixed(1)]);
  return table.toString();
};

/** Of the later half: a file that is nearly empty grows by pages. */
const shares = (name: string, all: readonly (readonly [Point, Point])[]): string => {
  const later = all.slice(PARTS / 2);
  const amount = (later.length * EACH) / PARTS;
  const table = newTable([`bytes of one of the ${name}`, 'read models', 'log']);
  for (const [place, of] of (['readModels', 'log'] as const).entries()) {
    const sums = new Map<string, number>();
    for (const [before, after] of later)
      for (const [each, bytes] of grownBy(before[of], after[of]))
        sums.set(each, (sums.get(each) ?? 0) + bytes);
    for (const [each, bytes] of sums) {
      const shown = (bytes / amount).toFixed(1);
      table.push(place === 0 ? [each, shown, ''] : [each, '', shown]);
    }
  }
  return table.toString();
};

const judged = (points: readonly Point[], deposits: readonly (readonly [Point, Point])[]) => {
  const [first, last] = [points[0]!, points.at(-1)!];
  const middle = points[PARTS] ?? last;
  const grownMb = (from: Point, to: Point) => (to.redisBytes - from.redisBytes) / MIB;
  const later = deposits.slice(PARTS / 2);
  const depositBytes = later.map(
    ([before, after]) => ((sumOf(after.readModels) - sumOf(before.readModels)) * PARTS) / EACH,
  );
  return [
    rowOf({
      ...{ name: `redis after ${2 * EACH} of them`, unit: 'MB', goal: { atMost: 20 } },
      measured: [grownMb(first, last)],
    }),
    rowOf({
      ...{ name: 'of that in the later half', unit: 'MB', goal: { atMost: 2 } },
      measured: [grownMb(middle, last)],
    }),
    rowOf({
      ...{ name: 'read models, a deposit', unit: 'bytes', goal: { atMost: 600 } },
      measured: depositBytes,
    }),
  ];
};

/** Processor time of one, in the later half, at the load that a burst makes. */
const times = (all: Readonly<Record<string, readonly (readonly [Point, Point])[]>>): string => {
  const apps = [...(all['orders']?.[0]?.[0].spent.keys() ?? [])];
  const table = newTable(['ms of one core', ...apps]);
  for (const [name, parts] of Object.entries(all)) {
    const later = parts.slice(PARTS / 2);
    const spent = (app: string, { spent: by }: Point) => by.get(app) ?? 0;
    const sums = apps.map((app) =>
      later.reduce((sum, [before, after]) => sum + spent(app, after) - spent(app, before), 0),
    );
    table.push([`of the ${name}`, ...sums.map((ms) => ((ms * 2) / EACH).toFixed(2))]);
  }
  return table.toString();
};

const newTable = (head: string[]) => new Table({ head, style: { head: [], border: [] } });

console.error(`${cpus().length} cores ${cpus()[0]?.model}, Node ${process.version}`);
console.error(`load ${loadavg()[0]?.toFixed(1)}, ${EACH} deposits and as many orders`);
const rows = await main();
console.log(tableOf(rows));
process.exitCode = rows.every(({ met }) => met) ? 0 : 1;
