import { type Service, call } from '../support/service.js';
import type { PartnerServer } from './partner-server.js';
import { type Ledger, type LoggedEvent, toCents } from './books.js';
import { type Violation, different } from './violation.js';

type Period = { count: number; gross: bigint; fees: bigint; adjustments: bigint };

/** Per partner and period: the log's own deposits = the totals served; per partner = the ledger. */
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
      const shown = served[i] === undefined ? 'nothing' : text(fromServed(served[i]));
      if (shown !== text(period))
        faults.push(
          different(`${partnerId} period ${i + 1}: ${text(period)} in the log, ${shown} served`),
        );
    }
    faults.push(...checkLedger(partnerId, mine, ledger));
  }
  return faults;
};

type Served = { count: number; gross: string; fees: string; adjustments: string };

const fromServed = ({ count, gross, fees, adjustments }: Served): Period => ({
  count,
  gross: toCents(gross),
  fees: toCents(fees),
  adjustments: toCents(adjustments),
});

const text = ({ count, gross, fees, adjustments }: Period): string =>
  `${count} deposits, ${gross} gross, ${fees} fees, ${adjustments} adjustments (cents)`;

const periodsOf = (log: readonly LoggedEvent[]): readonly Period[] => {
  const empty = (): Period => ({ count: 0, gross: 0n, fees: 0n, adjustments: 0n });
  const periods = [empty()];
  for (const { type, data } of log) {
    const period = periods[periods.length - 1]!;
    const amount = BigInt(data['amountCents'] ?? 0);
    if (type === 'SettlementCutOffReached') periods.push(empty());
    if (type === 'DepositCompleted' || type === 'DepositCompletedLate') {
      period.count += 1;
      period.gross += amount;
      period.fees += BigInt(data['feeCents'] ?? 0);
    }
    if (type === 'DepositAdjusted') period.adjustments += amount;
    if (type === 'DepositReversed') period.adjustments -= amount;
  }
  return periods;
};

/** By account, since others may have moved money under names of their own. */
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
    return sum + sign * (BigInt(data['amountCents'] ?? 0) - BigInt(data['feeCents'] ?? 0));
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

/** Whether the service answers at all. */
export const isUp = async ({ api }: Service): Promise<boolean> =>
  (await call(api, 'GET', '/health/ready').catch(() => null))?.status === 200;
