import { z } from 'zod';
import { text, utcTime, uuid } from '#platform/http/answers.js';
import type { UserRow } from './user-list.read-model.js';

export const registrationAnswer = z
  .strictObject({
    id: uuid('The user’s id: keep it, most other endpoints take it.'),
    partnerId: uuid('Your own id as a partner.'),
    externalId: text('Your id for the user; null when you gave none.', 'customer-4711').nullable(),
    name: text('Given name.', 'Ada'),
    familyName: text('Family name.', 'Lovelace'),
    email: text('As it was registered.', 'ada@users.example'),
    phone: text('E.164; null while unknown.', '+12025550143').nullable(),
    countryCode: text('ISO 3166 alpha-3.', 'USA'),
    dateCreated: utcTime('When the user was registered.'),
    dateModified: utcTime('When anything about the user changed last.'),
  })
  .meta({ id: 'RegisteredUser', description: 'A user in the words of the registration family.' });

/** The user as the registration family of endpoints shows it. */
export const registrationView = (row: UserRow) => ({
  id: row.id,
  partnerId: row.partnerId,
  externalId: row.externalId,
  name: row.firstName,
  familyName: row.lastName,
  email: row.email,
  phone: row.phone,
  countryCode: row.country,
  dateCreated: row.createdAt,
  dateModified: row.updatedAt,
});
