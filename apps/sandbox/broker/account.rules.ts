import { z } from 'zod';
import { configurationsSchema } from './configurations.js';

const text = z.string().min(1, 'is required');
/** The broker accepts only printable ASCII in names and addresses. */
const ascii = text
  .regex(/^[\x20-\x7e]*$/, 'must contain only ASCII characters')
  .regex(/^\S(.*\S)?$/, 'must not have leading or trailing spaces');
const PO_BOX = /\b(p\.?\s*o\.?|post office)\s*box\b/i;
const day = z.iso.date('must be a date like 1990-05-15');
const countryCode = z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 3166-1 alpha-3 code');

const contact = z
  .looseObject({
    email_address: text
      .regex(/^[!-?A-~]+@[!-?A-~]+\.[!-?A-~]+$/, 'is not a valid e-mail address')
      .refine((email) => email.replace(/\+.*@/, '@').length <= 60, 'is too long'),
    street_address: z
      .array(
        ascii
          .regex(/[^\d\s]/, 'must not consist of digits alone')
          .min(2, 'must have at least 2 characters')
          .refine((line) => !PO_BOX.test(line), 'cannot be a P.O. Box'),
      )
      .min(1, 'is required')
      .max(3, 'has at most three lines'),
    unit: ascii.optional(),
    city: ascii.regex(/[^\d\s]/, 'must not consist of digits alone'),
    state: ascii
      .regex(/[^\d\s]/, 'must not consist of digits alone')
      .max(50, 'has at most 50 characters')
      .optional(),
    postal_code: ascii.optional(),
    country: countryCode.optional(),
    phone_number: z.string().nullish(),
  })
  .superRefine(({ country = 'USA', state, postal_code }, context) => {
    if (country !== 'USA') return;
    if (state === undefined) context.addIssue({ code: 'custom', message: 'state is required' });
    if (!/^\d{5}/.test(postal_code ?? ''))
      context.addIssue({ code: 'custom', message: 'postal_code must have at least five digits' });
  });

const identity = z
  .looseObject({
    given_name: ascii,
    family_name: ascii,
    date_of_birth: day,
    tax_id_type: text,
    tax_id: z
      .string()
      .regex(/^(?=.*\d)(?!(\d)\1+$)[A-Za-z0-9.+-]{1,40}$/, 'is not a valid tax id')
      .refine((id) => id.replaceAll('-', '') !== '123456789', 'must not be sequential')
      .optional(),
    country_of_tax_residence: countryCode,
    funding_source: z.array(text).min(1, 'is required'),
  })
  .superRefine(({ tax_id_type, tax_id }, context) => {
    if (tax_id_type === 'USA_SSN' && !isSocialSecurityNumber(tax_id ?? ''))
      context.addIssue({ code: 'custom', message: 'tax_id is not a valid SSN' });
  });

const DISCLOSURES = [
  'is_control_person',
  'is_affiliated_exchange_or_finra',
  'is_politically_exposed',
  'immediate_family_exposed',
] as const;

const disclosures = z.looseObject({
  employer_name: ascii.optional(),
  employer_address: ascii.optional(),
  employment_position: ascii.optional(),
  is_control_person: z.boolean(),
  is_affiliated_exchange_or_finra: z.boolean(),
  is_politically_exposed: z.boolean(),
  immediate_family_exposed: z.boolean(),
});

const agreement = z.looseObject({
  agreement: text,
  signed_at: z.iso.datetime({ offset: true, error: 'must be an RFC 3339 timestamp' }),
  ip_address: z.ipv4('must be an IPv4 address'),
});

export const applicationSchema = z.looseObject({
  contact,
  identity,
  disclosures,
  agreements: z.array(agreement).min(1, 'is required'),
  trusted_contact: z
    .looseObject({ given_name: ascii, family_name: ascii, email_address: ascii.optional() })
    .optional(),
  trading_configurations: configurationsSchema.optional(),
});

export type Application = z.output<typeof applicationSchema>;

export type Verdict = { readonly status: string; readonly reason: string | null };

/** Returns the next status of an account, or null. The family name determines it. */
export const nextOf = (status: string, application: Application): Verdict | null => {
  switch (status) {
    case 'SUBMITTED':
      return firstVerdict(application);
    case 'APPROVED':
      return { status: 'ACTIVE', reason: null };
    default:
      return null;
  }
};

/** Blocks of an `ACTIVE` account. Events report only `REPORTED_BLOCKS`. */
export const BLOCKS = [
  'account_blocked',
  'trading_blocked',
  'transfers_blocked',
  'trade_suspended_by_user',
] as const;
export type Block = (typeof BLOCKS)[number];
export const REPORTED_BLOCKS: readonly Block[] = ['account_blocked', 'trading_blocked'];

/** Returns the broker's reason why an account cannot trade, or null. */
export const tradingRefusal = ({ status, blocks }: Held): string | null => {
  if (status !== 'ACTIVE') return 'account is not allowed to trade';
  if (blocks.includes('trade_suspended_by_user')) return 'trading is suspended by the user';
  const isBlocked = blocks.some((block) => REPORTED_BLOCKS.includes(block));
  return isBlocked ? 'account is restricted from trading' : null;
};
/** Returns the broker's reason why a customer's account cannot send or receive a journal, or null. */
export const transferRefusal = (
  side: 'from_account' | 'to_account',
  { status, blocks }: Held,
): string | null => {
  if (status !== 'ACTIVE') return `${side} is not ACTIVE`;
  const isBlocked = blocks.includes('account_blocked') || blocks.includes('transfers_blocked');
  return isBlocked ? `transfers of ${side} are blocked` : null;
};

type Held = { readonly status: string; readonly blocks: readonly Block[] };

const firstVerdict = ({ identity, disclosures }: Application): Verdict => {
  if (identity.family_name.endsWith('Reject'))
    return { status: 'REJECTED', reason: 'the identity could not be verified' };
  if (identity.family_name.endsWith('Action'))
    return { status: 'ACTION_REQUIRED', reason: 'a document that proves the identity is needed' };
  const disclosed = DISCLOSURES.filter((name) => disclosures[name]);
  if (disclosed.length > 0)
    return { status: 'ACTION_REQUIRED', reason: `to be reviewed: ${disclosed.join(', ')}` };
  return { status: 'APPROVED', reason: null };
};

/** Results of the broker's checks, in its format. */
export const kycResults = ({ status, reason }: Verdict): object | null => {
  const about = { additional_information: reason ?? '', accept: {} };
  const codes = { IDENTITY_VERIFICATION: {} };
  switch (status) {
    case 'REJECTED':
      return { ...about, reject: codes, indeterminate: {}, summary: 'fail' };
    case 'ACTION_REQUIRED':
      return { ...about, reject: {}, indeterminate: codes, summary: 'fail' };
    case 'APPROVED':
    case 'ACTIVE':
      return { ...about, reject: {}, indeterminate: {}, summary: 'pass' };
    case 'SUBMITTED':
      return null;
    default:
      return reason === null ? null : { ...about, reject: {}, indeterminate: {}, summary: 'fail' };
  }
};

const isSocialSecurityNumber = (taxId: string): boolean =>
  /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(taxId.replaceAll('-', ''));
