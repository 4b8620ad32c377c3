import { parsePartnerEvent } from '#auth/partner/partner.events.js';
import { partners } from '#auth/partner/partner.state.js';
import { parseDepositEvent } from '#funding/deposit/deposit.events.js';
import type { FeatureRegistration } from '#jobs/feature-registration.js';
import { registerPolicy } from '#jobs/registry.js';
import { parseOrderEvent } from '#orders/order/order.events.js';
import { registerProjection } from '#read-models/projection.js';
import { parseLedgerEvent } from './ledger/ledger.events.js';
import { ledgers } from './ledger/ledger.state.js';
import { ledgerPolicy, partnerPolicy } from './ledger/ledger.policy.js';
import { bookTransfer, closePeriod, cutOffPeriod, markOverdue } from './jobs.js';
import { auditClosed } from './settlement-periods/audit-closed.js';
import {
  type SettlementEvent,
  settlementPeriods,
} from './settlement-periods/settlement-periods.projection.js';
import { parseTransferEvent } from './transfer/transfer.events.js';
import { transfers } from './transfer/transfer.state.js';
import { transferPolicy } from './transfer/transfer.policy.js';
import { proposedTransfers } from './proposed-transfers/proposed-transfers.projection.js';

const parsers = {
  partner: parsePartnerEvent,
  deposit: parseDepositEvent,
  order: parseOrderEvent,
  settlement: parseLedgerEvent,
  transfer: parseTransferEvent,
};

export const registeredPeriods = registerProjection<SettlementEvent>(
  settlementPeriods,
  parsers,
  auditClosed,
);

export const settlementProjector: FeatureRegistration = {
  jobs: [cutOffPeriod, closePeriod, markOverdue, bookTransfer],
  policies: [
    registerPolicy(partners, partnerPolicy),
    registerPolicy(ledgers, ledgerPolicy),
    registerPolicy(transfers, transferPolicy),
  ],
  readModels: [
    registeredPeriods,
    registerProjection(proposedTransfers, { transfer: parseTransferEvent }),
  ],
};
