import type { Change, Projection } from '#platform/read-models/projection.js';
import type { UserEvent } from '../user/user.events.js';

export const byCreation = 'all';
export const byStatus = (status: string) => `status:${status}`;

/** Users in the order of their creation, one index over all and one per status. */
export const userList: Projection<UserEvent> = {
  name: 'user-list',
  version: 1,
  project: (event): readonly Change[] => {
    const { userId: doc, at } = event.data;
    switch (event.type) {
      case 'UserRegistered': {
        const { partnerId: _, userId: __, at: createdAt, ...details } = event.data;
        const status = 'pending_verification';
        const verification = { emailStatus: 'pending', identityStatus: 'pending' };
        const times = { createdAt, updatedAt: createdAt };
        return [
          { op: 'set', doc, fields: { ...details, status, ...verification, ...times } },
          { op: 'index', index: byCreation, member: doc },
          { op: 'index', index: byStatus(status), member: doc },
        ];
      }
      case 'UserAbandoned':
        return [];
      case 'UserIdentityVerified': {
        const email = event.data.by === 'onboarding' ? { emailStatus: 'verified' } : {};
        const { status } = event.data;
        const fields = { status, identityStatus: 'verified', ...email, updatedAt: at };
        const [from, to] = [byStatus('pending_verification'), byStatus(status)];
        return [
          { op: 'set', doc, fields },
          { op: 'move', member: doc, from, to },
        ];
      }
      case 'UserIdentityRejected':
        return [{ op: 'set', doc, fields: { identityStatus: 'rejected', updatedAt: at } }];
    }
  },
};
