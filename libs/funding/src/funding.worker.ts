import { AdjustDepositProcessor } from './adjust-deposit/adjust-deposit.processor.js';
import { CloseDepositProcessor } from './close-deposit/close-deposit.processor.js';
import { BlockedUserClosure } from './close-deposit/blocked-user-closure.js';
import { CreditDepositProcessor } from './credit-deposit/credit-deposit.processor.js';
import { JournalSender } from './credit-deposit/journal-sender.js';
import {
  FollowHeldDepositProcessor,
  OverdueDepositProcessor,
} from './follow-held-deposit/follow-held-deposit.processor.js';
import { SendWaitingProcessor } from './drain-funding-queue/send-waiting.processor.js';
import { FundingQueue } from './waiting-deposits/funding-queue.js';
import { SettleReservationProcessor } from './settle-reservation/settle-reservation.processor.js';
import { SettleWithdrawalProcessor } from './settle-withdrawal/settle-withdrawal.processor.js';

export const fundingProcessors = [
  CreditDepositProcessor,
  AdjustDepositProcessor,
  FollowHeldDepositProcessor,
  OverdueDepositProcessor,
  CloseDepositProcessor,
  SendWaitingProcessor,
  SettleReservationProcessor,
  SettleWithdrawalProcessor,
];

/** Providers that the processors need in addition to the common ones. */
export const fundingWorkerParts = [JournalSender, FundingQueue, BlockedUserClosure];
