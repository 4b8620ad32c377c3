import { partnerNameOf } from '#auth/partner-names/partner-names.projection.js';
import type { View } from '#read-models/view.js';
import { userTable } from './user-list.projection.js';

/** Users without personal fields, except the country for statistics. */
export const usersForData: View = {
  name: 'users',
  select: ({ uuid, time, table }) => `
    select ${uuid('id')} as user_id, ${uuid('partner_id')} as partner_id, country, status,
      email_status, identity_status, address_status,
      ${time('created_at')} as created_at, ${time('updated_at')} as updated_at,
      ${partnerNameOf({ table }, 'u')}
    from ${table(userTable)} u`,
};
