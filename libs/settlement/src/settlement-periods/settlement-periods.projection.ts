import type { PartnerEvent } from '#auth/partner/partner.events.js';
import type { DepositEvent } from '#funding/deposit/deposit.events.js';
import type { OrderEvent } from '#orders/order/order.events.js';
import type { Projection } from '#read-models/projection.js';
import { type RowChange, insert, update } from '#kernel/projection/row-change.js';
import type { LedgerEvent } from '../ledger/ledger.events.js';
import { firstPeriod } from '../ledger/ledger.state.js';
import type { TransferEvent } from '../transfer/transfer.events.js';
import {
  cutOffChanges,
  matchChanges,
  openPeriod,
  statusChanges,
  transferChanges,
} from './ledger-changes.js';
import { bookedLine, depositChanges } from './deposit-changes.js';
import {
  accountTable,
  lineTable,
  periodTable,
  sumTable,
  transferTable,
} from './settlement.tables.js';

export type SettlementEvent =
  | PartnerEvent
  | DepositEvent
  | OrderEvent
  | LedgerEvent
  | TransferEvent;

/**
 * Periods, their totals in cents and their lines. A line belongs to the period that is open at the log
 * position of its event. A deposit without an outcome is in flight.
 */
export const settlementPeriods: Projection<SettlementEvent> = {
  name: 'settlement-periods',
  version: 5,
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
      case 'DepositCanceled':
      case 'DepositReviewed':
      case 'DepositJournalsRecorded':
      case 'DepositAdjusted':
      case 'DepositReversed':
        return depositChanges(event, recorded.position);
      case 'OrderFilled':
      case 'OrderRejected':
      case 'OrderCanceled':
      case 'OrderExpired':
      case 'OrderCorrected':
      case 'OrderTradesCorrected':
        return bookedLine(event, recorded.position);
      case 'OrderRequested':
      case 'OrderStarted':
      case 'OrderThrottled':
      case 'OrderAccepted':
      case 'OrderPartiallyFilled':
      case 'OrderCancelRequested':
        return [];
      case 'TransferRecorded':
      case 'TransferReversed':
      case 'TransferBooked':
      case 'TransferDeclined':
      case 'TransferProposed':
      case 'TransferReversalProposed':
        return transferChanges(event);
      case 'SettlementPayoutDeclined':
        return [];
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
