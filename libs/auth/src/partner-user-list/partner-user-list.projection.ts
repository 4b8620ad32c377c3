import type { Projection } from '#read-models/projection.js';
import { insert, update } from '#kernel/projection/row-change.js';
import { defineTable, orNull, text, time, uuid } from '#kernel/projection/table.js';
import type { PartnerUserEvent } from '../partner-user/partner-user.events.js';

export const partnerUserTable = defineTable('partnerUsers', {
  columns: { id: uuid, email: orNull(text), createdAt: time, disabledAt: orNull(time) },
  key: ['id'],
  isNumbered: true,
});

/** Partner users for staff, without password hashes. */
export const partnerUserList: Projection<PartnerUserEvent> = {
  name: 'partner-users',
  version: 4,
  tables: [partnerUserTable],
  project: ({ type, data }) => {
    const { partnerUserId: id, at } = data;
    switch (type) {
      case 'PartnerUserCreated': {
        const { email } = data;
        return [insert(partnerUserTable, { id, email, createdAt: at, disabledAt: null })];
      }
      case 'PartnerUserSignedOut':
        return [];
      case 'PartnerUserDisabled':
        return [update(partnerUserTable, { id }, { disabledAt: at })];
      case 'PartnerUserReset':
        return [update(partnerUserTable, { id }, { disabledAt: null })];
    }
  },
};
