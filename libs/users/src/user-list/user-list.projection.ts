import type { Change, Projection } from '#platform/read-models/projection.js';
import type { UserEvent } from '../user/user.events.js';
import type { UserStatus } from '../user/user.state.js';

export const byCreation = 'all';
export const byStatus = (status: UserStatus) => `status:${status}`;

/** Users in the order of their creation, one index over all and one per status. */
export const userList: Projection<UserEvent> = {
  name: 'user-list',
  version: 3,
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
      case 'UserDetailsChanged': {
        const { firstName, lastName, phone } = event.data;
        const fields = {
          ...(firstName === undefined ? {} : { firstName }),
          ...(lastName === undefined ? {} : { lastName }),
          ...(phone === undefined ? {} : { phone }),
        };
        return [{ op: 'set', doc, fields: { ...fields, updatedAt: at } }];
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
      case 'UserSuspended':
        return statusChange(doc, event.data.from, 'suspended', at);
      case 'UserReinstated':
        return statusChange(doc, 'suspended', event.data.to, at);
      case 'UserClosed':
        return statusChange(doc, event.data.from, 'closed', at);
    }
  },
};

const statusChange = (
  doc: string,
  from: UserStatus,
  status: UserStatus,
  updatedAt: string,
): readonly Change[] => [
  { op: 'set', doc, fields: { status, updatedAt } },
  { op: 'move', member: doc, from: byStatus(from), to: byStatus(status) },
];

const unjudged = { emailStatus: 'pending', identityStatus: 'pending', addressStatus: 'pending' };
