import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describedOperations } from '../../support/described-api.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { opsHere } from '../../support/ops-here.js';
import {
  type Answer,
  type Json,
  PartnerClient,
  type Service,
  call,
} from '../../support/service.js';
import { sharedService } from '../../support/shared-service/shared-service.js';
import { person, registration } from '../../support/people.js';

let service: Service;
let client: PartnerClient;
/** Users with an account, without an account, and suspended with an account. */
let active: string;
let waiting: string;
let suspended: string;

beforeAll(async () => {
  service = await sharedService();
  client = await PartnerClient.logIn(service);
  active = await onboardedUser(service, client);
  waiting = String((await client.post('/v1/user', registration())).body['id']);
  suspended = await onboardedUser(service, client);
});

afterAll(() => service.stop());

const decide = async (decision: 'suspend' | 'reinstate', userId: string) => {
  const run = await opsHere(service, 'user', decision, '--user', userId, '--reason', 'test');
  expect(run).toMatchObject({ code: 0 });
};
const outcomeOf = ({ status, body }: Answer) => ({ status, code: body['code'] });
const refused = (status: number, code: string) => ({ status, code });

const deposit = (more: Json) => ({ userId: active, direction: 'DEPOSIT', amount: '5.00', ...more });
const order = (more: Json) => ({ userId: active, symbol: 'AAPL', amount: 5, side: 'buy', ...more });

type Kind = 'deposit' | 'order';
const KINDS: Kind[] = ['deposit', 'order'];
const ask = (kind: Kind, more: Json) =>
  kind === 'deposit'
    ? client.post('/v1/funding', deposit({ externalId: randomUUID(), ...more }))
    : client.post('/v1/orders', order({ externalId: randomUUID(), ...more }));
const unacceptable = (kind: Kind) => (kind === 'deposit' ? { amount: '0.00' } : { amount: -1 });
const invalid = refused(422, 'amount_invalid');

describe('funding and trading', () => {
  it.each(KINDS)('run their checks in order: %s', async (kind) => {
    const wrongShape = await ask(kind, { ...unacceptable(kind), userId: 1 });
    expect(outcomeOf(wrongShape)).toEqual(refused(400, 'validation_failed'));
    expect(wrongShape.body['errors']).toHaveLength(1);

    const nobody = randomUUID();
    expect(outcomeOf(await ask(kind, { ...unacceptable(kind), userId: nobody }))).toEqual(invalid);

    const externalId = `known-${kind}`;
    const { body: first } = await ask(kind, { userId: suspended, externalId });
    const unknown = refused(404, 'user_not_found');
    expect(outcomeOf(await ask(kind, { userId: nobody, externalId }))).toEqual(unknown);

    await decide('suspend', suspended);
    const again = await ask(kind, { userId: suspended, externalId });
    expect(again).toMatchObject({ status: 200, body: { id: first['id'] } });
    const other = await ask(kind, {
      userId: suspended,
      externalId,
      amount: kind === 'deposit' ? '6.00' : 6,
    });
    expect(outcomeOf(other)).toEqual(refused(409, 'external_id_already_exists'));
    expect(outcomeOf(await ask(kind, { userId: suspended }))).toEqual(
      refused(409, 'user_not_active'),
    );
    await decide('reinstate', suspended);

    const beyondLimits = kind === 'deposit' ? { amount: '50000.01' } : {};
    const tooEarly = await ask(kind, { userId: waiting, ...beyondLimits });
    expect(outcomeOf(tooEarly)).toEqual(refused(409, 'broker_account_not_active'));
  });

  it('check limits last', async () => {
    expect(outcomeOf(await ask('deposit', { amount: '50000.01' }))).toEqual(
      refused(422, 'limit_exceeded'),
    );
  });

  it.each(KINDS)('report a suspended user before an inactive account: %s', async (kind) => {
    const userId = String((await client.post('/v1/user', registration())).body['id']);
    await decide('suspend', userId);
    expect(outcomeOf(await ask(kind, { userId }))).toEqual(refused(409, 'user_not_active'));
  });

  it('return accepted objects as pending', async () => {
    for (const kind of KINDS)
      expect(await ask(kind, {})).toMatchObject({ status: 201, body: { status: 'pending' } });
  });
});

describe('a request without a token', () => {
  const guarded = describedOperations().filter(({ credential }) => credential === 'token');
  it.each(guarded.map((each) => [`${each.method} ${each.path}`, each] as const))(
    'is refused by %s',
    async (_, { method, path, body }) => {
      const options = body === null ? {} : { body: body.example };
      const address = path.replace(/\{\w+\}/g, active);
      const answer = await call(service.api, method, address, options);
      expect(outcomeOf(answer)).toEqual(refused(401, 'invalid_token'));
    },
  );
});

describe('a trader profile', () => {
  it.each([
    ['another id', () => randomUUID(), 'user_not_found'],
    ['no id', () => 'nobody', 'user_not_found'],
    ['a user who is not onboarded', () => waiting, 'trader_profile_not_found'],
  ])('is not found for %s', async (_, userId, code) => {
    const answer = await client.get(`/v1/onboarding/${userId()}/trader-profile`);
    expect(outcomeOf(answer)).toEqual(refused(404, code));
  });
});

describe('a read by id', () => {
  const WRITES: [string, () => Promise<Answer>, (id: string) => string][] = [
    ['a deposit', () => ask('deposit', {}), (id) => `/v1/funding/${id}`],
    ['an order', () => ask('order', {}), (id) => `/v1/orders/${id}`],
    ['a user', () => client.post('/v1/user', registration()), (id) => `/v1/user/${id}`],
    [
      'a user of the other family',
      () => client.post('/v1/users', person()),
      (id) => `/v1/users/${id}`,
    ],
  ];
  it.each(WRITES)('returns the earlier write: %s', async (_, write, path) => {
    for (let round = 1; round <= 10; round++) {
      const { body } = await write();
      const id = String(body['id'] ?? body['userId']);
      expect(await client.get(path(id))).toMatchObject({ status: 200 });
    }
  });
});
