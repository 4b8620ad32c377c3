import { partnerNameOf } from '#auth/partner-names/partner-names.projection.js';
import { depositTable } from '#funding/user-deposits/user-deposits.projection.js';
import { orderTable } from '#orders/user-orders/user-orders.projection.js';
import type { View } from '#read-models/view.js';
import { lineTable, periodTable, sumTable, transferTable } from './settlement.tables.js';

/** A closed period shows its fixed totals, any other period the sums of its lines so far. */
const periods: View = {
  name: 'settlement_periods',
  select: ({ uuid, time, dollars, table }) => {
    const total = (column: string) =>
      `(case when p.closed_at is null then coalesce(s.${column}, 0) else p.${column} end)`;
    const due = total('due_cents');
    const withdrawn = total('withdrawal_gross_cents');
    const withdrawalFees = total('withdrawal_fee_cents');
    return `
      select ${uuid('p.id')} as settlement_id, ${uuid('p.partner_id')} as partner_id, p.number,
        p.status, ${time('p.opens_at')} as opens_at, ${time('p.cut_off_at')} as cut_off_at,
        ${time('p.closed_at')} as closed_at, ${time('p.due_at')} as due_at,
        ${total('count')} as deposit_count, ${dollars(total('gross_cents'))} as gross,
        ${dollars(total('fee_cents'))} as fees,
        ${dollars(`(${total('gross_cents')} - ${total('fee_cents')})`)} as net,
        ${dollars(total('adjustment_cents'))} as adjustments,
        ${dollars(due)} as due, ${dollars('p.carried_cents')} as carried,
        ${dollars('p.received_cents')} as received,
        ${dollars(`(${due} - p.carried_cents - p.received_cents)`)} as outstanding,
        ${total('withdrawal_count')} as withdrawal_count,
        ${dollars(withdrawn)} as withdrawal_gross, ${dollars(withdrawalFees)} as withdrawal_fees,
        ${dollars(`(${withdrawn} - ${withdrawalFees})`)} as withdrawal_net,
        ${total('commission_count')} as commission_count,
        ${dollars(total('commission_cents'))} as commissions,
        ${partnerNameOf({ table }, 'p')}
      from ${table(periodTable)} p
      left join ${table(sumTable)} s on s.partner_id = p.partner_id
        and s.period = case when p.cut_position is null then 'open' else ${idOf(uuid)} end`;
  },
};

/** The key of a sum is the text of the period's id. */
const idOf = (uuid: (column: string) => string): string => `cast(${uuid('p.id')} as text)`;

/** After every position. With this bound, both databases use the index of lines. */
const LAST = '9223372036854775807';

const lines: View = {
  name: 'settlement_lines',
  select: ({ uuid, time, dollars, table }) => `
    select ${uuid('p.id')} as settlement_id, ${uuid('l.partner_id')} as partner_id,
      l.ordinal + 1 as line_number, l.type,
      case when l.journal_id is not null then ${uuid('l.transaction_id')} end as deposit_id,
      coalesce(d.external_id, o.external_id) as external_id,
      ${uuid('l.user_id')} as user_id, ${dollars('l.gross_cents')} as gross,
      ${dollars('l.fee_cents')} as fee, ${dollars('(l.gross_cents - l.fee_cents)')} as net,
      ${time('l.completed_at')} as completed_at, l.journal_id,
      ${dollars('l.due_cents')} as due,
      case when l.journal_id is null then ${uuid('l.transaction_id')} end as order_id,
      ${partnerNameOf({ table }, 'l')}
    from ${table(lineTable)} l
    join ${table(periodTable)} p on p.partner_id = l.partner_id and l.position >= p.from_position
      and l.position < coalesce(p.cut_position, ${LAST})
    left join ${table(depositTable)} d on d.id = l.transaction_id
    left join ${table(orderTable)} o on l.journal_id is null and o.id = l.transaction_id`,
};

const transfers: View = {
  name: 'settlement_transfers',
  select: ({ uuid, time, dollars, table }) => `
    select ${uuid('id')} as transfer_id, ${uuid('partner_id')} as partner_id, reference,
      ${dollars('amount_cents')} as amount, status, ${time('recorded_at')} as recorded_at,
      ${time('reversed_at')} as reversed_at, reason,
      kind,
      ${partnerNameOf({ table }, 't')}
    from ${table(transferTable)} t`,
};

export const settlementViews: readonly View[] = [periods, lines, transfers];
