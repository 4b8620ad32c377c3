import type { LedgerEvent } from './ledger.events.js';
import { type SettlementLedger, type OpenLedger, ledgers } from './ledger.state.js';

const EVENTS_TO_READ_MAX = 40;

/** Returns the decided events. Appends a snapshot of the ledger once reading it takes long. */
export const withSnapshot = (
  ledger: OpenLedger,
  events: readonly LedgerEvent[],
  now: Date,
): readonly LedgerEvent[] => {
  const { length, open, ...after } = events.reduce<SettlementLedger>(ledgers.evolve, ledger);
  if (events.length === 0 || length < EVENTS_TO_READ_MAX || open === null) return events;
  const { nextSchedule, partnerId, creditCents } = after;
  const [closing, unsettled] = [[...after.closing], [...after.unsettled]];
  const at = now.toISOString();
  const data = { partnerId, open, nextSchedule, closing, unsettled, creditCents, at };
  return [...events, { type: 'SettlementBroughtForward', data }];
};
