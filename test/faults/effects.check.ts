import type { Ledger, LoggedEvent } from './ledgers.js';
import { checkIdentities } from './identities.check.js';
import { grouped, names, streams } from './streams.js';
import { type Violation, different, doubled, lost, open } from './violation.js';

const FINAL_ORDERS: Readonly<Record<string, string>> = {
  OrderFilled: 'filled',
  OrderCanceled: 'canceled',
  OrderRejected: 'rejected',
  OrderExpired: 'expired',
};

/**
 * Compares accounts, journals and orders of log and broker in both directions. Each effect must exist
 * once at the broker, be requested once, and end as the log says. Also reports open effects.
 */
export const checkEffects = (log: readonly LoggedEvent[], ledger: Ledger): readonly Violation[] => [
  ...checkRepeats(log, ledger),
  ...checkJournals(log, ledger),
  ...checkOrders(log, ledger),
  ...checkAccounts(log, ledger),
  ...checkIdentities(log),
];

/** Reports repeated sends. The broker recognizes repeated ids, but the service must not rely on it. */
const checkRepeats = (log: readonly LoggedEvent[], { repeats }: Ledger): Violation[] =>
  repeats.map(({ kind, key, count }) => {
    const told = log
      .filter(({ id }) => id === key)
      .map(({ type, data }) => `${type} ${data['at']}`);
    return doubled(
      `${kind} ${key}: sent again ${count} times after it was there; ${told.join(', ')}`,
    );
  });

const checkJournals = (log: readonly LoggedEvent[], { journals }: Ledger): Violation[] => {
  const faults: Violation[] = [];
  // Third-party journals lack a key of the service. The check of the sums includes them.
  const ours = journals.filter(({ idempotencyKey }) => idempotencyKey !== null);
  const byKey = grouped(ours, ({ idempotencyKey }) => idempotencyKey ?? '');
  const deposits = streams(log, 'deposit');
  for (const [id, events] of deposits) {
    const found = byKey.get(id) ?? [];
    byKey.delete(id);
    if (found.length > 1)
      faults.push(doubled(`deposit ${id}: ${found.length} journals at the broker`));
    const wanted = journalState(events);
    const [journal] = found;
    const state =
      journal === undefined ? 'none' : journal.reversedAt !== null ? 'reversed' : journal.status;
    const told = `deposit ${id}: ${names(events)} in the log, ${state} at the broker`;
    if (wanted.length === 0) faults.push(open(told));
    else if (!wanted.includes(state)) faults.push(different(told));
  }
  for (const [key, { length }] of byKey)
    faults.push(lost(`${length} journals under ${key}, which is no deposit in the log`));
  return [...faults, ...checkReservations(log, deposits), ...checkCash(log, deposits)];
};

/** Each reservation must become a deposit, and a failed deposit must release its reservation. */
const checkReservations = (
  log: readonly LoggedEvent[],
  deposits: ReadonlyMap<string, readonly LoggedEvent[]>,
): Violation[] => {
  const ids = (wanted: string) =>
    log.filter(({ type }) => type === wanted).map(({ data }) => data['depositId'] ?? '');
  const released = new Set(ids('DailyFundingReleased'));
  const hasFailed = (id: string) => deposits.get(id)?.at(-1)?.type === 'DepositFailed';
  return ids('DailyFundingReserved').flatMap((id) => {
    if (!deposits.has(id)) return open(`deposit ${id}: reserved and not made`);
    if (!hasFailed(id) || released.has(id)) return [];
    return open(`deposit ${id}: failed and still reserved`);
  });
};

/** The ends of withdrawals, and the release of the reserved cash. */
const WITHDRAWAL_ENDS: Readonly<Record<string, string>> = {
  DepositCompleted: 'executed',
  DepositCompletedLate: 'executed',
  DepositFailed: 'released',
  DepositCanceled: 'released',
};

/** Each reservation must become a withdrawal, and holds cash until the withdrawal ends. */
const checkCash = (
  log: readonly LoggedEvent[],
  deposits: ReadonlyMap<string, readonly LoggedEvent[]>,
): Violation[] => {
  const ends = new Map(
    log
      .filter(({ type }) => type === 'WithdrawalReservationEnded')
      .map(({ data }) => [data['depositId'], data['end']]),
  );
  const reserved = log.filter(({ type }) => type === 'WithdrawalReserved');
  return reserved.flatMap(({ data: { depositId: id = '' } }) => {
    const events = deposits.get(id);
    if (events === undefined) return open(`withdrawal ${id}: reserved and not made`);
    const last = events.findLast(({ type }) => type in WITHDRAWAL_ENDS);
    const end = last === undefined ? undefined : WITHDRAWAL_ENDS[last.type];
    return ends.get(id) === end ? [] : open(`withdrawal ${id}: ${names(events)}, still reserved`);
  });
};

const CHANGES = new Set(['DepositAdjusted', 'DepositReversed']);

