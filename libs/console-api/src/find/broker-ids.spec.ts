import { expect, it } from '@jest/globals';
import type { DepositEvent } from '#funding/deposit/deposit.events.js';
import type { OrderEvent } from '#orders/order/order.events.js';
import { rowsAfter } from '../../../../test/support/given.js';
import { brokerIds } from './broker-ids.projection.js';

const about = { partnerId: 'p-1', userId: 'u-1', at: '2026-03-16T12:00:00.000Z' };
const deposit = { ...about, direction: 'DEPOSIT', depositId: 'd-1' } as const;

it('a journal leads to its deposit, an order of the broker to the order', () => {
  const accepted: DepositEvent = {
    type: 'DepositAccepted',
    data: { ...deposit, journalId: 'j-1' },
  };
  const started: DepositEvent = { type: 'DepositStarted', data: { ...deposit, attempt: 1 } };
  const order: OrderEvent = {
    type: 'OrderAccepted',
    data: { ...about, orderId: 'o-1', brokerOrderId: 'b-1' },
  };
  expect(rowsAfter(brokerIds, started, accepted, accepted, order)['brokerIds']).toEqual([
    { partnerId: 'p-1', brokerId: 'j-1', subjectId: 'd-1' },
    { partnerId: 'p-1', brokerId: 'b-1', subjectId: 'o-1' },
  ]);
});
