import type { From } from '#read-models/table-reader.js';
import type { PeriodSums } from '../ledger/period-sums.js';
import { OPEN, type PeriodRow, accountTable, periodTable, sumTable } from './settlement.tables.js';

/** Returns a period of a partner, or null. */
export const periodIn = async (
  from: From,
  partnerId: string,
  id: string,
): Promise<PeriodRow | null> => {
  const [period = null] = await from(periodTable).find(partnerId, { where: { id } });
  return period;
};

/** Above this number, all periods are read, because an SQL statement limits its values. */
const NAMED_AT_ONCE = 1_000;

/** Returns the sums of these periods by id. Periods without lines are missing. */
export const sumsIn = async (
  from: From,
  partnerId: string,
  periods: readonly PeriodRow[],
): Promise<ReadonlyMap<string, PeriodSums>> => {
  const names = new Map(periods.map((each) => [each.cutPosition === null ? OPEN : each.id, each]));
  if (names.size === 0) return new Map();
  const where = names.size > NAMED_AT_ONCE ? {} : { period: [...names.keys()] };
  const rows = await from(sumTable).find(partnerId, { where });
  return new Map(rows.map(({ period, ...sums }) => [names.get(period)?.id ?? '', sums]));
};

export const accountIn = async (from: From, partnerId: string) => {
  const [account = null] = await from(accountTable).find(partnerId, {});
  return account;
};
