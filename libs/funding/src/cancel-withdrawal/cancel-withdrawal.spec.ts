import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { startDeposit } from '../deposit/deposit.decide.js';
import { deposits } from '../deposit/deposit.state.js';
import { DepositFixture, TODAY, noon } from '../request-deposit/request-deposit.examples.js';
import { CancelWithdrawal, CancelWithdrawalHandler } from './cancel-withdrawal.handler.js';

let at: DepositFixture;

beforeEach(async () => {
  jest.useFakeTimers({ now: noon, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] });
  at = await DepositFixture.open('WITHDRAWAL');
  await at.ask(60_00, 'a');
});

afterEach(() => {
  jest.useRealTimers();
});

const cancel = (id = at.idOf('a'), caller = at.session.caller) =>
  new CancelWithdrawalHandler(at.session.store, at.session.rows).execute(
    new CancelWithdrawal(caller, id),
  );
const start = () =>
  at.session.store.transact(deposits, at.idOf('a'), startDeposit(noon), at.session.cause);

it('cancels it, and releases its cash and its part of the limit', async () => {
  expect(await cancel()).toMatchObject({ status: 'canceled', completedAt: null });
  await at.settle('a', TODAY);
  expect([await at.held(), await at.reserved(TODAY)]).toEqual([0n, 0n]);
  await start();
  expect(await at.session.store.load(deposits, at.idOf('a'))).toMatchObject({ status: 'canceled' });
});

it('is rejected after the send began', async () => {
  await start();
  await expect(cancel()).rejects.toMatchObject({ code: 'transaction_final' });
});

it('is rejected for an unknown transaction, or another partner’s', async () => {
  const unknown = { code: 'transaction_not_found' };
  for (const id of [randomUUID(), 'no-uuid'])
    await expect(cancel(id)).rejects.toMatchObject(unknown);
  const other = { ...at.session.caller, partnerId: randomUUID() };
  await expect(cancel(undefined, other)).rejects.toMatchObject(unknown);
});

it('accepts the id in capitals', async () =>
  expect(await cancel(at.idOf('a').toUpperCase())).toMatchObject({ status: 'canceled' }));
