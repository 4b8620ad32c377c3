import { type Service, call } from '../support/service.js';
import type { PartnerServer } from './partner-server.js';
import { type Ledger, type LoggedEvent, toCents } from './ledgers.js';
import { type Violation, different } from './violation.js';

type Period = {
  count: number;
  gross: bigint;
  fees: bigint;
  adjustments: bigint;
  withdrawals: number;
  withdrawn: bigint;
};

/** Requires that the deposits of the log equal the API's totals of each period, and the ledger of each partner. */
export const checkSums = async (
  servers: readonly PartnerServer[],
  log: readonly LoggedEvent[],
  ledger: Ledger,
): Promise<readonly Violation[]> => {
  const faults: Violation[] = [];
  for (const server of servers) {
    const { partnerId } = server;
    const mine = log.filter((event) => event.partnerId === partnerId);
    const periods = periodsOf(mine);
    const { body } = await server.send('GET', '/v1/settlements?limit=1000');
    const served = [...(body['settlements'] as Served[])].reverse();
    if (served.length !== periods.length)
      faults.push(
        different(`${partnerId}: ${periods.length} periods in the log, ${served.length} served`),
      );
    for (const [i, period] of periods.entries()) {
      const shown = served[i] === undefined ? 'nothing' : text(fromActive(served[i]));
      if (shown !== text(period))
        faults.push(
          different(`${partnerId} period ${i + 1}: ${text(period)} in the log, ${shown} served`),
        );
    }
    faults.push(...checkLedger(partnerId, mine, ledger));
  }
  return faults;
};

type Served = {
  count: number;
  gross: string;
  fees: string;
  adjustments: string;
  withdrawals: { count: number; gross: string };
};

const fromActive = ({ count, gross, fees, adjustments, withdrawals }: Served): Period => ({
  count,
  gross: toCents(gross),
  fees: toCents(fees),
  adjustments: toCents(adjustments),
  withdrawals: withdrawals.count,
  withdrawn: toCents(withdrawals.gross),
});

const text = ({ count, gross, fees, adjustments, withdrawals, withdrawn }: Period): string =>
  `${count} deposits, ${gross} gross, ${fees} fees, ${adjustments} adjustments, ${withdrawals} withdrawals, ${withdrawn} withdrawn (cents)`;

const periodsOf = (log: readonly LoggedEvent[]): readonly Period[] => {
  const empty = (): Period => ({
    ...{ count: 0, gross: 0n, fees: 0n, adjustments: 0n },
    ...{ withdrawals: 0, withdrawn: 0n },
  });
  const periods = [empty()];
  for (const { type, data } of log) {
    const period = periods[periods.length - 1]!;
    const amount = BigInt(data['amountCents'] ?? 0);
    const fee = BigInt(data['feeCents'] ?? 0);
    const isOut = data['direction'] === 'WITHDRAWAL';
    const due = isOut ? fee - amount : amount;
    if (type === 'SettlementCutOffReached') periods.push(empty());
    if (type === 'DepositCompleted' || type === 'DepositCompletedLate') {
      period.count += isOut ? 0 : 1;
      period.gross += isOut ? 0n : amount;
      period.fees += isOut ? 0n : fee;
      period.withdrawals += isOut ? 1 : 0;
      period.withdrawn += isOut ? amount : 0n;
    }
    if (type === 'DepositAdjusted') period.adjustments += due;
    if (type === 'DepositReversed') period.adjustments -= due;
  }
  return periods;
};

/** Sums by account, because third-party journals may have other names. */
const checkLedger = (
  partnerId: string,
  log: readonly LoggedEvent[],
  { journals }: Ledger,
): Violation[] => {
  const mine = new Set(
    log.flatMap(({ type, data }) => (type === 'DepositRequested' ? data['accountId'] : [])),
  );
  const kept = journals
    .filter(({ status, reversedAt }) => status === 'executed' && reversedAt === null)
    .reduce((sum, { from, to, amount }) => {
      if (mine.has(to)) return sum + toCents(amount);
      return mine.has(from) ? sum - toCents(amount) : sum;
    }, 0n);
  const credited = log.reduce((sum, { type, data }) => {
    const sign = SIGNS[type];
    if (sign === undefined) return sum;
    const amount = BigInt(data['amountCents'] ?? 0);
    const moved =
      data['direction'] === 'WITHDRAWAL' ? -amount : amount - BigInt(data['feeCents'] ?? 0);
    return sum + sign * moved;
  }, 0n);
  return credited === kept
    ? []
    : [different(`${partnerId}: ${credited} cents credited in the log, ${kept} at the broker`)];
};

const SIGNS: Readonly<Record<string, bigint>> = {
  DepositCompleted: 1n,
  DepositCompletedLate: 1n,
  DepositAdjusted: 1n,
  DepositReversed: -1n,
};

/** Returns whether the service responds. */
export const isUp = async ({ api }: Service): Promise<boolean> =>
  (await call(api, 'GET', '/health/ready').catch(() => null))?.status === 200;
