import { z } from 'zod';
import { text, utcTime, uuid } from '#platform/http/answers.js';
import type { Document } from '#platform/read-models/documents.js';

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
export const registrationView = (partnerId: string, document: Document) => ({
  id: document['id'],
  partnerId,
  externalId: document['externalId'] ?? null,
  name: document['firstName'],
  familyName: document['lastName'],
  email: document['email'],
  phone: document['phone'] ?? null,
  countryCode: document['country'],
  dateCreated: document['createdAt'],
  dateModified: document['updatedAt'],
});
