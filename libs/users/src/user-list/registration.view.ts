import { z } from 'zod';
import { text, utcTime, uuid } from '#http/response-schemas.js';
import type { UserRow } from './user-list.projection.js';

export const registrationAnswer = z
  .strictObject({
    id: uuid('The user’s id: keep it, most other endpoints take it.'),
    partnerId: uuid('Your own id as a partner.'),
    externalId: text(
      'Your id for the user; null without one, and once the user is erased.',
      'customer-4711',
    ).nullable(),
    name: text('Given name; null once the user is erased.', 'Ada').nullable(),
    familyName: text('Family name; null once the user is erased.', 'Lovelace').nullable(),
    email: text(
      'E-mail as registered; null once the user is erased.',
      'ada@users.example',
    ).nullable(),
    phone: text('E.164; null while unknown.', '+12025550143').nullable(),
    countryCode: text('ISO 3166 alpha-3; null once the user is erased.', 'USA').nullable(),
    dateCreated: utcTime('When the user was registered.'),
    dateModified: utcTime('Time of the last change of the user.'),
  })
  .meta({ id: 'RegisteredUser', description: 'A user in the registration format.' });

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
