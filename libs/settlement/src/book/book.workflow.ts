import type { PartnerEvent } from '#auth';
import { MODEL_POLL_FIRST_MS } from '#platform/core/timing.js';
import { type Workflow, clear, due, later, now } from '#platform/jobs/job.js';
import { closePeriod } from '../close-period/close-period.job.js';
import { cutOffPeriod } from '../cut-off-period/cut-off-period.job.js';
import { markOverdue } from '../mark-overdue/mark-overdue.job.js';
import type { BookEvent } from './book.events.js';
import { firstPeriod } from './book.state.js';
import { periodJobId } from './period-job-id.js';

/** The moments that end a period and make it overdue, and the work in between. */
export const bookWorkflow: Workflow<BookEvent> = ({ type, data }) => {
  switch (type) {
    case 'SettlementCutOffReached': {
      const id = periodJobId(data.partnerId, data.number);
      return [
        now(closePeriod, id),
        due(closePeriod, id, later(data.at, MODEL_POLL_FIRST_MS)),
        due(cutOffPeriod, data.partnerId, new Date(data.next.cutOffAt)),
      ];
    }
    case 'SettlementPeriodClosed': {
      const id = periodJobId(data.partnerId, data.number);
      return [clear(closePeriod, id), due(markOverdue, id, new Date(data.dueAt))];
    }
    case 'SettlementPeriodReopened': {
      const id = periodJobId(data.partnerId, data.number);
      return [due(markOverdue, id, new Date(data.dueAt))];
    }
    case 'SettlementPeriodSettled':
    case 'SettlementPeriodOverdue':
      return [clear(markOverdue, periodJobId(data.partnerId, data.number))];
    case 'SettlementTransferMatched':
    case 'SettlementTransferReversed':
    case 'SettlementScheduleChanged':
    case 'SettlementBroughtForward':
      return [];
  }
};

/** The first period opens with the partner, and so does the wait for its end. */
export const partnerWorkflow: Workflow<PartnerEvent> = ({ type, data }) => {
  if (type !== 'PartnerCreated') return [];
  const { cutOffAt } = firstPeriod(data.partnerId, data.at);
  return [due(cutOffPeriod, data.partnerId, new Date(cutOffAt))];
};
