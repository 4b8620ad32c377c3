import { parsePartnerEvent, partners } from '#auth';
import { parseDepositEvent } from '#funding';
import type { ProjectorPart } from '#platform/jobs/projector-part.js';
import { registerWorkflow } from '#platform/jobs/registry.js';
import { register } from '#platform/read-store/read-model.js';
import { parseBookEvent } from './book/book.events.js';
import { books } from './book/book.state.js';
import { bookWorkflow, partnerWorkflow } from './book/book.workflow.js';
import { bookTransfer } from './book-transfer/book-transfer.job.js';
import { closePeriod } from './close-period/close-period.job.js';
import { cutOffPeriod } from './cut-off-period/cut-off-period.job.js';
import { markOverdue } from './mark-overdue/mark-overdue.job.js';
import { auditClosed } from './settlement-periods/audit-closed.js';
import {
  type SettlementEvent,
  settlementPeriods,
} from './settlement-periods/settlement-periods.read-model.js';
import { parseTransferEvent } from './transfer/transfer.events.js';
import { transfers } from './transfer/transfer.state.js';
import { transferWorkflow } from './transfer/transfer.workflow.js';
import { proposedTransfers } from './proposed-transfers/proposed-transfers.read-model.js';

const parsers = {
  partner: parsePartnerEvent,
  deposit: parseDepositEvent,
  settlement: parseBookEvent,
  transfer: parseTransferEvent,
};

export const registeredPeriods = register<SettlementEvent>(settlementPeriods, parsers, auditClosed);

export const settlementProjector: ProjectorPart = {
  jobs: [cutOffPeriod, closePeriod, markOverdue, bookTransfer],
  workflows: [
    registerWorkflow(partners, partnerWorkflow),
    registerWorkflow(books, bookWorkflow),
    registerWorkflow(transfers, transferWorkflow),
  ],
  readModels: [registeredPeriods, register(proposedTransfers, { transfer: parseTransferEvent })],
};
