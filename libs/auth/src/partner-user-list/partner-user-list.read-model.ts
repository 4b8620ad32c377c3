import type { ReadModel } from '#platform/read-store/read-model.js';
import { insert } from '#platform/read-store/row-change.js';
import { defineTable, text, time, uuid } from '#platform/read-store/table.js';
import type { PartnerUserEvent } from '../partner-user/partner-user.state.js';

export const partnerUserTable = defineTable('partnerUsers', {
  columns: { id: uuid, email: text, createdAt: time },
  key: ['id'],
  isNumbered: true,
});

/** The sign-ins of partners, for staff: without their passwords' hashes. */
export const partnerUserList: ReadModel<PartnerUserEvent> = {
  name: 'partner-users',
  version: 2,
  tables: [partnerUserTable],
  project: ({ data: { partnerUserId: id, email, at: createdAt } }) => [
    insert(partnerUserTable, { id, email, createdAt }),
  ],
};
