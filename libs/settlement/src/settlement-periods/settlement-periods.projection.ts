import type { PartnerEvent } from '#auth';
import type { DepositEvent } from '#funding';
import type { Change, Projection } from '#platform/read-models/projection.js';
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
import { ACCOUNT } from './names.js';

export type SettlementEvent = PartnerEvent | DepositEvent | BookEvent | TransferEvent;

/**
 * Periods, their totals in cents and their lines. A deposit counts in the period that is open where
 * its completion stands in the log; what is asked for and not decided is in flight.
 */
export const settlementPeriods: Projection<SettlementEvent> = {
  name: 'settlement-periods',
  version: 1,
  project: (event, recorded): readonly Change[] => {
    switch (event.type) {
      case 'PartnerCreated': {
        const { partnerId, at } = event.data;
        const account = { partnerId, creditCents: '0' };
        return [
          { op: 'set', doc: ACCOUNT, fields: account },
          ...openPeriod(partnerId, firstPeriod(partnerId, at)),
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
        return depositChanges(event);
      case 'TransferRecorded':
      case 'TransferReversed':
      case 'TransferBooked':
        return transferChanges(event);
      case 'SettlementTransferMatched':
        return matchChanges(event.data, 1n);
      case 'SettlementTransferReversed':
        return matchChanges(event.data, -1n);
      case 'SettlementScheduleChanged': {
        const nextSchedule = JSON.stringify(event.data.schedule);
        return [{ op: 'set', doc: ACCOUNT, fields: { nextSchedule } }];
      }
      case 'SettlementBroughtForward': {
        const broughtForward = `${recorded.revision}`;
        return [{ op: 'set', doc: ACCOUNT, fields: { broughtForward } }];
      }
      case 'SettlementCutOffReached':
        return cutOffChanges(event.data, recorded);
      case 'SettlementPeriodClosed':
      case 'SettlementPeriodSettled':
      case 'SettlementPeriodOverdue':
      case 'SettlementPeriodReopened':
        return statusChanges(event);
    }
  },
};
