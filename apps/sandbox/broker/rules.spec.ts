import { describe, expect, it } from '@jest/globals';
import { centsFromDecimal } from '#kernel/money.js';
import { type Application, applicationSchema, nextOf } from './account.rules.js';
import { courseOf, journalSchema } from './journal.rules.js';

const application = (changes: { family?: string; disclosed?: boolean } = {}): Application =>
  applicationSchema.parse({
    contact: {
      email_address: 'ada@example.com',
      street_address: ['1 Market St'],
      city: 'San Francisco',
      state: 'CA',
      postal_code: '94105',
      country: 'USA',
    },
    identity: {
      given_name: 'Ada',
      family_name: changes.family ?? 'Lovelace',
      date_of_birth: '1990-05-15',
      tax_id: '123459876',
      tax_id_type: 'USA_SSN',
      country_of_tax_residence: 'USA',
      funding_source: ['savings'],
    },
    disclosures: {
      is_control_person: false,
      is_affiliated_exchange_or_finra: false,
      is_politically_exposed: changes.disclosed ?? false,
      immediate_family_exposed: false,
    },
    agreements: [
      {
        agreement: 'customer_agreement',
        signed_at: '2026-01-02T03:04:05Z',
        ip_address: '127.0.0.1',
      },
    ],
  });

describe('the course of an account', () => {
  it.each([
    ['Lovelace', 'APPROVED'],
    ['McAction', 'ACTION_REQUIRED'],
    ['Reject', 'REJECTED'],
    ['Actions', 'APPROVED'],
    ['Fail', 'APPROVED'],
  ])('%s becomes %s', (family, status) => {
    expect(nextOf('SUBMITTED', application({ family }))?.status).toBe(status);
  });

  it('needs a review after a disclosure, and names the disclosure', () => {
    const verdict = nextOf('SUBMITTED', application({ disclosed: true }));
    expect(verdict?.status).toBe('ACTION_REQUIRED');
    expect(verdict?.reason).toContain('is_politically_exposed');
  });

  it('ends active', () => {
    expect(nextOf('APPROVED', application())).toEqual({ status: 'ACTIVE', reason: null });
    expect(nextOf('ACTIVE', application())).toBeNull();
  });
});

describe('an application', () => {
  const faultsWith = (change: (body: Application) => object): readonly string[] => {
    const parsed = applicationSchema.safeParse(change(application()));
    return parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
  };

  it.each([
    ['a forbidden SSN', (body: Application) => withIdentity(body, { tax_id: '666123456' })],
    ['an SSN above 900', (body: Application) => withIdentity(body, { tax_id: '912123456' })],
    ['letters beyond ASCII', (body: Application) => withIdentity(body, { given_name: 'Zoë' })],
    ['a P.O. box', (body: Application) => withContact(body, { street_address: ['PO Box 12'] })],
    ['a street of digits', (body: Application) => withContact(body, { street_address: ['123'] })],
    ['a city of digits', (body: Application) => withContact(body, { city: '94401' })],
    ['a tax id in sequence', (body: Application) => withIdentity(body, { tax_id: '123-45-6789' })],
    ['no state in the US', (body: Application) => withContact(body, { state: undefined })],
  ])('is rejected for %s', (_, change) => {
    expect(faultsWith(change)).toHaveLength(1);
  });

  it('needs no state abroad', () => {
    const abroad = { country: 'DEU', state: undefined, postal_code: undefined };
    expect(faultsWith((body) => withContact(body, abroad))).toEqual([]);
  });
});

describe('the course of a journal', () => {
  it.each([
    ['10.13', 'rejected'],
    ['10.17', 'executed-then-reversed'],
    ['13.00', 'executed'],
    ['1000.31', 'executed'],
  ])('%s is %s', (amount, course) => {
    expect(courseOf(centsFromDecimal(amount))).toBe(course);
  });

  it.each(['0', '-1', '1.001', '1e3', 'NaN'])('an amount of %s is rejected', (amount) => {
    const journal = { entry_type: 'JNLC', from_account: 'a', to_account: 'b', amount };
    expect(journalSchema.safeParse(journal).success).toBe(false);
  });
});

const withIdentity = (body: Application, change: object) => ({
  ...body,
  identity: { ...body.identity, ...change },
});

const withContact = (body: Application, change: object) => ({
  ...body,
  contact: { ...body.contact, ...change },
});
