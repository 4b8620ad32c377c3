import type { DepositEvent } from '#funding/deposit/deposit.events.js';
import type { VerificationEvent } from '#kyc/verification/verification.events.js';
import type { OnboardingEvent } from '#onboarding/onboarding/onboarding.events.js';
import type { TraderProfileEvent } from '#onboarding/trader-profile/trader-profile.events.js';
import type { OrderEvent } from '#orders/order/order.events.js';
import type { LedgerEvent } from '#settlement/ledger/ledger.events.js';
import type { UserEvent } from '#users/user/user.events.js';
import type { WebhookEvent } from '../endpoint/endpoint.events.js';
import type { EventType } from './event-types.js';

/** Object of a fact and the type under which partners read the fact. */
export type Fact = { readonly type: EventType; readonly objectId: string };

const fact = (type: EventType, objectId: string): Fact => ({ type, objectId });

/** Returns null for an event that partners do not receive, like the other functions here. */
export const userFact = ({ type, data: { userId } }: UserEvent): Fact | null => {
  switch (type) {
    case 'UserRegistered':
      return fact('user.created', userId);
    case 'UserDetailsChanged':
    case 'UserIdentityRejected':
    case 'UserAddressVerified':
    case 'UserAddressRejected':
      return fact('user.updated', userId);
    case 'UserIdentityVerified':
    case 'UserSuspended':
    case 'UserReinstated':
    case 'UserClosed':
    case 'PersonErased':
      return fact('user.status_changed', userId);
    case 'UserAbandoned':
    case 'UserWatchListHitReported':
    case 'UserWatchListHitDismissed':
    case 'UserHoldPlaced':
    case 'UserHoldReleased':
    case 'PersonErasedAtProvider':
      return null;
  }
};

export const verificationFact = ({ type, data }: VerificationEvent): Fact | null => {
  const { verificationId: id } = data;
  switch (type) {
    case 'VerificationStarted':
      return fact('verification.created', id);
    case 'VerificationDocumentsUploaded':
      return fact('verification.submitted', id);
    case 'VerificationCheckAccepted':
      return fact('verification.under_review', id);
    case 'VerificationApproved':
      return fact('verification.approved', id);
    case 'VerificationRejected':
      return fact('verification.rejected', id);
    case 'VerificationExpired':
      return fact('verification.expired', id);
    case 'VerificationAbandoned':
    case 'VerificationCheckStarted':
    case 'VerificationReported':
    case 'VerificationReviewAwaited':
    case 'VerificationDecided':
    case 'VerificationErased':
      return null;
  }
};

export const onboardingFact = ({ type, data: { userId } }: OnboardingEvent): Fact | null => {
  switch (type) {
    case 'OnboardingSessionIssued':
      return fact('onboarding.session_created', userId);
    case 'OnboardingPassed':
      return fact('onboarding.completed', userId);
    case 'OnboardingFailed':
      return fact('onboarding.rejected', userId);
    case 'OnboardingReported':
    case 'OnboardingReviewAwaited':
    case 'OnboardingRechecked':
    case 'OnboardingSessionExpired':
      return null;
  }
};

export const profileFact = ({ type, data: { userId } }: TraderProfileEvent): Fact | null => {
  switch (type) {
    case 'TraderProfileCreated':
    case 'TraderProfileReplaced':
    case 'BrokerAccountOpened':
    case 'BrokerAccountRefused':
    case 'BrokerAccountChanged':
      return fact('broker_account.updated', userId);
    case 'BrokerAccountStarted':
    case 'BrokerAccountThrottled':
    case 'BrokerAccountReviewed':
      return null;
  }
};

export const depositFact = ({ type, data: { depositId } }: DepositEvent): Fact | null => {
  switch (type) {
    case 'DepositRequested':
      return fact('funding.created', depositId);
    case 'DepositStarted':
    case 'DepositHeld':
      return fact('funding.processing', depositId);
    case 'DepositCompleted':
    case 'DepositCompletedLate':
    case 'DepositAdjusted':
      return fact('funding.completed', depositId);
    case 'DepositFailed':
      return fact('funding.failed', depositId);
    case 'DepositCanceled':
      return fact('funding.canceled', depositId);
    case 'DepositReversed':
      return fact('funding.reversed', depositId);
    case 'DepositThrottled':
    case 'DepositDelayed':
    case 'DepositCloseRequested':
    case 'DepositAccepted':
    case 'DepositJournalsRecorded':
    case 'DepositReviewed':
      return null;
  }
};

export const orderFact = ({ type, data: { orderId } }: OrderEvent): Fact | null => {
  switch (type) {
    case 'OrderRequested':
      return fact('order.created', orderId);
    case 'OrderStarted':
      return fact('order.submitted', orderId);
    case 'OrderAccepted':
      return fact('order.accepted', orderId);
    case 'OrderPartiallyFilled':
      return fact('order.partially_filled', orderId);
    case 'OrderFilled':
      return fact('order.filled', orderId);
    case 'OrderRejected':
      return fact('order.rejected', orderId);
    case 'OrderCanceled':
      return fact('order.canceled', orderId);
    case 'OrderExpired':
      return fact('order.expired', orderId);
    case 'OrderCorrected':
    case 'OrderTradesCorrected':
      return fact('order.corrected', orderId);
    case 'OrderThrottled':
    case 'OrderCancelRequested':
      return null;
  }
};

export const settlementFact = ({ type, data }: LedgerEvent): Fact | null => {
  switch (type) {
    case 'SettlementPeriodClosed':
      return fact('settlement.closed', data.periodId);
    case 'SettlementPeriodOverdue':
      return fact('settlement.overdue', data.periodId);
    case 'SettlementPeriodSettled':
      return fact('settlement.settled', data.periodId);
    case 'SettlementPeriodReopened':
      return fact('settlement.reopened', data.periodId);
    case 'SettlementCutOffReached':
    case 'SettlementPayoutDeclined':
    case 'SettlementTransferMatched':
    case 'SettlementTransferReversed':
    case 'SettlementScheduleChanged':
    case 'SettlementBroughtForward':
      return null;
  }
};

export const webhookFact = ({ type, data: { endpointId } }: WebhookEvent): Fact | null => {
  switch (type) {
    case 'WebhookEndpointDisabled':
      return fact('webhook_endpoint.disabled', endpointId);
    case 'WebhookEndpointCreated':
    case 'WebhookEndpointUpdated':
    case 'WebhookSecretRotated':
    case 'WebhookEndpointEnabled':
    case 'WebhookEndpointDeleted':
    case 'WebhookRedeliveryRequested':
    case 'WebhookRedeliveryPrepared':
      return null;
  }
};
