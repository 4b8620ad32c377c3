import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { orders } from '#orders/order/order.state.js';
import { billionths, cents } from '#kernel/money.js';
import { CancelOrderProcessor } from '../../../libs/orders/src/cancel-order/cancel-order.processor.js';
import { CorrectOrderProcessor } from '../../../libs/orders/src/correct-order/correct-order.processor.js';
import { FollowOrderProcessor } from '../../../libs/orders/src/follow-order/follow-order.processor.js';
import { recordOrder } from '../../../libs/orders/src/order/broker-update.decide.js';
import { requestCancel } from '../../../libs/orders/src/order/order.decide.js';
import type { RequestedOrder } from '../../../libs/orders/src/order/order.state.js';
import { SubmitOrderProcessor } from '../../../libs/orders/src/submit-order/submit-order.processor.js';
import { eventually } from '../../support/sandbox.js';
import { EffectStage, mishaps } from './fixture.js';

const SEND = 'POST /v1/trading/accounts';
const LOOK_UP = 'GET /v1/trading/accounts';

let stage: EffectStage;
let accountId: string;
let id: string;
let submit: SubmitOrderProcessor;
let follow: FollowOrderProcessor;
let cancel: CancelOrderProcessor;
let correct: CorrectOrderProcessor;

beforeAll(async () => {
  stage = await EffectStage.open({ secondPartMs: 3_000 });
  accountId = await stage.sandbox.fundedAccount('50000.00');
  const { session, broker } = stage;
  submit = new SubmitOrderProcessor(session.store, broker);
  follow = new FollowOrderProcessor(session.store, broker);
  cancel = new CancelOrderProcessor(session.store, broker);
  correct = new CorrectOrderProcessor(session.store, broker);
});

afterAll(() => stage.close());

const terms = {
  userId: 'u-1',
  side: 'buy' as const,
  quantityBillionths: billionths(0),
  commission: { flatCents: cents(0), basisPoints: 0 },
  commissionCollection: 'none' as const,
};
const place = async (symbol: string, amountCents = 100_00, at = new Date(Date.now())) => {
  id = randomUUID();
  const about = { orderId: id, partnerId: stage.session.partnerId, externalId: id, accountId };
  const data = { ...terms, ...about, symbol, amountCents: cents(amountCents) };
  const requested = { type: 'OrderRequested', data: { ...data, at: at.toISOString() } } as const;
  await stage.session.store.transact(orders, id, () => [requested], stage.session.cause);
};
const untouched = {
  ...{ clientOrderId: '', status: 'accepted', reason: null },
  ...{ filledQuantity: billionths(0), filledAveragePrice: null },
};
const sendByHand = async () => {
  const body = { symbol: 'SLOW', side: 'buy', type: 'market', time_in_force: 'day' };
  const path = `/v1/trading/accounts/${accountId}/orders`;
  await stage.sandbox.broker('POST', path, { ...body, notional: '100', client_order_id: id });
};
const wantCancel = () =>
  stage.session.store.transact(orders, id, requestCancel(new Date()), stage.session.cause);
const order = async () => (await stage.session.store.load(orders, id)) as RequestedOrder;
const is = (status: string) => async () => (await order()).status === status;
const isSent = async () => (await order()).brokerOrderId !== null;
const atBroker = async () =>
  (await stage.sandbox.ledger()).orders.filter(({ clientOrderId }) => clientOrderId === id);

beforeEach(async () => {
  await stage.calm();
});

