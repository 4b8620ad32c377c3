import type { RegisteredUser } from '../user/user.state.js';

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
