import { billionthsToDecimal, centsToDecimal } from '#kernel/money.js';
import type { Account } from '../broker/accounts.js';
import type { Broker } from '../broker/broker.js';
import type { HeldBy } from '../broker/holdings.js';
import type { Journal } from '../broker/journal-table.js';
import { type Order, orderBody } from '../broker/order.wire.js';
import type { Identities, Persons } from '../identity/persons.js';

/** Returns the broker's ledger, which tests compare with the service. */
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

/**
 * Returns a function that finds the external id of an account's owner. It compares e-mail and tax id
 * together, then each of them alone. Ambiguous matches do not count.
 */
const ownerFinder = (identities: readonly Identities[]) => {
  const owners = new Map<string, Set<string>>();
  const note = (key: string, externalId: string) =>
    owners.set(key, (owners.get(key) ?? new Set()).add(externalId));
  for (const { externalId, email, taxId } of identities) {
    note(bothKey(email, taxId), externalId);
    if (taxId !== '') note(`tax ${digitsOf(taxId)}`, externalId);
    if (email !== '') note(`mail ${email.toLowerCase()}`, externalId);
  }
  const single = (key: string): string | null => {
    const found = [...(owners.get(key) ?? [])];
    return found.length === 1 ? (found[0] ?? null) : null;
  };
  return ({ application: { contact, identity } }: Account): string | null =>
    single(bothKey(contact.email_address, identity.tax_id ?? '')) ??
    single(`tax ${digitsOf(identity.tax_id ?? '')}`) ??
    single(`mail ${contact.email_address.toLowerCase()}`);
};

const digitsOf = (taxId: string): string => taxId.replaceAll(/[^A-Za-z0-9]/g, '');
const bothKey = (email: string, taxId: string): string =>
  `both ${email.toLowerCase()} ${digitsOf(taxId)}`;
