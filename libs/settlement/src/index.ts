export { ChangeSchedule } from './change-schedule/change-schedule.command.js';
export { periodClosings } from './close-period/closing.js';
export { CutOffPeriod } from './cut-off-period/cut-off-period.command.js';
export { type ImportedLine, ImportTransfers } from './import-transfers/import-transfers.command.js';
export { DismissDifference } from './dismiss-difference/dismiss-difference.command.js';
export { RequestReconciliation } from './request-reconciliation/request-reconciliation.command.js';
export { DIFFERENCE_KINDS, whatToDo } from './reconcile/difference-kinds.js';
export { lateRun } from './reconciliation/late-run.js';
export { differencesFound } from './reconciliation/open-differences.js';
export { RUN_KINDS } from './reconciliation/reconciliation.events.js';
export { dismissalOf } from './reconciliation/reconciliation.decide.js';
export {
  type KnownDifference,
  RECONCILIATION,
  type RunSummary,
  reconciliations,
} from './reconciliation/reconciliation.state.js';
export { reconciliationReading } from './reconcile-changes/reconciliation-reading.js';
export { PreviewTransfers } from './preview-transfers/preview-transfers.command.js';
export { listProposals } from './proposed-transfers/proposals.js';
export { RecordTransfer, type TransferView } from './record-transfer/record-transfer.command.js';
export { reasonOfKnown } from './record-transfer/transfer.view.js';
export { ReverseTransfer } from './reverse-transfer/reverse-transfer.command.js';
export { reconcile } from './reconcile/reconcile.js';
export { ReconciliationWatch } from './reconcile-changes/reconciliation-watch.js';
export { operatorReader } from './settlement-periods/operator-reader.js';
export { periodAt } from './settlement-periods/period-at.js';
export { ShowSchedule } from './show-schedule/show-schedule.command.js';
export { settlement, settlementList } from './settlement-periods/answers.js';
export { settlementViews } from './settlement-periods/settlement.data-views.js';
export { settlementNotFound } from './settlement-periods/settlement-not-found.js';
export { SettlementReader } from './settlement-periods/settlement-reader.js';
export type { SettlementView } from './settlement-periods/settlement.view.js';
export {
  STATUSES as SETTLEMENT_STATUSES,
  type Status as SettlementStatus,
} from './settlement-periods/status.js';
export { statement, statementFile, statementLine } from './settlement-statement/answers.js';
export type { LineView } from './settlement-statement/line.view.js';
export { type LineSearch, StatementLines } from './settlement-statement/statement-lines.js';
export { operatorStatement } from './settlement-statement/operator-statement.js';
export { statementCsv } from './settlement-statement/statement-csv.js';
export { registeredPeriods, settlementProjector } from './settlement.projector.js';
export { settlementProcessors, settlementWorkerParts } from './settlement.worker.js';
