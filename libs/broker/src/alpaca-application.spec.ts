import { describe, expect, it } from '@jest/globals';
import { application as valid } from './alpaca.examples.js';
import { prepareApplication } from './alpaca-application.js';
import type { AccountApplication } from './broker.js';

const prepared = (changes: Partial<AccountApplication>) =>
  prepareApplication({ ...valid, ...changes });

describe('an application that the broker accepts', () => {
  it.each<[string, Partial<AccountApplication>, object]>([
    ['as it is', {}, { contact: { email_address: 'zoe.nunez+uk@example.com' } }],
    [
      'with an international domain',
      { emailAddress: 'ada@münchen.example' },
      { contact: { email_address: 'ada@xn--mnchen-3ya.example' } },
    ],
    [
      'with a forwarded list of addresses',
      { agreementIp: '203.0.113.9, 10.0.0.1' },
      { agreements: [{ ip_address: '203.0.113.9' }, { ip_address: '203.0.113.9' }] },
    ],
    [
      'with a mapped address',
      { agreementIp: '::ffff:203.0.113.9' },
      { agreements: [{ ip_address: '203.0.113.9' }, { ip_address: '203.0.113.9' }] },
    ],
    [
      'with a name in Cyrillic letters',
      { givenName: 'Юлия' },
      { identity: { given_name: 'Iuliia', local_given_name: 'Юлия' } },
    ],
    ['from Guam', { state: 'GU' }, { contact: { state: 'GU' } }],
    ['with a trusted contact without e-mail and phone', unreachable('山'), {}],
  ])('is a request %s', (_, changes, request) =>
    expect(prepared(changes)).toMatchObject({ request }),
  );
});

function unreachable(givenName: string): Partial<AccountApplication> {
  return { trustedContact: { givenName, familyName: 'N', emailAddress: '', phone: '' } };
}

describe('an application that the broker would reject', () => {
  it.each<[string, Partial<AccountApplication>]>([
    ['givenName', { givenName: '太郎' }],
    ['givenName', { givenName: 'Smith山' }],
    ['givenName', { givenName: '' }],
    ['familyName', { familyName: 'สมชาย' }],
    ['dateOfBirth', { dateOfBirth: '' }],
    ['taxId', { taxId: '666-55-4321' }],
    ['taxId', { taxId: '' }],
    ['taxId', { taxId: '123-45-6789' }],
    ['taxId', { taxId: '111111111' }],
    ['taxId', { countryOfTaxResidence: 'ESP', taxId: '000000000' }],
    ['fundingSource', { fundingSource: '' }],
    ['agreementIp', { agreementIp: '' }],
    ['agreementIp', { agreementIp: '2001:db8::1' }],
    ['agreementIp', { agreementIp: '::1' }],
    ['agreementIp', { agreementIp: 'unknown, 203.0.113.9' }],
    ['emailAddress', { emailAddress: 'zoë@example.com' }],
    ['emailAddress', { emailAddress: `${'a'.repeat(50)}@example.com` }],
    ['streetAddress', { streetAddress: 'P.O. Box 12' }],
    ['streetAddress', { streetAddress: 'Post Office Box 12' }],
    ['streetAddress', { streetAddress: '12345' }],
    ['streetAddress', { streetAddress: '千代田区丸の内1-9-1' }],
    ['unit', { unit: '階' }],
    ['city', { city: '94401' }],
    ['city', { city: '' }],
    ['state', { state: '' }],
    ['state', { state: 'XX' }],
    ['state', { country: 'JPN', state: '東京' }],
    ['postalCode', { postalCode: '9440' }],
    ['postalCode', { country: 'JPN', postalCode: '百' }],
    ['employerName', { employerName: '株式会社' }],
    ['employerAddress', { employerAddress: '東京' }],
    ['employmentPosition', { employmentPosition: '医師' }],
    [
      'trustedContact.givenName',
      { trustedContact: { givenName: '山', familyName: 'N', emailAddress: '', phone: '+1415' } },
    ],
    [
      'trustedContact.emailAddress',
      {
        trustedContact: { givenName: 'A', familyName: 'N', emailAddress: 'ë@x.example', phone: '' },
      },
    ],
  ])('reports %s in %j', (field, changes) =>
    expect(prepared(changes)).toMatchObject({ errors: [{ field }] }),
  );

  it('reports the required value without the given one', () =>
    expect(prepared({ givenName: '太郎' })).toEqual({
      errors: [{ field: 'givenName', needed: 'given name in Latin letters, as in the passport' }],
    }));
});