describe('an order is placed once when', () => {
  it.each(mishaps(SEND, LOOK_UP))('%s', async (_, happen) => {
    await place('SLOW');
    await happen(stage);
    await stage.runUntil(submit, id, isSent);
    expect(await atBroker()).toMatchObject([{ symbol: 'SLOW', status: 'accepted' }]);
    await stage.run(submit, id);
    expect(await order()).toMatchObject({ status: 'accepted', startedAt: null });
  });

  it('eight workers run at once', async () => {
    await place('SLOW');
    await Promise.allSettled(Array.from({ length: 8 }, () => stage.run(submit, id)));
    await stage.runUntil(submit, id, isSent);
    expect(await atBroker()).toHaveLength(1);
  });

  it('a worker is delayed after its intent record while another does its work', async () => {
    await place('SLOW');
    stage.log.stall(async () => {
      stage.passTime();
      await stage.runUntil(submit, id, isSent);
    });
    await expect(stage.run(submit, id)).rejects.toThrow(/delayed since/);
    expect(await atBroker()).toHaveLength(1);
  });
});

describe('an order that', () => {
  it.each([
    ['is not tradable', 'HALT', 100_00, /not tradable/],
    ['nobody knows', 'NOBODY', 100_00, /asset not found/],
    ['costs more than there is', 'AAPL', 999_999_00, /insufficient buying power/],
    ['is a fraction of a whole share', 'BRK.A', 100_00, /not fractionable/],
  ])('%s is rejected with the reason', async (_, symbol, amountCents, reason) => {
    await place(symbol, amountCents);
    await stage.run(submit, id);
    expect((await order()).status).toBe('rejected');
    const events = await stage.log.read(`order-${id}`);
    expect(events.at(-1)?.data).toMatchObject({ reason: expect.stringMatching(reason) });
    expect(await atBroker()).toHaveLength(0);
  });

  it('fills in two parts is followed by looking, without a single event', async () => {
    await place('PART');
    await stage.run(submit, id);
    await eventually(async () => {
      await stage.run(follow, id);
      return is('filled')();
    });
    expect((await order()).filledBillionths).toBe(10_000_000_000n);
    const types = (await stage.log.read(`order-${id}`)).map(({ type }) => type);
    expect(types.at(-1)).toBe('OrderFilled');
  });

  it('ended otherwise than told is corrected, and keeps its history', async () => {
    await place('SLOW');
    await stage.run(submit, id);
    await stage.sandbox.control('POST', `/orders/${id}`, { outcome: 'expire' });
    await stage.run(follow, id);
    await stage.run(follow, id);
    await stage.run(correct, id);
    const types = (await stage.log.read(`order-${id}`)).map(({ type }) => type);
    expect(types).toEqual(['OrderRequested', 'OrderStarted', 'OrderAccepted', 'OrderExpired']);
  });

  it('could not be sent for a day expires, and is not sent', async () => {
    await place('AAPL', 100_00, new Date(Date.now() - 25 * 60 * 60 * 1_000));
    await stage.run(submit, id);
    expect((await order()).status).toBe('expired');
    expect(await atBroker()).toHaveLength(0);
  });

  it('arrived a day ago, unknown to us, is found and not sent again', async () => {
    await place('SLOW', 100_00, new Date(Date.now() - 25 * 60 * 60 * 1_000));
    const body = { symbol: 'SLOW', side: 'buy', type: 'market', time_in_force: 'day' };
    const path = `/v1/trading/accounts/${accountId}/orders`;
    await stage.sandbox.broker('POST', path, { ...body, notional: '100', client_order_id: id });
    await stage.run(submit, id);
    expect((await order()).status).toBe('accepted');
    expect(await atBroker()).toHaveLength(1);
  });
});

