import { randomUUID } from 'node:crypto';
import type { Client } from './client.js';

type Partner = { readonly apiKey: string; readonly email: string; readonly password: string };

/** One user's whole journey. Throws at the first step that does not end as it should. */
export const walk = async (
  client: Client,
  sandboxUrl: string,
  partner: Partner,
  amount: string,
): Promise<void> => {
  const run = randomUUID().slice(0, 8);
  await logIn(client, partner);
  const before = await settlementTotal(client);
  const userId = await onboard(client, sandboxUrl, run);

  client.say('Deposit: the user is credited from the pre-funded account');
  const body = { userId, direction: 'DEPOSIT', amount, externalId: `deposit-${run}` };
  const { id } = await client.call({ method: 'POST', path: '/v1/funding', body });
  const deposit = await client.poll(`/v1/funding/${String(id)}`, ({ status }) =>
    isOver(status, 'completed'),
  );
  expect(deposit['status'], 'completed');

  client.say('Settlement: the total has grown by the deposit');
  const cents = toCents(amount);
  await client.poll('/v1/settlements', (list) => totalOf(list) >= before + cents);

  await order(client, userId, amount, run);
  client.say(`Done: deposited ${amount}, settlement total was ${inDollars(before)}`);
  client.say(`settlement total is ${inDollars(await settlementTotal(client))}`);
};

const logIn = async (client: Client, { apiKey, email, password }: Partner): Promise<void> => {
  client.say('Log in with the API key and a partner user');
  const login = await client.call({
    method: 'POST',
    path: '/v1/auth/login',
    headers: { 'api-key': apiKey },
    body: { email, password },
  });
  client.useToken(String(login['authToken']));
};

const onboard = async (client: Client, sandboxUrl: string, run: string): Promise<string> => {
  client.say('Register a user');
  const { id } = await client.call({
    method: 'POST',
    path: '/v1/user',
    body: {
      externalId: `user-${run}`,
      name: 'Ada',
      familyName: 'Lovelace',
      email: `ada-${run}@users.example`,
      countryCode: 'USA',
    },
  });
  const userId = String(id);

  client.say('Get an onboarding session for the front end');
  const session = await client.call({
    method: 'POST',
    path: `/v1/onboarding/${userId}/session-token`,
    body: { dateOfBirth: '1990-05-15', gender: 'F', state: 'CA', city: 'San Francisco' },
  });

  client.say('The user finishes on the identity provider’s page (the sandbox does it here)');
  const path = `/control/onboarding/${encodeURIComponent(String(session['token']))}`;
  await client.call({ method: 'POST', path, body: {} }, sandboxUrl);

  client.say('Wait for the trader profile, then for the broker account to be ACTIVE');
  const profilePath = `/v1/onboarding/${userId}/trader-profile`;
  await client.poll(profilePath, ({ brokerAccountStatus }) => brokerAccountStatus === 'ACTIVE');
  return userId;
};

const order = async (
  client: Client,
  userId: string,
  amount: string,
  run: string,
): Promise<void> => {
  client.say('Order: buy AAPL for half of the deposit');
  const half = Number(amount) / 2;
  const body = {
    userId,
    symbol: 'AAPL',
    qty: 0,
    amount: Math.floor(half * 100) / 100,
    side: 'buy',
    externalId: `order-${run}`,
  };
  const { id } = await client.call({ method: 'POST', path: '/v1/orders', body });
  const filled = await client.poll(`/v1/orders/${String(id)}`, ({ status }) =>
    isOver(status, 'filled'),
  );
  expect(filled['status'], 'filled');
};

const settlementTotal = async (client: Client): Promise<bigint> =>
  totalOf(await client.poll('/v1/settlements', () => true));

const totalOf = (list: Record<string, unknown>): bigint =>
  toCents((list['settlements'] as { gross: string }[])[0]?.gross ?? '0.00');

const toCents = (amount: string): bigint => BigInt(amount.replace('.', ''));

const inDollars = (cents: bigint): string =>
  `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;

const ENDS = ['completed', 'failed', 'reversed', 'filled', 'rejected', 'canceled', 'expired'];

const isOver = (status: unknown, wanted: string): boolean =>
  status === wanted || ENDS.includes(String(status));

const expect = (status: unknown, wanted: string): void => {
  if (status !== wanted) throw new Error(`expected ${wanted}, ended as ${String(status)}`);
};
