import type { SettlementView } from '#settlement';

const MINUTES = 'YYYY-MM-DDTHH:MM'.length;

/** A period as one line of a terminal; the rest of its totals are for programs. */
export const periodRow = (period: SettlementView) => ({
  settlement: period.id,
  status: period.status,
  ends: period.cutOffAt.slice(0, MINUTES).replace('T', ' '),
  deposits: period.count,
  due: period.due,
  outstanding: period.outstanding,
  'in flight': period.inFlight.count === 0 ? '' : period.inFlight.amount,
});
