import type { PartnerEvent } from '#auth/partner/partner.events.js';
import { type Policy, cancel, enqueue, later, schedule } from '#kernel/jobs/job.js';
import { closePeriod, cutOffPeriod, markOverdue } from '../jobs.js';
import type { LedgerEvent } from './ledger.events.js';
import { firstPeriod } from './ledger.state.js';
import { periodJobId } from './period-job-id.js';
import { MODEL_POLL_FIRST_MS } from '../timing.js';

/** Schedules the end of each period, its closing, and its overdue mark. */
export const ledgerPolicy: Policy<LedgerEvent> = ({ type, data }) => {
  switch (type) {
    case 'SettlementCutOffReached': {
      const id = periodJobId(data.partnerId, data.number);
      return [
        enqueue(closePeriod, id),
        schedule(closePeriod, id, later(data.at, MODEL_POLL_FIRST_MS)),
        schedule(cutOffPeriod, data.partnerId, new Date(data.next.cutOffAt)),
      ];
    }
    case 'SettlementPeriodClosed': {
      const id = periodJobId(data.partnerId, data.number);
      return [cancel(closePeriod, id), schedule(markOverdue, id, new Date(data.dueAt))];
    }
    case 'SettlementPeriodReopened': {
      const id = periodJobId(data.partnerId, data.number);
      return [schedule(markOverdue, id, new Date(data.dueAt))];
    }
    case 'SettlementPeriodSettled':
    case 'SettlementPeriodOverdue':
      return [cancel(markOverdue, periodJobId(data.partnerId, data.number))];
    case 'SettlementTransferMatched':
    case 'SettlementTransferReversed':
    case 'SettlementPayoutDeclined':
    case 'SettlementScheduleChanged':
    case 'SettlementBroughtForward':
      return [];
  }
};

/** The first period opens when the partner is created, so its cut-off is scheduled then. */
export const partnerPolicy: Policy<PartnerEvent> = ({ type, data }) => {
  if (type !== 'PartnerCreated') return [];
  const { cutOffAt } = firstPeriod(data.partnerId, data.at);
  return [schedule(cutOffPeriod, data.partnerId, new Date(cutOffAt))];
};
