import { notFound } from '#platform/core/refused.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { type PartnerUser, findPartnerUser } from './partner-user.state.js';

/** @throws {Refused} 404 */
export const requirePartnerUser = async (
  store: EventStore,
  partnerId: string,
  email: string,
): Promise<PartnerUser> => {
  const user = await findPartnerUser(store, partnerId, email);
  if (user === null)
    throw notFound('partner_user_not_found', 'This partner has no sign-in with this e-mail');
  return user;
};
