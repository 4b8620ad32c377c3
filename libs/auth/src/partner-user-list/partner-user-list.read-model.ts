import type { ReadModel } from '#platform/read-store/read-model.js';
import { insert, update } from '#platform/read-store/row-change.js';
import { defineTable, orNull, text, time, uuid } from '#platform/read-store/table.js';
import type { PartnerUserEvent } from '../partner-user/partner-user.events.js';

export const partnerUserTable = defineTable('partnerUsers', {
  columns: { id: uuid, email: orNull(text), createdAt: time, disabledAt: orNull(time) },
  key: ['id'],
  isNumbered: true,
});

/** The sign-ins of partners, for staff: without their passwords' hashes. */
export const partnerUserList: ReadModel<PartnerUserEvent> = {
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
