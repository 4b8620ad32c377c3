import { billionthsToDecimal, centsToDecimal } from '#kernel/money.js';
import type { Broker } from '../broker/broker.js';
import type { HeldBy } from '../broker/holdings.js';
import type { Journal } from '../broker/journal-table.js';
import { type Order, orderBody } from '../broker/order.wire.js';
import type { Persons } from '../identity/persons.js';
import { ownerFinder } from './owner-of-account.js';

/** The broker's ledger, for comparisons. */
export const ledgerOf = (broker: Broker, persons: Persons) => {
  const ownerOf = ownerFinder(persons.identities());
  return {
    accounts: broker.accounts.all().map((account) => ({
      id: account.id,
      accountNumber: account.number,
      externalId: ownerOf(account),
      email: account.application.contact.email_address,
      status: account.status,
      blocks: account.blocks,
    })),
    journals: broker.journals.table.all().map(journalLine),
    orders: broker.orders.table.all().map(orderLine),
    positions: broker.holdings.everyPosition().map(positionLine),
    balances: Object.fromEntries(
      broker.cash.all().map(({ id, total }) => [id, centsToDecimal(total)]),
    ),
  };
};

const positionLine = ({ accountId, symbol, quantity, cost }: HeldBy) => ({
  accountId,
  symbol,
  qty: billionthsToDecimal(quantity),
  cost: centsToDecimal(cost),
});

export const journalLine = (journal: Journal) => ({
  id: journal.id,
  idempotencyKey: journal.idempotencyKey,
  from: journal.from,
  to: journal.to,
  amount: centsToDecimal(journal.amount),
  status: journal.status,
  createdAt: journal.createdAt,
  reversedAt: journal.reversedAt,
});

export const orderLine = (order: Order) => ({
  id: order.id,
  clientOrderId: order.clientOrderId,
  accountId: order.accountId,
  symbol: order.symbol,
  side: order.side,
  qty: order.askedQuantity === null ? null : billionthsToDecimal(order.askedQuantity),
  notional: order.notional === null ? null : centsToDecimal(order.notional),
  filledQty: billionthsToDecimal(order.filledQuantity),
  filledAvgPrice: orderBody(order).filled_avg_price,
  status: order.status,
});
