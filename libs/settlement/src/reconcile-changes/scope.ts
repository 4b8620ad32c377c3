import { parseDepositEvent } from '#funding';
import { isUuid } from '#platform/core/ids.js';
import { type EventLog, unopened } from '#platform/event-store/event-log.js';
import { categoryOf } from '#platform/event-store/stream.js';
import { walkLog } from '#platform/event-store/walk-log.js';
import { parseBookEvent } from '../book/book.events.js';
import { periodId } from '../book/book.state.js';
import type { Difference } from '../reconcile/difference.js';
import type { BrokerLists } from './broker-lists.js';

/** What is compared: ids of ours, and the broker's of journals and accounts. */
export type Scope = {
  readonly deposits: Set<string>;
  readonly orders: Set<string>;
  readonly journals: Set<string>;
  readonly brokerOrders: Set<string>;
  readonly accounts: Set<string>;
  /** Those of them that differed: the broker's lists say too little of an account to tell. */
  readonly differingAccounts: Set<string>;
  /** Users whose account changed in the log. */
  readonly users: Set<string>;
  /** By partner, ids of periods. */
  readonly periods: Map<string, Set<string>>;
};

export const emptyScope = (): Scope => ({
  deposits: new Set(),
  orders: new Set(),
  journals: new Set(),
  brokerOrders: new Set(),
  accounts: new Set(),
  differingAccounts: new Set(),
  users: new Set(),
  periods: new Map(),
});

/** What changed in the log after a position, and the position of the last event. */
export const readLogChanges = async (log: EventLog, after: bigint | null) => {
  const scope = emptyScope();
  let until = after;
  for await (const { stream, type, data, metadata, position } of walkLog(unopened(log), after)) {
    until = position;
    const category = categoryOf(stream);
    const id = stream.slice(category.length + 1);
    if (category === 'deposit') {
      scope.deposits.add(id);
      for (const each of givenUpIn(type, data)) scope.journals.add(each);
    }
    if (category === 'order') scope.orders.add(id);
    if (category === 'profile') scope.users.add(id);
    if (category !== 'settlement') continue;
    const { partnerId } = metadata;
    const touched = periodsOf(scope, partnerId);
    for (const number of numbersOf(type, data)) touched.add(periodId(partnerId, number));
  }
  return { scope, until };
};

/** So that what was found is looked at again. */
export const addDifferences = (
  scope: Scope,
  differences: readonly (Omit<Difference, 'kind' | 'what'> & { readonly kind: string })[],
): void => {
  for (const each of differences) {
    if (each.depositId !== null) scope.deposits.add(each.depositId);
    if (each.orderId !== null) scope.orders.add(each.orderId);
    if (each.journalId !== null) scope.journals.add(each.journalId);
    if (each.brokerOrderId !== null) scope.brokerOrders.add(each.brokerOrderId);
    if (each.accountId !== null && /^(account|event)_/.test(each.kind)) {
      scope.accounts.add(each.accountId);
      scope.differingAccounts.add(each.accountId);
    }
    if (each.partnerId === null) continue;
    const touched = periodsOf(scope, each.partnerId);
    if (each.settlementId !== null) touched.add(each.settlementId);
  }
};

/** When journals were made; null: until now. */
export type Made = { readonly from: string; readonly until: string | null };

/** What the broker tells of, and journals that were made at that time whether told of or not. */
export const addLists = (scope: Scope, lists: BrokerLists, { from, until }: Made): void => {
  const created = [...lists.journals.values()].filter(
    ({ createdAt }) =>
      createdAt === null || (createdAt >= from && (until === null || createdAt < until)),
  );
  for (const { id, journalKey } of [...lists.toldJournals, ...created]) {
    scope.journals.add(id);
    if (journalKey !== null) scope.deposits.add(journalKey);
  }
  for (const id of lists.unread) scope.journals.add(id);
  for (const { id, clientOrderId } of lists.orders.values()) {
    scope.brokerOrders.add(id);
    if (isUuid(clientOrderId)) scope.orders.add(clientOrderId);
  }
  for (const id of lists.accounts.keys()) scope.accounts.add(id);
};

export const periodsOf = ({ periods }: Scope, partnerId: string): Set<string> => {
  const known = periods.get(partnerId) ?? new Set<string>();
  periods.set(partnerId, known);
  return known;
};

/** Journals that a deposit no longer counts: they may be nobody's now. None where nobody can read the event. */
const givenUpIn = (type: string, data: unknown): readonly string[] => {
  if (!ADJUSTING.has(type)) return [];
  try {
    const event = parseDepositEvent(type, data);
    if (event.type !== 'DepositAdjusted' && event.type !== 'DepositReversed') return [];
    const { insteadOf, credits = [] } = event.data;
    const none = credits.filter(({ amountCents }) => amountCents === 0n);
    return [
      ...none.map(({ journalId }) => journalId),
      ...(insteadOf === undefined ? [] : [insteadOf]),
    ];
  } catch {
    return [];
  }
};

/** The others are not parsed: there may be a million in a night. */
const ADJUSTING: ReadonlySet<string> = new Set(['DepositAdjusted', 'DepositReversed']);

/** None where nobody can read the event: it is named when the book is folded. */
const numbersOf = (type: string, data: unknown): readonly number[] => {
  try {
    return numbersIn(parseBookEvent(type, data));
  } catch {
    return [];
  }
};

const numbersIn = (event: ReturnType<typeof parseBookEvent>): readonly number[] => {
  switch (event.type) {
    case 'SettlementCutOffReached':
      return [event.data.number, event.data.next.number];
    case 'SettlementPeriodClosed':
    case 'SettlementPeriodSettled':
    case 'SettlementPeriodOverdue':
    case 'SettlementPeriodReopened':
      return [event.data.number];
    case 'SettlementTransferMatched':
    case 'SettlementTransferReversed':
      return event.data.matches.map(({ number }) => number);
    case 'SettlementScheduleChanged':
    case 'SettlementBroughtForward':
      return [];
  }
};
