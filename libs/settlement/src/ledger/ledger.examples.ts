import { cents } from '#kernel/money.js';
import { DEFAULT_SCHEDULE, type Schedule } from '../schedule/schedule.js';
import type { LedgerEvent } from './ledger.events.js';
import {
  type SettlementLedger,
  type OpenLedger,
  ledgers,
  firstPeriod,
  periodId,
} from './ledger.state.js';
import type { Totals } from './period.decide.js';

/** Canonical examples for specs: a partner created on a Monday, and its periods. */
export const partnerId = '5e03d1dc-4835-5f63-924a-3ee3635c9332';
export const created = '2026-03-16T09:00:00.000Z';
export const midnight = '2026-03-17T00:00:00.000Z';
export const fridays: Schedule = { ...DEFAULT_SCHEDULE, cutOff: '17:00', every: 'week', on: 'fri' };

/** The ledger after these events, as `LedgerStore` gives it to decisions. */
export const ledgerOf = (...events: LedgerEvent[]): OpenLedger => {
  const ledger = events.reduce<SettlementLedger>(ledgers.evolve, ledgers.initial);
  return { ...ledger, partnerId, open: ledger.open ?? firstPeriod(partnerId, created) };
};

export const totals = (gross: number, adjustments = 0): Totals => ({
  position: '7',
  count: gross === 0 ? 0 : 1,
  grossCents: cents(gross),
  feeCents: cents(0),
  adjustmentCount: adjustments === 0 ? 0 : 1,
  adjustmentCents: cents(adjustments),
  withdrawalCount: 0,
  withdrawalGrossCents: cents(0),
  withdrawalFeeCents: cents(0),
  commissionCount: 0,
  commissionCents: cents(0),
  dueCents: cents(gross + adjustments),
  linesDigest: '42',
});

/** One step in the history of an example: the events that a decision adds to a ledger. */
export type Step = (ledger: OpenLedger) => readonly LedgerEvent[];

export const after = (...steps: Step[]): OpenLedger =>
  ledgerOf(
    ...steps.reduce<LedgerEvent[]>((events, step) => [...events, ...step(ledgerOf(...events))], []),
  );

export const id = (number: number): string => periodId(partnerId, number);
