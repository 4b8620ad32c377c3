import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { cents } from '#kernel/money.js';
import { requestConfiguration } from '../../../libs/accounts/src/account-configuration/account-configuration.decide.js';
import { accountConfigurations } from '../../../libs/accounts/src/account-configuration/account-configuration.state.js';
import { ConfigureAccountProcessor } from '../../../libs/accounts/src/configure-account/configure-account.processor.js';
import { EffectStage, mishaps } from './fixture.js';

const SEND = 'PATCH /v1/trading/accounts';
const LOOK_UP = 'GET /v1/trading/accounts';
const FUNDS = '2000.01';
const MORE_CENTS = 2_000_02;

let stage: EffectStage;
let processor: ConfigureAccountProcessor;
let userId: string;
let accountId: string;

beforeAll(async () => {
  stage = await EffectStage.open();
  processor = new ConfigureAccountProcessor(stage.session.store, stage.broker);
});

afterAll(() => stage.close());

const request = async (id = accountId) => {
  const owner = { userId, partnerId: stage.session.partnerId, accountId: id };
  const decision = requestConfiguration(owner, new Date(Date.now()));
  await stage.session.store.transact(accountConfigurations, userId, decision, stage.session.cause);
};
const state = () => stage.session.store.load(accountConfigurations, userId);
const isEnded = async () => (await state())?.status !== 'requested';
const isConfigured = () => stage.broker.isConfigured(accountId, 'c');
const place = async (side: 'buy' | 'sell', amount: number) => {
  await stage.broker.requireReady('order');
  const ticket = { accountId, symbol: 'AAPL', side, quantity: null, amount: cents(amount) };
  return stage.broker.createOrder({ orderId: randomUUID(), ...ticket }, 'c');
};

beforeEach(async () => {
  await stage.calm();
  userId = randomUUID();
  accountId = await stage.sandbox.fundedAccount(FUNDS, { hasMargin: true });
});

describe('an account is configured when', () => {
  it.each(mishaps(SEND, LOOK_UP))('%s', async (_, happen) => {
    await request();
    await happen(stage);
    await stage.runUntil(processor, userId, isEnded);
    expect(await state()).toMatchObject({ status: 'configured', startedAt: null });
    expect(await isConfigured()).toBe(true);
  });

  it('eight workers run at once', async () => {
    await request();
    await Promise.allSettled(Array.from({ length: 8 }, () => stage.run(processor, userId)));
    await stage.runUntil(processor, userId, isEnded);
    expect(await isConfigured()).toBe(true);
  });

  it('it is requested again', async () => {
    for (let times = 0; times < 2; times++) {
      await request();
      expect(await isEnded()).toBe(false);
      await stage.runUntil(processor, userId, isEnded);
    }
    expect(await state()).toMatchObject({ status: 'configured' });
  });
});

describe('an account that the broker does not know', () => {
  it('ends with the broker’s reason', async () => {
    await request(randomUUID());
    await stage.runUntil(processor, userId, isEnded);
    expect(await state()).toMatchObject({ status: 'rejected', reason: 'account not found' });
  });
});

describe(`an account of ${FUNDS} dollars`, () => {
  it('buys for more with the broker’s defaults', async () => {
    expect(await isConfigured()).toBe(false);
    expect(await place('buy', MORE_CENTS)).toMatchObject({ kind: 'accepted' });
  });

  it('neither buys for more nor sells short once it is configured', async () => {
    await request();
    await stage.runUntil(processor, userId, isEnded);
    expect(await place('buy', MORE_CENTS)).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/insufficient buying power/),
    });
    expect(await place('sell', 1_00)).toMatchObject({ kind: 'refused' });
  });
});
