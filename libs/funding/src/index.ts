import { AdjustDepositProcessor } from './adjust-deposit/adjust-deposit.processor.js';
import { CloseDepositProcessor } from './close-deposit/close-deposit.processor.js';
import { WithdrawDeposit } from './close-deposit/withdraw-deposit.js';
import { CreditDepositProcessor } from './credit-deposit/credit-deposit.processor.js';
import { JournalSender } from './credit-deposit/journal-sender.js';
import {
  FollowHeldDepositProcessor,
  OverdueDepositProcessor,
} from './follow-held-deposit/follow-held-deposit.processor.js';
import { SendWaitingProcessor } from './send-waiting/send-waiting.processor.js';
import { WaitingLine } from './waiting-deposits/waiting-line.js';
import { SettleReservationProcessor } from './settle-reservation/settle-reservation.processor.js';

export { adjustDeposit } from './adjust-deposit/adjust-deposit.job.js';
export { depositClosings } from './close-deposit/closing.js';
export { depositHint } from './credit-deposit/deposit-hint.js';
export { netCents } from './deposit/credited.js';
export { UNDONE } from './deposit/deposit-journals.decide.js';
export { type DepositEvent, parseDepositEvent } from './deposit/deposit.events.js';
export { type RequestedDeposit, depositIdOf, deposits } from './deposit/deposit.state.js';
export { mostOf, successorOf } from './deposit/most-of.js';
export { waitOf } from './deposit/wait-of.js';
export { TakeBackWatch } from './find-take-backs/take-back-watch.js';
export { countedJournals, depositsCounting } from './match-journal/shared-journals.js';
export { MatchJournal } from './match-journal/match-journal.command.js';
export { lookUpDeposit } from './look-up-deposit/look-up-deposit.js';
export { fundingProjector, registeredDeposits } from './funding.projector.js';
export { depositWay } from './trace-deposit/deposit-way.js';
export { depositsForData } from './user-deposits/deposits.data-view.js';
export {
  depositView,
  fundingTransaction,
  fundingTransactions,
} from './user-deposits/deposit.view.js';
export { depositRows, depositTable } from './user-deposits/user-deposits.read-model.js';
export { WaitingLine } from './waiting-deposits/waiting-line.js';
export type { FirmAccount } from './watch-firm-account/firm-account.js';
export { firmAccountReading } from './watch-firm-account/firm-account-reading.js';
export { FirmAccountWatch, readFirmAccount } from './watch-firm-account/firm-account-watch.js';
export const fundingProcessors = [
  CreditDepositProcessor,
  AdjustDepositProcessor,
  FollowHeldDepositProcessor,
  OverdueDepositProcessor,
  CloseDepositProcessor,
  SendWaitingProcessor,
  SettleReservationProcessor,
];
/** What the processors need beside the platform. */
export const fundingWorkerParts = [JournalSender, WaitingLine, WithdrawDeposit];
export { NAMES_MAX, depositNamed } from './match-journal/deposit-named.js';
