/** Drives a running service with the client that openapi-ts generates. Prints one line of JSON. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { client } from './generated/client.gen.js';
import * as api from './generated/index.js';

const env = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
};

const until = async <T>(read: () => Promise<T>, isDone: (result: T) => boolean): Promise<T> => {
  for (;;) {
    const result = await read();
    if (isDone(result)) return result;
    await pause(100);
  }
};

let token = '';
client.setConfig({
  baseUrl: env('API'),
  auth: ({ type }) => (type === 'apiKey' ? env('API_KEY') : token),
});

const credentials = { email: env('EMAIL'), password: env('PASSWORD') };
const { data: login } = await api.logIn({ body: credentials, throwOnError: true });
token = login.authToken;

const { data: user } = await api.registerUser({
  body: {
    ...{ name: 'Ada', familyName: 'Lovelace', countryCode: 'USA' },
    email: `${randomUUID()}@users.example`,
  },
  throwOnError: true,
});
const path = { userId: user.id };
const { data: session } = await api.issueOnboardingSession({ path, body: {}, throwOnError: true });
const control = `${env('SANDBOX')}/control/onboarding/${session.token}`;
const completed = await fetch(control, { method: 'POST' });
if (!completed.ok) throw new Error(`The sandbox returned ${completed.status}`);
const { data: profile } = await until(
  async () => {
    const result = await api.getTraderProfile({ path });
    if (result.error && result.error.code !== 'trader_profile_not_found') throw result.error;
    return result;
  },
  ({ data }) => data?.brokerAccountStatus === 'ACTIVE',
);

const depositBody = {
  ...{ userId: user.id, direction: 'DEPOSIT' as const, amount: '500.00' },
  externalId: randomUUID(),
};
const { data: requested } = await api.requestDeposit({ body: depositBody, throwOnError: true });
const { data: deposit } = await until(
  () => api.getFundingTransaction({ path: { id: requested.id }, throwOnError: true }),
  ({ data }) => data.status === 'completed',
);

const orderBody = { userId: user.id, symbol: 'AAPL', side: 'buy' as const, qty: 1 };
const { data: placed } = await api.placeOrder({
  body: { ...orderBody, externalId: randomUUID() },
  throwOnError: true,
});
const { data: order } = await until(
  () => api.getOrder({ path: { id: placed.id }, throwOnError: true }),
  ({ data }) => data.status === 'filled',
);

const { error } = await api.requestDeposit({ body: { ...depositBody, amount: '600.00' } });

process.stdout.write(
  `${JSON.stringify({
    account: profile?.brokerAccountStatus,
    deposit: deposit.status,
    order: order.status,
    refusal: error?.code,
  })}\n`,
);
