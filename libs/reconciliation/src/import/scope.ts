import { deposits } from '#funding/deposit/deposit.state.js';
import { traderProfiles } from '#onboarding/trader-profile/trader-profile.state.js';
import { orders } from '#orders/order/order.state.js';
import { partners } from '#auth/partner/partner.state.js';
import { type EventLog, unopened } from '#kernel/event-store/event-log.js';
import { catchUp } from '#kernel/event-store/catch-up.js';
import { categoryOf } from '#kernel/event-store/stream.js';
import { ledgers } from '#settlement/ledger/ledger.state.js';
import { transfers } from '#settlement/transfer/transfer.state.js';
import type { Window } from '../run/window.js';

/**
 * Sets of ids. `partners`: with a changed deposit or ledger. `journals`, `brokerOrders`, `accounts`:
 * the broker's ids. `known`: objects of known differences. A run reads their records again.
 */
const SETS = [
  ...(['deposits', 'orders', 'users', 'transfers', 'partners', 'periods'] as const),
  ...(['journals', 'brokerOrders', 'accounts', 'known'] as const),
] as const;

/** Ids of the objects that a run compares. */
export type Scope = Readonly<Record<(typeof SETS)[number], Set<string>>> & {
  /** The changes of the log end here; null for an empty log. */
  logUntil: bigint | null;
};

/** Returns the deposits of a period that closes, or else the changes of the log and known objects. */
export const scopeOf = async (log: EventLog, window: Window): Promise<Scope> => {
  const { logFrom, deposits: ofPeriod } = window;
  const sets = Object.fromEntries(SETS.map((name) => [name, new Set()])) as unknown as Scope;
  const scope = { ...sets, deposits: new Set(ofPeriod), logUntil: logFrom };
  if (ofPeriod !== undefined) return scope;
  await catchUp({ log: unopened(log), after: logFrom }, (events) => {
    for (const { stream, data, metadata, position } of events) {
      scope.logUntil = position;
      const category = categoryOf(stream);
      const changed = OF_CATEGORY.get(category);
      if (changed !== undefined) scope[changed].add(stream.slice(category.length + 1));
      if (WITH_TOTALS.has(category) || (category === partners.category && logFrom === null))
        scope.partners.add(metadata.partnerId);
      if (category === ledgers.category) for (const id of periodIdsIn(data)) scope.periods.add(id);
    }
  });
  addKnown(scope, window.known);
  return scope;
};

const OF_CATEGORY = new Map<string, (typeof SETS)[number]>([
  [deposits.category, 'deposits'],
  [orders.category, 'orders'],
  [traderProfiles.category, 'users'],
  [transfers.category, 'transfers'],
]);
const WITH_TOTALS = new Set([deposits.category, orders.category, ledgers.category]);

/** Periods that an event of a ledger changes, readable or not. */
const periodIdsIn = (data: unknown): readonly string[] => {
  const { periodId, matches } = (data ?? {}) as { periodId?: string; matches?: unknown };
  const paid = Array.isArray(matches) ? (matches as readonly { periodId: string }[]) : [];
  return [...(periodId === undefined ? [] : [periodId]), ...paid.map((each) => each.periodId)];
};

/** A run compares the objects of known differences, changed or not. */
const addKnown = (scope: Scope, known: Window['known']): void => {
  for (const each of known) {
    const ids = [
      [each.depositId, scope.deposits],
      [each.orderId, scope.orders],
      [each.journalId, scope.journals],
      [each.brokerOrderId, scope.brokerOrders],
      [/^(account|event|broker)_/.test(each.kind) ? each.accountId : null, scope.accounts],
      [/^(period|read)_/.test(each.kind) ? each.partnerId : null, scope.partners],
      [each.settlementId, scope.periods],
    ] as const;
    for (const [id, set] of ids) if (id !== null) [set, scope.known].forEach((one) => one.add(id));
  }
};
