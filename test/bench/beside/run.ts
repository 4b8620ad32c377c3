import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onboardedUser } from '../../support/onboarded-user.js';
import { type Json, PartnerClient, Service } from '../../support/service.js';

/**
 * How long commands take here and in another version: both services run at once, and are asked in
 * turns, so that what else the machine does falls on both. Whoever is started first is slower by up
 * to 8 %, whichever version it is: so all is done twice, each side once the first.
 * `BESIDE_ROUNDS` turns each time.
 */
const ROUNDS = Number(process.env['BESIDE_ROUNDS'] ?? 8);
const ONE_BY_ONE = 40;
const [CALLERS, OF_EACH] = [8, 10];
/** What deposits and orders lead to should be over before the other side is asked. */
const REST_MS = 700;
const SETTINGS = { PARTNER_RATE_PER_S: '100000', LOG_LEVEL: 'info' };

type Side = {
  readonly service: Service;
  readonly client: PartnerClient;
  readonly userId: string;
  readonly oneMs: number[];
  readonly crowdMs: number[];
};

const person = () => ({
  ...{ name: 'Ada', familyName: 'Lovelace', countryCode: 'USA' },
  email: `ada-${randomUUID()}@users.example`,
});
const COMMANDS: Readonly<Record<string, readonly [string, (userId: string) => Json]>> = {
  'a registration': ['/v1/user', person],
  'one with externalId': ['/v1/user', () => ({ ...person(), externalId: randomUUID() })],
  'a deposit': [
    '/v1/funding',
    (userId) => ({ userId, direction: 'DEPOSIT', amount: '1.00', externalId: randomUUID() }),
  ],
  'an order': [
    '/v1/orders',
    (userId) => ({ userId, symbol: 'AAPL', amount: 1, side: 'buy', externalId: randomUUID() }),
  ],
};

const open = async (folder: string): Promise<Side> => {
  const service = await Service.start(SETTINGS, folder);
  const client = await PartnerClient.logIn(service);
  const userId = await onboardedUser(service, client);
  const cash = { userId, direction: 'DEPOSIT', amount: '5000.00', externalId: 'first' };
  const { body } = await client.post('/v1/funding', cash);
  await client.until(`/v1/funding/${String(body['id'])}`, ({ status }) => status === 'completed');
  return { service, client, userId, oneMs: [], crowdMs: [] };
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begunMs = performance.now();
  await work();
  return performance.now() - begunMs;
};

const once = async ({ client, userId }: Side, command: string): Promise<void> => {
  const [path, bodyOf] = COMMANDS[command]!;
  const { status } = await client.post(path, bodyOf(userId));
  if (status !== 201) throw new Error(`${command}: ${status}`);
};

const askTogether = async (side: Side, command: string): Promise<void> => {
  const caller = async () => {
    for (let i = 0; i < OF_EACH; i++) await once(side, command);
  };
  side.crowdMs.push(await timed(() => Promise.all(Array.from({ length: CALLERS }, caller))));
  await sleep(REST_MS);
};

/** One by one, each side in turn with every request: what one leaves to do meets both alike. */
const round = async (sides: readonly Side[], command: string): Promise<void> => {
  for (let i = 0; i < ONE_BY_ONE; i++)
    for (const side of i % 2 === 0 ? sides : sides.toReversed())
      side.oneMs.push(await timed(() => once(side, command)));
  await sleep(REST_MS);
  for (const side of sides) await askTogether(side, command);
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Medians of one side, in ms: a request by itself, and eight callers' requests together. */
type Times = { readonly oneMs: number; readonly crowdMs: number };
type Compared = { readonly here: Times; readonly there: Times };

const timesOf = ({ oneMs, crowdMs }: Side): Times => ({
  oneMs: median(oneMs),
  crowdMs: median(crowdMs),
});

/** The first round does not count: both compile what they run. */
const compare = async (sides: readonly Side[], command: string): Promise<void> => {
  await round(sides, command);
  for (const side of sides) side.oneMs.length = side.crowdMs.length = 0;
  for (let i = 0; i < ROUNDS; i++) await round(i % 2 === 0 ? sides : sides.toReversed(), command);
};

/** What every command took while the services ran that were started in this order. */
const compareAll = async (folders: readonly string[]): Promise<Map<string, Times[]>> => {
  const sides: Side[] = [];
  try {
    for (const folder of folders) sides.push(await open(folder));
    const times = new Map<string, Times[]>();
    for (const command of Object.keys(COMMANDS)) {
      await compare(sides, command);
      times.set(command, sides.map(timesOf));
    }
    return times;
  } finally {
    await Promise.all(sides.map((side) => side.service.stop()));
  }
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const geometricMean = (values: readonly number[]): number => Math.exp(mean(values.map(Math.log)));

const tell = (command: string, both: readonly Compared[]): void => {
  const one = mean(both.map(({ here }) => here.oneMs));
  const other = mean(both.map(({ there }) => there.oneMs));
  const ratioOf = (of: keyof Times) =>
    geometricMean(both.map(({ here, there }) => there[of] / here[of])).toFixed(3);
  const eachWay = both.map(({ here, there }) => (here.oneMs - there.oneMs).toFixed(2));
  console.log(
    [
      `${command}: ${one.toFixed(2)} ms here, ${other.toFixed(2)} ms there`,
      `(${(one - other).toFixed(2)} ms more: ${eachWay.join(' and ')}; ratio ${ratioOf('oneMs')})`,
      `eight at once: ratio ${ratioOf('crowdMs')}`,
    ].join(', '),
  );
};

const [folder] = process.argv.slice(2);
if (folder === undefined)
  throw new Error('Name the folder of another version, with its packages, built.');
const [mine, other] = [process.cwd(), resolve(folder)];
const hereFirst = await compareAll([mine, other]);
const thereFirst = await compareAll([other, mine]);
for (const command of Object.keys(COMMANDS)) {
  const [here, there] = hereFirst.get(command)!;
  const [there2, here2] = thereFirst.get(command)!;
  tell(command, [
    { here: here!, there: there! },
    { here: here2!, there: there2! },
  ]);
}
