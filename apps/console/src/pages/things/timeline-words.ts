import { grouped } from '../../ui/amounts.js';
import { inWords } from '../../ui/words.js';

type Data = Readonly<Record<string, unknown>>;
type Words = string | ((data: Data) => string);

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Whole cents as text to dollars, digit by digit. */
export const dollars = (cents: unknown): string => {
  const [, sign = '', digits = ''] = /^(-?)(\d+)$/.exec(text(cents)) ?? [];
  if (digits === '') return text(cents);
  const padded = digits.padStart(3, '0');
  return `${grouped(`${sign}${padded.slice(0, -2)}.${padded.slice(-2)}`)} USD`;
};

/** Billionths of a share as text to shares. */
export const shares = (billionths: unknown): string => {
  const padded = text(billionths).padStart(10, '0');
  return `${padded.slice(0, -9)}.${padded.slice(-9)}`.replace(/\.?0+$/, '');
};

const because = (data: Data): string => {
  // The broker's own words say more than the partner reads.
  const reason = text(data['brokerReason']) || text(data['reason']);
  return reason === '' ? '' : `: ${reason}`;
};
const blocksIn = ({ blocks }: Data): readonly string[] =>
  Array.isArray(blocks) ? blocks.map((block) => inWords(text(block))) : [];
const orderSize = ({ quantityBillionths, amountCents }: Data): string =>
  text(amountCents) === '0' || text(amountCents) === ''
    ? `${shares(quantityBillionths)} shares`
    : dollars(amountCents);
const filled = (data: Data): string => {
  const price = text(data['averagePrice']);
  return `${shares(data['filledBillionths'])} shares${price === '' ? '' : ` at ${price} USD`}`;
};
const decision = (data: Data): string => `by ${actorOf(text(data['decidedBy']))}${because(data)}`;

const BUSY = 'The broker took no more requests for now, and did nothing; it is sent again';

