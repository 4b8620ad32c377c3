import type { From } from '#platform/read-store/table-reader.js';
import type { PeriodSums } from '../book/period-sums.js';
import { OPEN, type PeriodRow, accountTable, periodTable, sumTable } from './settlement.tables.js';

/** A period of a partner; null when there is none of this id. */
export const periodIn = async (
  from: From,
  partnerId: string,
  id: string,
): Promise<PeriodRow | null> => {
  const [period = null] = await from(periodTable).find(partnerId, { where: { id } });
  return period;
};

/** Of more, those of all the partner's periods are read: a statement takes so many values only. */
const NAMED_AT_ONCE = 1_000;

/** What the lines of these periods add up to, by id; those without a line are missing. */
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
