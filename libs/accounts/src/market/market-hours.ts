import type { MarketClock, TradingDay } from '#broker/broker-views.js';

/**
 * Returns whether the market is open at a later time while the broker is unavailable. The state
 * holds until the next close or opening that the broker reported.
 */
export const isOpenAt = ({ isOpen, opensAt, closesAt }: MarketClock, now: Date): boolean => {
  const [nowMs, opensAtMs, closesAtMs] = [now.getTime(), Date.parse(opensAt), Date.parse(closesAt)];
  return isOpen ? nowMs < closesAtMs : nowMs >= opensAtMs && nowMs < closesAtMs;
};

/** Time in ms from which the broker reports another clock. */
export const nextChangeMs = ({ isOpen, opensAt, closesAt }: MarketClock): number =>
  Date.parse(isOpen ? closesAt : opensAt);

/** Days from `from` to `to`, both included. Days must be sorted. */
export const daysBetween = (
  days: readonly TradingDay[],
  from: string,
  to: string,
): readonly TradingDay[] => days.filter(({ date }) => date >= from && date <= to);
