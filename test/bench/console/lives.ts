import { claimId } from '#kernel/event-store/claims.js';
import { dailyFundingId } from '../../../libs/funding/src/daily-funding/daily-funding.state.js';
import { profile } from '../../../libs/onboarding/src/trader-profile/trader-profile.examples.js';
import { orderIdOf } from '../../../libs/orders/src/order/order.state.js';

const FEE_CENTS = 150;
/** Of each step of a deposit or an order after it was asked for. */
const [STARTED_MS, ACCEPTED_MS, DONE_MS] = [40, 120, 400];

export type Event = {
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly data: object;
  readonly at: string;
};

export type LivedUser = {
  readonly userId: string;
  readonly accountId: string;
  readonly email: string;
  readonly externalId: string;
  readonly accountNumber: string;
};

/** From registration to an account that may be funded. */
export const userLife = (user: LivedUser, partnerId: string, at: string): Event[] => {
  const { userId, accountId, accountNumber, email, externalId } = user;
  const about = { userId, partnerId, at };
  const claimed = (kind: string, value: string): Event => {
    const stream = `claim-${claimId(kind, partnerId, value)}`;
    return { stream, revision: 0, type: 'Claimed', data: { kind, owner: userId, at }, at };
  };
  const steps = (stream: string, events: readonly (readonly [string, object])[]): Event[] =>
    events.map(([type, more], revision) => {
      return { stream: `${stream}-${userId}`, revision, type, data: { ...about, ...more }, at };
    });
  const providerRef = `fp_${userId}`;
  const registered = { ...PERSON, externalId, email };
  const verified = { sourceId: providerRef, decidedAt: at, by: 'onboarding', status: 'active' };
  const opened = { accountId, accountNumber, status: 'ACTIVE', reason: null };
  const message = { messageId: providerRef, kind: 'footprint.onboarding.completed', providerRef };
  return [
    claimed('userEmail', email),
    claimed('userExternalId', externalId),
    ...steps('user', [
      ['UserRegistered', registered],
      ['UserIdentityVerified', { ...verified, identity: 'verified' }],
    ]),
    ...steps('onboarding', [
      ['OnboardingSessionIssued', { expiresAt: at, reopens: false }],
      ['OnboardingReported', message],
      ['OnboardingPassed', { providerRef, issuedAt: at }],
    ]),
    ...steps('profile', [
      ['TraderProfileCreated', { ...PROFILE, profileId: accountId, emailAddress: email }],
      ['BrokerAccountStarted', { attempt: 1 }],
      ['BrokerAccountOpened', opened],
    ]),
  ];
};

export type LivedDeposit = {
  readonly depositId: string;
  readonly externalId: string;
  readonly journalId: string;
  readonly amountCents: number;
  readonly atMs: number;
  /** How many of the same user and day came before it. */
  readonly before: number;
};

/** From the reservation of its part of the day's limit to the credit. */
export const depositLife = (
  { depositId, externalId, journalId, amountCents, atMs, before }: LivedDeposit,
  { userId, accountId }: LivedUser,
  partnerId: string,
): Event[] => {
  const requestedAt = new Date(atMs).toISOString();
  const day = requestedAt.slice(0, 'YYYY-MM-DD'.length);
  const known = { depositId, partnerId, userId };
  const amounts = { amountCents: `${amountCents}`, feeCents: `${FEE_CENTS}` };
  const asked = { ...known, at: requestedAt, ...amounts, externalId, accountId };
  const reserved: Event = {
    stream: `dailyFunding-${dailyFundingId(userId, day)}`,
    revision: before,
    type: 'DailyFundingReserved',
    data: { ...asked, day, requestId: externalId },
    at: requestedAt,
  };
  const step = (revision: number, type: string, afterMs: number, more: object): Event => {
    const at = new Date(atMs + afterMs).toISOString();
    return {
      stream: `deposit-${depositId}`,
      ...{ revision, type, at },
      data: { ...known, at, ...more },
    };
  };
  return [
    reserved,
    {
      stream: `deposit-${depositId}`,
      revision: 0,
      type: 'DepositRequested',
      data: asked,
      at: requestedAt,
    },
    step(1, 'DepositStarted', STARTED_MS, { attempt: 1 }),
    step(2, 'DepositAccepted', ACCEPTED_MS, { journalId }),
    step(3, 'DepositCompleted', DONE_MS, { ...amounts, journalId, requestedAt }),
  ];
};

/** A market order that was filled. */
export const orderLife = (
  externalId: string,
  atMs: number,
  { userId, accountId }: LivedUser,
  partnerId: string,
): Event[] => {
  const orderId = orderIdOf(partnerId, externalId);
  const requestedAt = new Date(atMs).toISOString();
  const steps: readonly (readonly [string, number, object])[] = [
    ['OrderRequested', 0, { ...ORDER, externalId, accountId }],
    ['OrderStarted', STARTED_MS, { attempt: 1 }],
    ['OrderAccepted', ACCEPTED_MS, { brokerOrderId: orderId }],
    ['OrderFilled', DONE_MS, { ...FILL, requestedAt }],
  ];
  return steps.map(([type, afterMs, more], revision) => {
    const at = new Date(atMs + afterMs).toISOString();
    const data = { orderId, partnerId, userId, at, ...more };
    return { stream: `order-${orderId}`, revision, type, data, at };
  });
};

const { userId: _, partnerId: __, ...PROFILE } = profile;

const PERSON = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'USA',
  phone: '+14155550123',
  dateOfBirth: '1990-05-15',
};

const ORDER = {
  symbol: 'AAPL',
  side: 'buy',
  quantityBillionths: '0',
  amountCents: '10000',
  commission: { flatCents: '50', basisPoints: 25 },
};
const FILL = { filledBillionths: '500000000', averagePrice: '200', commissionCents: '75' };
