import type { Ledger, LoggedEvent } from './books.js';

type Last = Pick<LoggedEvent, 'type' | 'data'>;

const FINAL_ORDERS: Readonly<Record<string, string>> = {
  OrderFilled: 'filled',
  OrderCanceled: 'canceled',
  OrderRejected: 'rejected',
  OrderExpired: 'expired',
};

/**
 * Every effect once at the broker, and ended as the log says: accounts, journals and orders, each
 * compared from both sides. Also tells what has no outcome yet.
 */
export const checkEffects = (log: readonly LoggedEvent[], ledger: Ledger): readonly string[] => [
  ...checkJournals(log, ledger),
  ...checkOrders(log, ledger),
  ...checkAccounts(log, ledger),
  ...checkOnboardings(log),
];

const checkJournals = (log: readonly LoggedEvent[], { journals }: Ledger): string[] => {
  const faults: string[] = [];
  const byKey = grouped(journals, ({ idempotencyKey }) => idempotencyKey ?? '(none)');
  const deposits = streams(log, 'deposit');
  for (const [id, events] of deposits) {
    const found = byKey.get(id) ?? [];
    byKey.delete(id);
    if (found.length > 1) faults.push(`deposit ${id}: ${found.length} journals at the broker`);
    const wanted = journalState(events);
    const [journal] = found;
    const state =
      journal === undefined ? 'none' : journal.reversedAt !== null ? 'reversed' : journal.status;
    if (!wanted.includes(state))
      faults.push(`deposit ${id}: ${names(events)} in the log, ${state} at the broker`);
  }
  for (const [key, { length }] of byKey)
    faults.push(`${length} journals under ${key}, which is no deposit in the log`);
  for (const [, events] of streams(log, 'dailyFunding'))
    for (const { type, data } of events)
      if (type === 'DailyFundingReserved' && !deposits.has(data['depositId'] ?? ''))
        faults.push(`deposit ${data['depositId']}: reserved and not made`);
  return faults;
};

/** What the broker may show of a deposit that ended so; nothing for one that has not ended. */
const journalState = (events: readonly Last[]): readonly string[] => {
  const types = events.map(({ type }) => type);
  if (types.includes('DepositReversed')) return ['reversed'];
  if (types.includes('DepositCompleted')) return ['executed'];
  // One that was executed and taken back between two looks moved no money, and has failed.
  if (types.includes('DepositFailed')) return ['rejected', 'none', 'reversed'];
  if (types.at(-1) === 'DepositDelayed') return ['none'];
  return [];
};

const checkOrders = (log: readonly LoggedEvent[], { orders }: Ledger): string[] => {
  const faults: string[] = [];
  const byKey = grouped(orders, ({ clientOrderId }) => clientOrderId);
  for (const [id, events] of streams(log, 'order')) {
    const found = byKey.get(id) ?? [];
    byKey.delete(id);
    if (found.length > 1) faults.push(`order ${id}: ${found.length} orders at the broker`);
    const state = found[0]?.status ?? 'none';
    const end = [...events].reverse().find(({ type }) => type in FINAL_ORDERS);
    const waits = events.some(({ data }) => data['symbol'] === 'SLOW');
    const isAccepted = events.some(({ type }) => type === 'OrderAccepted');
    const isCanceled = events.some(({ type }) => type === 'OrderCancelRequested');
    if (end === undefined) {
      const mayWait = waits && !isCanceled && isAccepted;
      if (!mayWait) faults.push(`order ${id}: ${names(events)} in the log, ${state} at the broker`);
    } else if (state !== (found.length === 0 && !isAccepted ? 'none' : FINAL_ORDERS[end.type]))
      faults.push(`order ${id}: ${names(events)} in the log, ${state} at the broker`);
  }
  for (const [key, { length }] of byKey)
    faults.push(`${length} orders under ${key}, which is no order in the log`);
  return faults;
};

const checkAccounts = (log: readonly LoggedEvent[], { accounts }: Ledger): string[] => {
  const faults: string[] = [];
  for (const [email, { length }] of grouped(accounts, ({ email }) => email))
    if (length > 1) faults.push(`${length} accounts for ${email}`);
  const opened = new Set<string>();
  for (const [userId, events] of streams(log, 'profile')) {
    const accountId = events.find(({ type }) => type === 'BrokerAccountOpened')?.data['accountId'];
    const refused = events.some(({ type }) => type === 'BrokerAccountRefused');
    if (accountId === undefined && !refused) faults.push(`profile ${userId}: ${names(events)}`);
    if (accountId === undefined) continue;
    opened.add(accountId);
    const said = events.map(({ data }) => data['status']).filter((one) => one !== undefined);
    const status = accounts.find(({ id }) => id === accountId)?.status ?? 'none';
    if (said.at(-1) !== status)
      faults.push(`profile ${userId}: ${said.at(-1)} in the log, ${status} at the broker`);
  }
  for (const { id, email } of accounts)
    if (!opened.has(id)) faults.push(`account ${id} of ${email} is nobody’s in the log`);
  return faults;
};

const checkOnboardings = (log: readonly LoggedEvent[]): string[] => {
  const profiles = streams(log, 'profile');
  return [...streams(log, 'onboarding')].flatMap(([userId, events]) => {
    const types = events.map(({ type }) => type);
    if (types.includes('OnboardingPassed'))
      return profiles.has(userId) ? [] : [`onboarding ${userId}: passed, and no profile`];
    return types.includes('OnboardingReported') ? [`onboarding ${userId}: ${names(events)}`] : [];
  });
};

const streams = (log: readonly LoggedEvent[], category: string) =>
  grouped(
    log.filter((event) => event.category === category),
    ({ id }) => id,
  );

const grouped = <Item>(items: readonly Item[], keyOf: (item: Item) => string) => {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};

const names = (events: readonly Last[]): string => events.map(({ type }) => type).join(' → ');
