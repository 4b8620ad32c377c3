import type { Change, Projection } from '#platform/read-models/projection.js';
import type { UserEvent } from '../user/user.events.js';

export const byCreation = 'all';
export const byStatus = (status: string) => `status:${status}`;

/** Users in the order of their creation, one index over all and one per status. */
export const userList: Projection<UserEvent> = {
  name: 'user-list',
  version: 2,
  project: (event): readonly Change[] => {
    const { userId: doc, at } = event.data;
    switch (event.type) {
      case 'UserRegistered': {
        const { partnerId: _, userId: __, at: createdAt, ...details } = event.data;
        const status = 'pending_verification';
        const times = { createdAt, updatedAt: createdAt };
        return [
          { op: 'set', doc, fields: { id: doc, ...details, status, ...unjudged, ...times } },
          { op: 'index', index: byCreation, member: doc },
          { op: 'index', index: byStatus(status), member: doc },
        ];
      }
      case 'UserAbandoned':
        return [];
      case 'UserIdentityVerified': {
        const { status, by, identity: identityStatus = 'verified' } = event.data;
        const email = by === 'onboarding' ? { emailStatus: 'verified' } : {};
        const [from, to] = [byStatus('pending_verification'), byStatus(status)];
        return [
          { op: 'set', doc, fields: { status, identityStatus, ...email, updatedAt: at } },
          { op: 'move', member: doc, from, to },
        ];
      }
      case 'UserIdentityRejected': {
        const { identity: identityStatus = 'rejected' } = event.data;
        return [{ op: 'set', doc, fields: { identityStatus, updatedAt: at } }];
      }
      case 'UserAddressVerified': {
        const { address: addressStatus = 'verified' } = event.data;
        return [{ op: 'set', doc, fields: { addressStatus, updatedAt: at } }];
      }
      case 'UserAddressRejected': {
        const { address: addressStatus = 'rejected' } = event.data;
        return [{ op: 'set', doc, fields: { addressStatus, updatedAt: at } }];
      }
    }
  },
};

const unjudged = { emailStatus: 'pending', identityStatus: 'pending', addressStatus: 'pending' };
