import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { prepareApplication } from '#broker/alpaca-application.js';
import { application } from '#broker/alpaca.examples.js';
import { applicationSchema } from './account.rules.js';

const FIELDS = [
  ...['givenName', 'familyName', 'streetAddress', 'unit', 'city', 'state', 'postalCode', 'taxId'],
  ...['employerName', 'employerAddress', 'employmentPosition', 'emailAddress', 'agreementIp'],
];

const letters = fc.constantFrom(...'aZß Øæəħ́½1²-’ЩщьΘύμ'.split(''), '山', 'م', 'ส', '१', '😀');
const word = fc.array(letters, { maxLength: 8 }).map((all) => all.join(''));
const value = fc.oneof(
  word,
  fc.constantFrom('PO Box 1', 'p.o. box 7', 'Post Office Box', '12', '111111111', '000-12-3456'),
  fc.constantFrom('ada@münchen.example', 'zoë@x.example', '::ffff:1.2.3.4', '::1', '1.2.3.4, ::1'),
);
const changes = fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 3 });
const country = fc.constantFrom('USA', 'DEU');

it('sends only applications that the broker accepts', () =>
  fc.assert(
    fc.property(changes, country, country, (fields, lives, paysTaxes) => {
      const where = { country: lives, countryOfTaxResidence: paysTaxes };
      const prepared = prepareApplication({ ...application, ...where, ...fields });
      if ('errors' in prepared) return;
      expect(applicationSchema.safeParse(prepared.request).error?.issues ?? []).toEqual([]);
    }),
    { numRuns: 3_000 },
  ));

it('rejects a text with letters of another script', () =>
  fc.assert(
    fc.property(
      ...[
        fc.constantFrom(...FIELDS),
        word,
        fc.constantFrom('山', 'م', 'ส', 'א', 'ก', 'क', 'か'),
        word,
      ],
      (field, before, other, after) =>
        expect(
          prepareApplication({ ...application, [field]: `${before}${other}${after}` }),
        ).toHaveProperty('errors'),
    ),
    { numRuns: 1_000 },
  ));
