import { z } from 'zod';
import { text, utcTime, uuid } from '#platform/http/answers.js';
import type { RegisteredUser } from '../user/user.state.js';

export const user = z
  .strictObject({
    id: uuid('The id of the user: keep it, most later calls take it.'),
    partnerId: uuid('You.'),
    externalId: text(
      'Your own id for the user, null when you gave none.',
      'customer-4711',
    ).nullable(),
    name: text('Given name.', 'Ada'),
    familyName: text('Family name.', 'Lovelace'),
    email: z.email().meta({ description: 'E-mail address.', examples: ['ada@example.com'] }),
    phone: text('International phone number, null when none is known.', '+14155550123').nullable(),
    countryCode: text('Country, ISO 3166-1 alpha-3.', 'USA'),
    dateCreated: utcTime('When the user was registered.'),
    dateModified: utcTime('When the user last changed.'),
  })
  .meta({ id: 'User', description: 'An end user, in the registration family of endpoints.' });

/** The user as the registration family of endpoints shows it. */
export const toUserView = (user: RegisteredUser) => ({
  id: user.userId,
  partnerId: user.partnerId,
  externalId: user.externalId,
  name: user.firstName,
  familyName: user.lastName,
  email: user.email,
  phone: user.phone,
  countryCode: user.country,
  dateCreated: user.createdAt,
  dateModified: user.updatedAt,
});
