import type { Projection } from '#read-models/projection.js';
import { type RowChange, insert, update } from '#kernel/projection/row-change.js';
import type { OwnRows } from '#read-models/rows.js';
import {
  type ReadRow,
  type RowOf,
  defineTable,
  orNull,
  text,
  time,
  uuid,
} from '#kernel/projection/table.js';
import type { UserEvent } from '../user/user.events.js';
import { ERASED_PERSON, users } from '../user/user.state.js';

const columns = {
  id: uuid,
  externalId: orNull(text),
  email: orNull(text),
  firstName: orNull(text),
  lastName: orNull(text),
  country: orNull(text),
  phone: orNull(text),
  dateOfBirth: orNull(text),
  status: text,
  emailStatus: text,
  identityStatus: text,
  addressStatus: text,
  createdAt: time,
  updatedAt: time,
};

export const userTable = defineTable('userRows', {
  columns,
  key: ['id'],
  isNumbered: true,
  countedBy: 'status',
  indexes: [['status', 'ordinal']],
});
export type UserRow = ReadRow<typeof columns>;

/** Users in the order of their creation. */
export const userList: Projection<UserEvent> = {
  name: 'user-list',
  version: 6,
  tables: [userTable],
  project: ({ type, data }) => {
    const { userId: id, at: updatedAt } = data;
    const set = (values: Partial<RowOf<typeof columns>>): readonly RowChange[] => [
      update(userTable, { id }, { ...values, updatedAt }),
    ];
    switch (type) {
      case 'UserRegistered': {
        const { externalId, email, firstName, lastName, country, phone, dateOfBirth } = data;
        const person = { email, firstName, lastName, country, phone, dateOfBirth };
        const times = { createdAt: updatedAt, updatedAt };
        const status = 'pending_verification';
        return [insert(userTable, { id, externalId, ...person, status, ...PENDING, ...times })];
      }
      case 'UserDetailsChanged': {
        const { firstName, lastName, phone } = data;
        return set({
          ...(firstName === undefined ? {} : { firstName }),
          ...(lastName === undefined ? {} : { lastName }),
          ...(phone === undefined ? {} : { phone }),
        });
      }
      case 'UserAbandoned':
        return [];
      case 'UserIdentityVerified': {
        const { status, by, identity: identityStatus = 'verified' } = data;
        const email = by === 'onboarding' ? { emailStatus: 'verified' } : {};
        return set({ status, identityStatus, ...email });
      }
      case 'UserIdentityRejected':
        return set({ identityStatus: data.identity ?? 'rejected' });
      case 'UserAddressVerified':
        return set({ addressStatus: data.address ?? 'verified' });
      case 'UserAddressRejected':
        return set({ addressStatus: data.address ?? 'rejected' });
      case 'UserSuspended':
        return set({ status: 'suspended' });
      case 'UserReinstated':
        return set({ status: data.to });
      case 'UserClosed':
        return set({ status: 'closed' });
      case 'PersonErased':
        return set({ ...ERASED_PERSON, status: 'closed' });
      case 'UserWatchListHitReported':
      case 'UserWatchListHitDismissed':
      case 'UserHoldPlaced':
      case 'UserHoldReleased':
      case 'PersonErasedAtProvider':
        return [];
    }
  },
};

export const userRows: OwnRows<UserEvent, typeof columns> = {
  table: userTable,
  source: users,
  project: userList.project,
};

const PENDING = { emailStatus: 'pending', identityStatus: 'pending', addressStatus: 'pending' };
