import { describe, expect, it } from '@jest/globals';
import { OutcomeUnknown } from '#platform/broker/broker.js';
import type { ListedOrder } from '#platform/broker/broker-records.js';
import { type Ledger, readOrders } from './broker-ledger.js';
import type { LogBooks } from './log-books.js';

const accounts = ['a-1', 'a-2', 'a-3'].map((accountId) => ({
  ...{ accountId, partnerId: 'p-1', userId: `user of ${accountId}`, number: '' },
  ...{ status: 'ACTIVE', blocks: [], emailAddress: null, isFollowed: false },
}));
const books = {
  accounts,
  orders: accounts.map(({ accountId }) => ({ orderId: `o of ${accountId}`, accountId })),
} as unknown as LogBooks;
const ledger = (error: Error): Ledger =>
  ({
    listOrders: (accountId: string) =>
      accountId === 'a-2'
        ? Promise.reject(error)
        : Promise.resolve([{ id: `b of ${accountId}` } as unknown as ListedOrder]),
  }) as Ledger;

describe('the orders of all accounts', () => {
  it('are those that can be read, and the account whose orders cannot is named', async () => {
    const read = await readOrders(ledger(new OutcomeUnknown('an unreadable body')), books);
    expect(read.listed).toEqual([{ id: 'b of a-1' }, { id: 'b of a-3' }]);
    expect(read.orders.map(({ accountId }) => accountId)).toEqual(['a-1', 'a-3']);
    expect(read.unanswered).toMatchObject([
      {
        ...{ kind: 'order_unanswered', accountId: 'a-2', partnerId: 'p-1' },
        what: expect.stringContaining('an unreadable body'),
      },
    ]);
  });
  it('are none when it is our own fault', async () => {
    await expect(readOrders(ledger(new TypeError('ours')), books)).rejects.toThrow('ours');
  });
});
