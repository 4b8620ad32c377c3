import { deposits } from '#funding/deposit/deposit.state.js';
import { traderProfiles } from '#onboarding/trader-profile/trader-profile.state.js';
import { orders } from '#orders/order/order.state.js';
import { partners } from '#auth/partner/partner.state.js';
import { type EventLog, unopened } from '#kernel/event-store/event-log.js';
import { readAll } from '#kernel/event-store/read-all.js';
import { categoryOf } from '#kernel/event-store/stream.js';
import { ledgers } from '#settlement/ledger/ledger.state.js';
import { transfers } from '#settlement/transfer/transfer.state.js';
import type { RecordedDifference } from '../reconciliation/reconciliation.state.js';

/** Ids of the objects that a run compares. */
export type Scope = {
  readonly deposits: Set<string>;
  readonly orders: Set<string>;
  readonly users: Set<string>;
  readonly transfers: Set<string>;
  /** Partners with a changed deposit or ledger. */
  readonly partners: Set<string>;
  /** The broker's ids. */
  readonly journals: Set<string>;
  readonly brokerOrders: Set<string>;
  readonly accounts: Set<string>;
  /** Objects of known differences: a run reads their records at the broker again. */
  readonly known: Set<string>;
  readonly periods: Set<string>;
  /** The changes of the log end here; null for an empty log. */
  logUntil: bigint | null;
};

/** Reads the objects that changed in the log after a position. */
export const scopeOfLog = async (log: EventLog, after: bigint | null): Promise<Scope> => {
  const scope = emptyScope(after);
  const sets = new Map([
    [deposits.category, scope.deposits],
    [orders.category, scope.orders],
    [traderProfiles.category, scope.users],
    [transfers.category, scope.transfers],
  ]);
  for await (const { stream, data, metadata, position } of readAll(unopened(log), after)) {
    scope.logUntil = position;
    const category = categoryOf(stream);
    sets.get(category)?.add(stream.slice(category.length + 1));
    if (WITH_TOTALS.has(category) || (category === partners.category && after === null))
      scope.partners.add(metadata.partnerId);
    if (category === ledgers.category) for (const id of periodIdsIn(data)) scope.periods.add(id);
  }
  return scope;
};

/** Periods that an event of a ledger changes, readable or not. */
const periodIdsIn = (data: unknown): readonly string[] => {
  const { periodId, matches } = (data ?? {}) as { periodId?: string; matches?: unknown };
  const paid = Array.isArray(matches) ? (matches as readonly { periodId: string }[]) : [];
  return [...(periodId === undefined ? [] : [periodId]), ...paid.map((each) => each.periodId)];
};

const WITH_TOTALS = new Set([deposits.category, orders.category, ledgers.category]);

export const emptyScope = (logUntil: bigint | null): Scope => ({
  ...{ deposits: new Set(), orders: new Set(), users: new Set(), transfers: new Set() },
  ...{ partners: new Set(), journals: new Set(), brokerOrders: new Set(), accounts: new Set() },
  ...{ known: new Set(), periods: new Set(), logUntil },
});

/** A run compares the objects of known differences, changed or not. */
export const addKnown = (scope: Scope, known: readonly RecordedDifference[]): void => {
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
    for (const [id, set] of ids) {
      if (id === null) continue;
      set.add(id);
      scope.known.add(id);
    }
  }
};
