import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onboardedUser } from '../../support/onboarded-user.js';
import { type Json, PartnerClient, Service } from '../../support/service.js';

/**
 * How long commands take here and in another version: both services run at once, and are asked in
 * turns, so that what else the machine does falls on both. `BESIDE_ROUNDS` turns each.
 */
const ROUNDS = Number(process.env['BESIDE_ROUNDS'] ?? 12);
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

/** The first round does not count: both compile what they run. */
const compare = async (here: Side, there: Side, command: string): Promise<void> => {
  await round([here, there], command);
  for (const side of [here, there]) side.oneMs.length = side.crowdMs.length = 0;
  for (let i = 0; i < ROUNDS; i++)
    await round(i % 2 === 0 ? [here, there] : [there, here], command);
  const [one, other] = [median(here.oneMs), median(there.oneMs)];
  const [crowd, others] = [median(here.crowdMs), median(there.crowdMs)];
  console.log(
    [
      `${command}: ${one.toFixed(2)} ms here, ${other.toFixed(2)} ms there`,
      `(${(one - other).toFixed(2)} ms more, ratio ${(other / one).toFixed(3)})`,
      `eight at once: ratio ${(others / crowd).toFixed(3)}`,
    ].join(', '),
  );
};

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of another version, with its packages.');
const [here, there] = [await open(process.cwd()), await open(resolve(folder))];
try {
  for (const command of Object.keys(COMMANDS)) await compare(here, there, command);
} finally {
  await Promise.all([here.service.stop(), there.service.stop()]);
}
