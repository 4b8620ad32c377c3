import { grouped, inWords } from '../../ui/format.js';

type Data = Readonly<Record<string, unknown>>;
type Words = string | ((data: Data) => string);

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Converts whole cents as text to dollars, digit by digit. */
export const dollars = (cents: unknown): string => {
  const [, sign = '', digits = ''] = /^(-?)(\d+)$/.exec(text(cents)) ?? [];
  if (digits === '') return text(cents);
  const padded = digits.padStart(3, '0');
  return `${grouped(`${sign}${padded.slice(0, -2)}.${padded.slice(-2)}`)} USD`;
};

/** Converts billionths of a share as text to shares. */
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

const isOut = ({ direction }: Data): boolean => direction === 'WITHDRAWAL';

const BUSY =
  'The broker rejected the request because of its rate limit; the service sends it again';

const WORDS = new Map<string, Words>(
  Object.entries({
    UserRegistered: 'The partner registered the user',
    UserDetailsChanged: 'The partner changed the user’s details',
    UserAbandoned: 'The registration was abandoned',
    UserIdentityVerified: (data) => `The identity was proved by ${text(data['by'])}`,
    UserIdentityRejected: (data) => `The identity was not accepted by ${text(data['by'])}`,
    UserAddressVerified: 'The address was proved',
    UserAddressRejected: 'The address was not accepted',
    UserSuspended: (data) => `The user was suspended${because(data)}`,
    UserReinstated: (data) => `The user was reinstated${because(data)}`,
    UserClosed: (data) => `The user was closed permanently${because(data)}`,
    UserWatchListHitReported:
      'The identity provider reported a watch-list match, or no longer passes the user',
    UserWatchListHitDismissed: (data) => `The watch-list hit was dismissed${because(data)}`,
    UserHoldPlaced: (data) => `A legal hold keeps the user’s data${because(data)}`,
    UserHoldReleased: (data) => `The legal hold was released${because(data)}`,
    PersonErased: (data) => `The personal data of the user was erased permanently${because(data)}`,
    PersonErasedAtProvider: (data) =>
      `The ${text(data['provider']).replaceAll('_', ' ')} has also erased the user`,
    OnboardingSessionIssued: 'An onboarding session was issued',
    OnboardingReported: 'The identity provider sent a notification',
    OnboardingReviewAwaited: 'The onboarding needs a manual review at the identity provider',
    OnboardingPassed: 'The onboarding passed',
    OnboardingRechecked: (data) =>
      `The identity provider was asked again after the pass: ${inWords(text(data['finding']))}`,
    OnboardingFailed: 'The onboarding failed',
    OnboardingSessionExpired: 'The onboarding session ended',
    TraderProfileCreated: 'The trader profile was created',
    TraderProfileReplaced: 'The trader profile was replaced',
    BrokerAccountStarted: 'The broker is being asked for an account',
    BrokerAccountOpened: (data) => `The broker has the account: ${text(data['status'])}`,
    BrokerAccountRefused: (data) =>
      `${data['held'] === undefined ? 'The broker rejected the account' : 'The application was held'}${because(data)}`,
    BrokerAccountThrottled: BUSY,
    BrokerAccountChanged: (data) =>
      `The broker’s account is ${[text(data['status']), ...blocksIn(data)].join(', ')} now${because(data)}`,
    BrokerAccountReviewed: (data) => `An operator has resolved the broker’s hold${because(data)}`,
    TwoFactorSecretIssued: 'A two-factor secret was issued',
    TwoFactorCodeAccepted: 'A two-factor code was accepted',
    VerificationStarted: (data) =>
      `A check of the ${text(data['verificationType'])} was started, by ${inWords(text(data['documentType']))}`,
    VerificationAbandoned: 'The verification was abandoned',
    VerificationDocumentsUploaded: 'The documents were uploaded',
    VerificationErased: 'The user was erased',
    VerificationExpired: 'The time limit passed without documents',
    VerificationCheckStarted: 'The identity provider is being asked for a check',
    VerificationCheckAccepted: 'The identity provider has begun to check',
    VerificationReported: 'The identity provider sent a notification',
    VerificationReviewAwaited: 'It needs a manual review',
    VerificationDecided: (data) => `Decided: ${text(data['outcome'])}, ${decision(data)}`,
    VerificationApproved: (data) => `Approved, ${decision(data)}`,
    VerificationRejected: (data) => `Rejected, ${decision(data)}`,
    DepositRequested: (data) =>
      `The partner asked for a ${isOut(data) ? 'withdrawal' : 'deposit'} of ${dollars(data['amountCents'])}`,
    DepositStarted: 'The broker is being asked to move the money',
    DepositThrottled: BUSY,
    DepositDelayed: (data) => text(data['reason']) || 'It waits',
    DepositCloseRequested: (data) =>
      `An operator requested the closing, and nothing more is sent${because(data)}`,
    DepositAccepted: 'The broker has the transfer, and has not executed it yet',
    DepositHeld: (data) => `The broker holds the transfer${because(data)}`,
    DepositCompleted: (data) =>
      isOut(data)
        ? `The user was debited with ${dollars(data['amountCents'])}; the firm owes the partner the net`
        : `The user was credited; the partner owes ${dollars(data['amountCents'])}`,
    DepositCanceled: 'The partner canceled it before it was sent; no money moved',
    DepositFailed: (data) => `It failed, and no money moved${because(data)}`,
    DepositCompletedLate: (data) =>
      isOut(data)
        ? `The broker had executed it after all: the user was debited with ${dollars(data['amountCents'])}; the firm owes the partner the net`
        : `The broker had executed it after all: the user has the money; the partner owes ${dollars(data['amountCents'])}`,
    DepositReviewed: (data) => `An operator has reviewed it${because(data)}`,
    DepositJournalsRecorded: (data) => {
      const { by, reason } = (data['matched'] ?? {}) as { by?: string; reason?: string };
      return by === undefined
        ? 'The journals of the broker changed, and the ledger stays'
        : `An operator has decided on a journal or an amount: ${text(reason)}`;
    },
    DepositAdjusted: (data) => {
      const [reason, amount] = [text(data['reason']), dollars(data['amountCents'])];
      if (text(data['amountCents']) === '0' || isOut(data)) return reason;
      const change = amount.startsWith('−') ? `${amount.slice(1)} less` : `${amount} more`;
      return `${reason}; the partner owes ${change}`;
    },
    DepositReversed: (data) => {
      if (isOut(data)) return text(data['reason']);
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
        ? 'The partner requested the cancellation'
        : `An operator requested the cancellation${because(data)}`,
    OrderTradesCorrected: (data) => `The broker corrected its trades; filled now: ${filled(data)}`,
    OrderCorrected: (data) => `The broker corrected it: ${text(data['status'])}${because(data)}`,
  }),
);

/**
 * Describes an event in a sentence. Returns the name of an unknown event type, or of an event without
 * the data (null) that its sentence needs.
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

/** Describes an actor such as `worker` or `staff:…` in words. */
export const actorOf = (actor: string): string => {
  const [kind = '', name = ''] = actor.split(':');
  if (kind === 'partnerUser') return 'the partner';
  if (kind === 'staff') return `staff ${name}`;
  if (kind === 'provider') return `the ${name === '' ? 'identity' : name} provider`;
  if (kind === 'worker') return 'the service itself';
  if (actor === 'operator:command-line') return 'an operator, on the command line';
  return kind === 'operator' ? `the operator ${name}` : actor;
};
