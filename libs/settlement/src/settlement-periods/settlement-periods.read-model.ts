import type { PartnerEvent } from '#auth';
import type { DepositEvent } from '#funding';
import type { ReadModel } from '#platform/read-store/read-model.js';
import { type RowChange, insert, update } from '#platform/read-store/row-change.js';
import type { BookEvent } from '../book/book.events.js';
import { firstPeriod } from '../book/book.state.js';
import type { TransferEvent } from '../transfer/transfer.events.js';
import {
  cutOffChanges,
  matchChanges,
  openPeriod,
  statusChanges,
  transferChanges,
} from './book-changes.js';
import { depositChanges } from './deposit-changes.js';
import {
  accountTable,
  lineTable,
  periodTable,
  sumTable,
  transferTable,
} from './settlement.tables.js';

export type SettlementEvent = PartnerEvent | DepositEvent | BookEvent | TransferEvent;

/**
 * Periods, their totals in cents and their lines. A deposit counts in the period that is open where
 * its completion stands in the log; what is asked for and not decided is in flight.
 */
export const settlementPeriods: ReadModel<SettlementEvent> = {
  name: 'settlement-periods',
  version: 3,
  tables: [periodTable, sumTable, lineTable, accountTable, transferTable],
  project: (event, recorded): readonly RowChange[] => {
    switch (event.type) {
      case 'PartnerCreated': {
        const { partnerId, at } = event.data;
        const inFlight = { inFlightCount: 0n, inFlightCents: 0n };
        const account = { creditCents: 0n, nextSchedule: null, broughtForward: null, ...inFlight };
        return [
          insert(accountTable, account),
          openPeriod(firstPeriod(partnerId, at), recorded.position),
        ];
      }
      case 'PartnerConfigured':
      case 'ApiKeyCreated':
      case 'ApiKeyRevoked':
      case 'ApiKeyEndSet':
        return [];
      case 'DepositRequested':
      case 'DepositStarted':
      case 'DepositThrottled':
      case 'DepositDelayed':
      case 'DepositCloseRequested':
      case 'DepositAccepted':
      case 'DepositHeld':
      case 'DepositCompleted':
      case 'DepositCompletedLate':
      case 'DepositFailed':
      case 'DepositReviewed':
      case 'DepositAdjusted':
      case 'DepositReversed':
        return depositChanges(event, recorded.position);
      case 'TransferRecorded':
      case 'TransferReversed':
      case 'TransferBooked':
      case 'TransferProposed':
      case 'TransferReversalProposed':
        return transferChanges(event);
      case 'SettlementTransferMatched':
        return matchChanges(event.data, 1n);
      case 'SettlementTransferReversed':
        return matchChanges(event.data, -1n);
      case 'SettlementScheduleChanged': {
        const nextSchedule = JSON.stringify(event.data.schedule);
        return [update(accountTable, {}, { nextSchedule })];
      }
      case 'SettlementBroughtForward':
        return [update(accountTable, {}, { broughtForward: recorded.revision })];
      case 'SettlementCutOffReached':
        return cutOffChanges(event.data, recorded.position);
      case 'SettlementPeriodClosed':
      case 'SettlementPeriodSettled':
      case 'SettlementPeriodOverdue':
      case 'SettlementPeriodReopened':
        return statusChanges(event);
    }
  },
};
