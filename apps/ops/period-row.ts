import type { SettlementView } from '#settlement/settlement-periods/settlement.view.js';

const MINUTES = 'YYYY-MM-DDTHH:MM'.length;

/** Formats a period as a row for the terminal. Only JSON has all totals. */
export const periodRow = (period: SettlementView) => ({
  settlement: period.id,
  status: period.status,
  ends: period.cutOffAt.slice(0, MINUTES).replace('T', ' '),
  deposits: period.count,
  due: period.due,
  outstanding: period.outstanding,
  'in flight': period.inFlight.count === 0 ? '' : period.inFlight.amount,
});