const WORDS = new Map<string, Words>(
  Object.entries({
    UserRegistered: 'The partner registered the user',
    UserDetailsChanged: 'The partner changed the user’s details',
    UserAbandoned: 'The registration was given up',
    UserIdentityVerified: (data) => `The identity was proved by ${text(data['by'])}`,
    UserIdentityRejected: (data) => `The identity was not accepted by ${text(data['by'])}`,
    UserAddressVerified: 'The address was proved',
    UserAddressRejected: 'The address was not accepted',
    UserSuspended: (data) => `The user was suspended${because(data)}`,
    UserReinstated: (data) => `The user was reinstated${because(data)}`,
    UserClosed: (data) => `The user was closed for ever${because(data)}`,
    UserHoldPlaced: (data) => `A legal hold keeps the user’s data${because(data)}`,
    UserHoldReleased: (data) => `The legal hold was released${because(data)}`,
    PersonErased: (data) => `What tells of the user was erased for ever${because(data)}`,
    PersonErasedAtProvider: (data) =>
      `The ${text(data['provider']).replaceAll('_', ' ')} has erased the user, too`,
    OnboardingSessionIssued: 'An onboarding session was issued',
    OnboardingReported: 'The identity provider sent a notification',
    OnboardingReviewAwaited: 'A person at the identity provider has to look at the onboarding',
    OnboardingPassed: 'The onboarding passed',
    OnboardingFailed: 'The onboarding failed',
    OnboardingSessionExpired: 'The onboarding session ended',
    TraderProfileCreated: 'The trader profile was made',
    TraderProfileReplaced: 'The trader profile was made anew',
    BrokerAccountStarted: 'The broker is being asked for an account',
    BrokerAccountOpened: (data) => `The broker has the account: ${text(data['status'])}`,
    BrokerAccountRefused: (data) => `The broker refused the account${because(data)}`,
    BrokerAccountThrottled: BUSY,
    BrokerAccountChanged: (data) =>
      `The broker’s account is ${[text(data['status']), ...blocksIn(data)].join(', ')} now${because(data)}`,
    BrokerAccountReviewed: (data) => `A person has seen to what the broker holds${because(data)}`,
    TwoFactorSecretIssued: 'A two-factor secret was issued',
    TwoFactorCodeAccepted: 'A two-factor code was right',
    VerificationStarted: (data) =>
      `A check of the ${text(data['verificationType'])} was started, by ${inWords(text(data['documentType']))}`,
    VerificationAbandoned: 'The verification was given up',
    VerificationDocumentsUploaded: 'The documents were uploaded',
    VerificationErased: 'Its user was erased',
    VerificationExpired: 'Its time passed without documents',
    VerificationCheckStarted: 'The identity provider is being asked for a check',
    VerificationCheckAccepted: 'The identity provider has begun to check',
    VerificationReported: 'The identity provider sent a notification',
    VerificationReviewAwaited: 'A person has to look at it',
    VerificationDecided: (data) => `Decided: ${text(data['outcome'])}, ${decision(data)}`,
    VerificationApproved: (data) => `Approved, ${decision(data)}`,
    VerificationRejected: (data) => `Rejected, ${decision(data)}`,
    DepositRequested: (data) =>
      `The partner asked for a deposit of ${dollars(data['amountCents'])}`,
    DepositStarted: 'The broker is being asked to move the money',
    DepositThrottled: BUSY,
    DepositDelayed: (data) => text(data['reason']) || 'It waits',
    DepositCloseRequested: (data) =>
      `An operator wants it ended, and nothing more is sent${because(data)}`,
    DepositAccepted: 'The broker has the transfer, and has not executed it yet',
    DepositHeld: (data) => `The broker holds the transfer${because(data)}`,
    DepositCompleted: (data) =>
      `The user was credited; the partner owes ${dollars(data['amountCents'])}`,
    DepositFailed: (data) => `It failed, and no money moved${because(data)}`,
    DepositCompletedLate: (data) =>
      `The broker had executed it after all: the user has the money; the partner owes ${dollars(data['amountCents'])}`,
    DepositReviewed: (data) => `A person has seen to it${because(data)}`,
    DepositAdjusted: (data) => {
      const [reason, amount] = [text(data['reason']), dollars(data['amountCents'])];
      if (text(data['amountCents']) === '0') return reason;
      const change = amount.startsWith('−') ? `${amount.slice(1)} less` : `${amount} more`;
      return `${reason}; the partner owes ${change}`;
    },
    DepositReversed: (data) => {
      const [sentence, why] = ['The broker took the credit back', because(data)];
      return why.startsWith(`: ${sentence}`) ? why.slice(2) : `${sentence}${why}`;
    },
    OrderRequested: (data) =>
      `The partner asked to ${text(data['side'])} ${orderSize(data)} of ${text(data['symbol'])}`,
    OrderStarted: 'The order is being sent to the broker',
    OrderThrottled: BUSY,
    OrderAccepted: 'The broker has the order',
    OrderPartiallyFilled: (data) => `Filled so far: ${filled(data)}`,
    OrderFilled: (data) => `Filled: ${filled(data)}`,
    OrderRejected: (data) => `The broker rejected the order${because(data)}`,
    OrderCanceled: (data) => `Canceled${because(data)}`,
    OrderExpired: (data) => `The trading day ended before it was filled${because(data)}`,
    OrderCancelRequested: (data) =>
      text(data['reason']) === ''
        ? 'The partner wants it canceled'
        : `An operator wants it ended${because(data)}`,
    OrderTradesCorrected: (data) => `The broker corrected its trades; filled now: ${filled(data)}`,
    OrderCorrected: (data) => `The broker corrected it: ${text(data['status'])}${because(data)}`,
  }),
);

/**
 * What an event says, in a sentence. One that this console does not know says its name, and so does one
 * without its data (null), where the sentence would be of that.
 */
export const sentenceOf = (type: string, data: Data | null): string => {
  const words = WORDS.get(type);
  if (typeof words === 'string') return words;
  return words === undefined || data === null ? nameOf(type) : words(data);
};

const nameOf = (type: string): string => {
  const [first = '', ...others] = type.split(/(?<=[a-z])(?=[A-Z])/);
  return [first, ...others.map((each) => each.toLowerCase())].join(' ');
};

/** `worker`, `staff:…` and their like, as people say it. */
export const actorOf = (actor: string): string => {
  const [kind = '', name = ''] = actor.split(':');
  if (kind === 'partnerUser') return 'the partner';
  if (kind === 'staff') return `staff ${name}`;
  if (kind === 'provider') return `the ${name === '' ? 'identity' : name} provider`;
  if (kind === 'worker') return 'the service itself';
  if (actor === 'operator:command-line') return 'an operator, on the command line';
  return kind === 'operator' ? `the operator ${name}` : actor;
};