describe('canceling an order', () => {
  const canceled = is('canceled');

  it('that was not sent keeps it from being sent', async () => {
    await place('SLOW');
    await wantCancel();
    await stage.run(submit, id);
    await stage.run(cancel, id);
    expect(await canceled()).toBe(true);
    expect(await atBroker()).toHaveLength(0);
  });

  it('at the moment of the fence ends in one of two ways, never in both', async () => {
    for (let round = 0; round < 20; round++) {
      await place('SLOW');
      await Promise.allSettled([stage.run(submit, id), wantCancel()]);
      await stage.runUntil(cancel, id, canceled);
      const { attempts } = await order();
      expect((await atBroker()).map(({ status }) => status)).toEqual(
        attempts === 0 ? [] : ['canceled'],
      );
    }
  });

  it('behind the fence of a worker that died before the send ends it unsent', async () => {
    await place('AAPL');
    stage.log.dieAt(1, 'after');
    await stage.run(submit, id).catch(() => undefined);
    await wantCancel();
    await expect(stage.run(cancel, id)).rejects.toThrow(/does not show it yet/);
    stage.passTime();
    await stage.run(submit, id);
    await stage.run(cancel, id);
    expect(await canceled()).toBe(true);
    expect(await atBroker()).toHaveLength(0);
  });

  it.each([
    'execute-then-hang',
    'execute-then-reset',
    'execute-then-status:500',
    'half-body',
    'other-schema',
  ])('whose send met %s cancels it at the broker', async (mode) => {
    await place('SLOW');
    await stage.fault(SEND, mode);
    await stage.run(submit, id).catch(() => undefined);
    await wantCancel();
    await stage.runUntil(cancel, id, canceled);
    expect(await atBroker()).toMatchObject([{ status: 'canceled' }]);
    expect(await order()).toMatchObject({ startedAt: null, cancelRequested: true });
  });

  it.each(mishaps('DELETE /v1/trading/accounts', LOOK_UP))(
    'at the broker works when %s',
    async (_, happen) => {
      await place('SLOW');
      await stage.run(submit, id);
      await wantCancel();
      await happen(stage);
      await stage.runUntil(cancel, id, canceled);
      expect(await atBroker()).toMatchObject([{ status: 'canceled' }]);
      await stage.run(cancel, id);
      await stage.run(follow, id);
      const events = await stage.log.read(`order-${id}`);
      expect(events.filter(({ type }) => type === 'OrderCanceled')).toHaveLength(1);
    },
  );

  it('that was told the id of another order cancels its own', async () => {
    await place('SLOW');
    stage.log.dieAt(1, 'after');
    await stage.run(submit, id).catch(() => undefined);
    const told = { ...untouched, id: randomUUID() };
    const accepted = recordOrder({ kind: 'order', order: told }, new Date());
    await stage.session.store.transact(orders, id, accepted, stage.session.cause);
    await sendByHand();
    await wantCancel();
    await stage.run(cancel, id);
    expect(await canceled()).toBe(true);
    expect(await atBroker()).toMatchObject([{ status: 'canceled' }]);
  });

  it('that fills meanwhile leaves it filled', async () => {
    await place('SLOW');
    await stage.run(submit, id);
    await wantCancel();
    await stage.sandbox.control('POST', `/orders/${id}`, { outcome: 'fill' });
    await stage.run(cancel, id);
    expect((await order()).status).toBe('filled');
  });

  it('keeps what was filled until then', async () => {
    await place('PART');
    await stage.run(submit, id);
    await eventually(async () => (await atBroker())[0]?.status === 'partially_filled');
    await wantCancel();
    await stage.runUntil(cancel, id, async () => (await order()).status !== 'accepted');
    const [left] = await atBroker();
    expect((await order()).filledBillionths.toString()).toBe(`${left?.filledQty}000000000`);
  });

  it('given up too early is made good: what arrives late is canceled there', async () => {
    await place('SLOW');
    stage.log.dieAt(1, 'after');
    await stage.run(submit, id).catch(() => undefined);
    await wantCancel();
    stage.passTime();
    await stage.run(cancel, id);
    await sendByHand();
    const hidden = { side: 'broker', match: 'GET /v1/trading', mode: 'status:404', count: 1 };
    await stage.sandbox.control('POST', '/faults', hidden);
    await expect(stage.run(follow, id)).rejects.toThrow('does not return it yet');
    await stage.run(follow, id);
    expect(await canceled()).toBe(true);
    expect(await atBroker()).toMatchObject([{ status: 'canceled' }]);
  });
});
