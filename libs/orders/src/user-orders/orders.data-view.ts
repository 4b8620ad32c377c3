import { partnerNameOf } from '#auth/partner-names/partner-names.projection.js';
import type { View } from '#read-models/view.js';
import { FINAL } from '../order/order.state.js';
import { orderTable } from './user-orders.projection.js';

/** As in the API, 0 until the order ends. */
const COMMISSION = `(case when status in ('${FINAL.join("', '")}') then commission_cents else 0 end)`;

export const ordersForData: View = {
  name: 'orders',
  select: ({ uuid, time, dollars, shares, decimal, table }) => `
    select ${uuid('id')} as order_id, ${uuid('partner_id')} as partner_id,
      ${uuid('user_id')} as user_id, external_id, symbol, side,
      ${shares('quantity_billionths')} as quantity, ${dollars('amount_cents')} as amount,
      ${shares('filled_billionths')} as filled_quantity,
      ${decimal('average_price')} as average_price,
      ${dollars(COMMISSION)} as commission, status, status_reason,
      ${time('created_at')} as created_at, ${time('updated_at')} as updated_at,
      ${partnerNameOf({ table }, 'o')}
    from ${table(orderTable)} o`,
};
