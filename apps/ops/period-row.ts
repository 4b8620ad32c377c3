import type { SettlementView } from '#settlement/settlement-periods/settlement.view.js';

const MINUTES = 'YYYY-MM-DDTHH:MM'.length;

/** A period as one row of a table in the terminal. JSON has all totals. */
export const periodRow = (period: SettlementView) => ({
  settlement: period.id,
  status: period.status,
  ends: period.cutOffAt.slice(0, MINUTES).replace('T', ' '),
  deposits: period.count,
  due: period.due,
  outstanding: period.outstanding,
  'in flight': period.inFlight.count === 0 ? '' : period.inFlight.amount,
});
