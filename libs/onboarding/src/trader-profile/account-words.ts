import type { ApplicationError } from '#broker/broker.js';
import { isAboutTheRequest } from '#broker/rejection-patterns.js';

const NOT_TAKEN = 'The broker could not take the application';

/** State of an account at the broker, as far as the texts depend on it. */
export type AccountStanding = {
  readonly status: string;
  /** Findings of the broker's checks. */
  readonly findings: readonly string[];
  /** Blocks of an `ACTIVE` account. */
  readonly blocks: readonly string[];
};

/**
 * Returns the reason that the partner reads; null without a reason. The text never contains the
 * broker's free text, which may name other accounts or a suspicion that the user must not know.
 */
export const reasonForPartner = ({ status, findings, blocks }: AccountStanding): string | null => {
  const reported = [
    ...(STATUS_WORDS.get(status) ?? []),
    ...findings.flatMap((finding) => FINDING_WORDS.get(finding) ?? []),
    ...blocks.flatMap((block) => BLOCK_WORDS.get(block) ?? OTHER_BLOCK),
  ];
  return reported.length === 0 ? null : reported.join('; ');
};

const STATUS_WORDS = new Map<string, readonly string[]>([
  ['ACTION_REQUIRED', ['The broker needs more before it opens the account, such as a document']],
  ['APPROVAL_PENDING', ['The broker is reviewing the application']],
  ['REJECTED', ['The broker did not accept the application']],
  ['SUBMISSION_FAILED', [NOT_TAKEN]],
  ['ACCOUNT_UPDATED', ['The broker is reviewing details of the account that were changed']],
  ['INACTIVE', ['The account is not in use at the broker']],
  ['DISABLED', ['The broker has disabled the account']],
  ['ACCOUNT_CLOSED', ['The account is closed at the broker']],
]);

/**
 * Texts for findings. Other findings, such as `WATCHLIST_HIT` and `OTHER_PARTNER`, are not shown.
 */
const FINDING_WORDS = new Map([
  ['IDENTITY_VERIFICATION', 'the identity could not be verified'],
  ['TAX_IDENTIFICATION', 'the tax id could not be verified'],
  ['ADDRESS_VERIFICATION', 'the address could not be verified'],
  ['DATE_OF_BIRTH', 'the date of birth could not be verified'],
  ['INVALID_IDENTITY_PASSPORT', 'the passport could not be verified'],
  ['SELFIE_VERIFICATION', 'the photo of the user could not be verified'],
  ['VISA_TYPE_OTHER', 'the visa needs an explanation'],
  ['W8BEN_CORRECTION', 'the tax form W-8BEN has to be corrected'],
  ['COUNTRY_NOT_SUPPORTED', 'the country is not supported'],
]);

const OTHER_BLOCK = 'The broker has restricted the account';
const BLOCK_WORDS = new Map([
  ['account_blocked', 'The broker has blocked the account'],
  ['trading_blocked', 'The broker has blocked trading in the account'],
  ['transfers_blocked', 'The broker has blocked transfers of the account'],
  ['trade_suspended_by_user', 'Trading is suspended at the user’s own wish'],
]);

/** Text for a rejected application whose e-mail address the broker already knows. */
export const EMAIL_NOT_USABLE =
  'This e-mail address cannot be used for a new account at the broker';
const DETAILS_NOT_USABLE = 'These details cannot be used for a new account at the broker';

/**
 * Returns the reason of a rejected application for the partner. The service's own reasons stay
 * unchanged.
 */
export const applicationRefusal = (reason: string): string => {
  if (isAboutTheRequest(reason) || OWN_REASONS.has(reason)) return reason;
  if (!KNOWN_THERE.test(reason)) return NOT_TAKEN;
  return /e-?mail/i.test(reason) ? EMAIL_NOT_USABLE : DETAILS_NOT_USABLE;
};

/** Returns the reason that the partner reads for an application that lacks these values. */
export const heldReason = (held: readonly ApplicationError[]): string =>
  `The application is not sent yet. Needed in another onboarding session: ${held.map(({ needed }) => needed).join('; ')}`;

const OWN_REASONS = new Set([EMAIL_NOT_USABLE, DETAILS_NOT_USABLE]);

const KNOWN_THERE =
  /already|exist|duplicate|in use|taken|registered|another|somebody else|correspondent/i;

const NOT_ALLOWED =
  'The broker does not allow this for the account at present; see its trader profile';

/**
 * Returns the partner's and the operators' reason for a rejected order or credit. The partner reads
 * the broker's text only if it is about the request, and `otherwise` if it is not about the account.
 */
export const refusalToTell = (
  brokerReason: string,
  otherwise: string,
): { readonly reason: string; readonly brokerReason?: string } => {
  if (isAboutTheRequest(brokerReason)) return { reason: brokerReason };
  return { reason: ABOUT_ACCOUNT.test(brokerReason) ? NOT_ALLOWED : otherwise, brokerReason };
};

const ABOUT_ACCOUNT = new RegExp(
  [
    String.raw`(account|trading|transfers?|customer|user)\b.*\b(block|restrict|disabl|suspend|clos|inactive|prohibit|liquidat|fr[eo]ez|under review)`,
    String.raw`(account|customer|user)\b.*\bnot? (yet )?(active|allowed|permitted|eligible|authorized|enabled)`,
    String.raw`\bnot (allowed|permitted|eligible|authorized) to (trade|transfer)`,
    String.raw`\b(block|restrict|disabl|suspend|clos)ed (account|customer|user)`,
  ].join('|'),
  'i',
);