/** Returns the allowed states at the broker for the end of a deposit; empty for an open deposit. */
const journalState = (events: readonly LoggedEvent[]): readonly string[] => {
  const types = events.map(({ type }) => type);
  // A mirror journal reverses the original journal, a correction replaces it.
  if (types.some((type) => CHANGES.has(type))) return ['executed', 'reversed'];
  // A correction above the requested amount is recorded but not booked.
  if (types.includes('DepositJournalsRecorded')) return ['executed', 'reversed'];
  if (types.includes('DepositCompletedLate')) return ['executed', 'none'];
  if (types.includes('DepositCompleted')) return ['executed'];
  if (types.includes('DepositCanceled')) return ['none'];
  // A journal that was executed and reversed between two polls did not move money, so it has failed.
  if (types.includes('DepositFailed')) return ['rejected', 'none', 'reversed'];
  if (types.at(-1) === 'DepositDelayed') return ['none'];
  return [];
};

const checkOrders = (log: readonly LoggedEvent[], { orders }: Ledger): Violation[] => {
  const faults: Violation[] = [];
  const byKey = grouped(orders, ({ clientOrderId }) => clientOrderId);
  for (const [id, events] of streams(log, 'order')) {
    const found = byKey.get(id) ?? [];
    byKey.delete(id);
    if (found.length > 1) faults.push(doubled(`order ${id}: ${found.length} orders at the broker`));
    const state = found[0]?.status ?? 'none';
    const end = events.findLast(({ type }) => type in FINAL_ORDERS || type === 'OrderCorrected');
    const waits = events.some(({ data }) => data['symbol'] === 'SLOW');
    const isAccepted = events.some(({ type }) => type === 'OrderAccepted');
    const isCanceled = events.some(({ type }) => type === 'OrderCancelRequested');
    const told = `order ${id}: ${names(events)} in the log, ${state} at the broker`;
    const [logged, held] = [filledIn(events), filledAt(found[0])];
    if (logged !== held)
      faults.push(different(`order ${id}: filled ${logged} in the log, ${held} at the broker`));
    if (end === undefined) {
      const mayWait = waits && !isCanceled && isAccepted;
      if (!mayWait) faults.push(open(told));
    } else if (state !== (found.length === 0 && !isAccepted ? 'none' : endOf(end)))
      faults.push(different(told));
  }
  for (const [key, { length }] of byKey)
    faults.push(lost(`${length} orders under ${key}, which is no order in the log`));
  return faults;
};

/** Returns a text to compare: billionths, and the average price with four decimals. */
const filledIn = (events: readonly LoggedEvent[]): string => {
  const told = events.findLast(({ data }) => data['filledBillionths'] !== undefined)?.data ?? {};
  return filledText(BigInt(told['filledBillionths'] ?? 0), told['averagePrice'] ?? null);
};

const filledAt = (order: Ledger['orders'][number] | undefined): string =>
  filledText(toBillionths(order?.filledQty ?? '0'), order?.filledAvgPrice ?? null);

const filledText = (billionths: bigint, price: string | null): string =>
  billionths === 0n ? 'nothing' : `${billionths} billionths for ${Number(price).toFixed(4)}`;

const endOf = ({ type, data }: LoggedEvent): string | undefined =>
  FINAL_ORDERS[type] ?? data['status'];

const toBillionths = (decimal: string): bigint => {
  const [whole = '0', part = ''] = decimal.split('.');
  return BigInt(whole + part.padEnd(9, '0'));
};

const checkAccounts = (log: readonly LoggedEvent[], { accounts }: Ledger): Violation[] => {
  const faults: Violation[] = [];
  for (const [email, { length }] of grouped(accounts, ({ email }) => email))
    if (length > 1) faults.push(doubled(`${length} accounts for ${email}`));
  const opened = new Set<string>();
  for (const [userId, events] of streams(log, 'profile')) {
    const accountId = events.find(({ type }) => type === 'BrokerAccountOpened')?.data['accountId'];
    const refused = events.some(({ type }) => type === 'BrokerAccountRefused');
    if (accountId === undefined && !refused)
      faults.push(open(`profile ${userId}: ${names(events)}`));
    if (accountId === undefined) continue;
    opened.add(accountId);
    const said = events.findLast(({ data }) => data['status'] !== undefined)?.data ?? {};
    const account = accounts.find(({ id }) => id === accountId);
    const [logged, found] = [said, account ?? { status: 'none' }].map(standingOf);
    if (logged !== found)
      faults.push(different(`profile ${userId}: ${logged} in the log, ${found} at the broker`));
  }
  for (const { id, email } of accounts)
    if (!opened.has(id)) faults.push(lost(`account ${id} of ${email} is nobody’s in the log`));
  return faults;
};

type Standing = { readonly status?: string | undefined; readonly blocks?: unknown };

const standingOf = ({ status, blocks }: Standing): string =>
  [status, ...(Array.isArray(blocks) ? blocks : [])].join(' ');
