import { partnerNameOf } from '#auth/partner-names/partner-names.projection.js';
import type { View } from '#read-models/view.js';
import { depositTable } from './user-deposits.projection.js';

export const depositsForData: View = {
  name: 'deposits',
  select: ({ uuid, time, dollars, table }) => `
    select ${uuid('id')} as deposit_id, ${uuid('partner_id')} as partner_id,
      ${uuid('user_id')} as user_id, external_id, ${dollars('amount_cents')} as amount,
      ${dollars('fee_cents')} as fee, ${dollars('(amount_cents - fee_cents)')} as net_amount,
      status, status_reason, ${time('created_at')} as created_at,
      ${time('updated_at')} as updated_at, ${time('completed_at')} as completed_at,
      ${partnerNameOf({ table }, 'd')}
    from ${table(depositTable)} d`,
};
