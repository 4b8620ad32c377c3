import type { Schemas } from '../../api/client.js';

type Identity = Schemas['StaffUser']['verificationStatus']['identity'];

/** Names the identity provider, because the broker also checks the identity and can reject it. */
export const identityWords = (identity: Identity): string =>
  identity === 'pending' ? identity : `${identity} by the identity provider`;
