import type { Projection } from '#platform/read-models/projection.js';
import type { PartnerUserEvent } from '../partner-user/partner-user.state.js';

/** All of a partner's sign-ins, in the order in which they were made. */
export const ALL = 'all';

/** The sign-ins of partners, for staff: without their passwords' hashes. */
export const partnerUserList: Projection<PartnerUserEvent> = {
  name: 'partner-users',
  version: 1,
  project: ({ data: { partnerUserId: doc, email, at } }) => [
    { op: 'set', doc, fields: { id: doc, email, createdAt: at } },
    { op: 'index', index: ALL, member: doc },
  ],
};
