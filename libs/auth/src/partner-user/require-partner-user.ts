import { notFound } from '#kernel/refused.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import { findPartnerUser, signInOf } from './partner-user.state.js';

/** @throws {Refused} 404 */
export const requirePartnerUser = async (store: EventStore, partnerId: string, email: string) => {
  const user = signInOf(await findPartnerUser(store, partnerId, email));
  if (user === null)
    throw notFound(
      'partner_user_not_found',
      'The partner does not have a sign-in with this e-mail',
    );
  return user;
};
