/**
 * Everything that two records can disagree about, and what people do then. Log and broker first, the
 * log and what is shown to partners after that.
 */
const WHAT_TO_DO = {
  event_unreadable:
    'Everything else was compared without this event of the log: see F20 in docs/operations.md.',
  deposit_missing_at_broker:
    'Ask the broker for the journal. If it has none, the user was never credited: have the broker make one whose description is the deposit’s id.',
  deposit_twice:
    'The user has more than he paid for: have the broker take back what is too much, in one journal or several. What is his all the same, match with the deposit. Where the sum hangs on a correction, ask the broker which journal is the correction; if it is another one, have what the sum names taken back first, and match that one then.',
  deposit_foreign_credit:
    'Others credited the user for a deposit that had no credit: the books follow by themselves. If it stays open, see Needs attention, or ask the broker.',
  deposit_not_executed:
    'The broker took the credit back: the books follow by themselves. If it stays open, see Needs attention, or ask the broker.',
  deposit_executed:
    'The user has the money: the books follow by themselves. If it stays open, see Needs attention, or ask the broker.',
  deposit_behind:
    'The broker has executed it for over a minute: the books follow by themselves. If it stays open, see Needs attention.',
  deposit_amount:
    'It is not booked at our figure. Ask the broker: it corrects the journal, or stands by it; then match the journal with its deposit.',
  deposit_account:
    'The money went to another account: have the broker take it back, and credit the right one if nobody did.',
  deposit_journal_id:
    'The broker told another journal before: the books follow by themselves. If it stays open, ask the broker which one holds.',
  deposit_taken_back:
    'The books follow by themselves where they hold the credit. If it stays open, ask the broker what it took back, or dismiss it.',
  deposit_corrected:
    'The books follow by themselves. If it stays open, ask the broker which journals hold.',
  journal_unknown_deposit:
    'A deposit of ours that the log has lost: see "After a restore" in docs/operations.md.',
  journal_foreign_credit:
    'Somebody credited a user of ours without us: match the journal to a deposit, or dismiss it.',
  journal_foreign_debit:
    'Somebody took money from a user of ours without us: match it to a deposit, or dismiss it.',
  journal_unanswered:
    'The broker gives no usable answer about it: ask the broker. It is asked for again by itself.',
  order_missing_at_broker: 'Ask the broker for the order; it was confirmed with an id.',
  order_unknown: 'An order that was placed without us, or that the log has lost: ask the broker.',
  order_twice: 'The broker has two orders under one id of ours: have it cancel one of them.',
  order_account: 'The order is in the account of somebody else: have the broker move it.',
  order_id: 'The broker knows the order by another id than it confirmed: ask which one holds.',
  order_behind:
    'The broker has told this for over a minute: the order is read again by itself. If it stays open, see Needs attention.',
  order_status:
    'It ended otherwise: the order is read again by itself. If it stays open, ask the broker.',
  order_filled:
    'Another quantity is filled: the order is read again by itself. If it stays open, ask the broker.',
  order_price:
    'It was filled at another price: the order is read again by itself. If it stays open, ask the broker.',
  order_unanswered:
    'The broker gives no usable answer about it: ask the broker. It is asked for again by itself.',
  account_missing_at_broker: 'Ask the broker what became of the account; the user cannot trade.',
  account_unknown: 'An account that was opened without us, or that the log has lost.',
  account_status:
    'The account is read again by itself. If it stays open, see Needs attention, or ask the broker.',
  account_identity:
    'The account says that it is another, or another person’s, and nothing of it is believed: ask the broker.',
  account_number:
    'The account is read again by itself. If it stays open, see Needs attention, or ask the broker.',
  account_unanswered:
    'The broker gives no usable answer about it: ask the broker. It is asked for again by itself.',
  period_closing: 'The period was closed with other totals than its deposits have: see settlement.',
  period_missing: 'Rebuild the read model of settlement.',
  period_count: 'Rebuild the read model of settlement.',
  period_gross: 'Rebuild the read model of settlement.',
  period_fees: 'Rebuild the read model of settlement.',
  period_adjustments: 'Rebuild the read model of settlement.',
  period_digest: 'A line differs though the sums agree: rebuild the read model of settlement.',
  period_status: 'Rebuild the read model of settlement.',
  period_received: 'Rebuild the read model of settlement.',
  period_due: 'Rebuild the read model of settlement.',
  period_carried: 'Rebuild the read model of settlement.',
  period_dates: 'Rebuild the read model of settlement.',
  period_checksum: 'Rebuild the read model of settlement.',
  partner_credit: 'Rebuild the read model of settlement.',
  line_missing: 'Rebuild the read model of settlement.',
  line_unknown: 'Rebuild the read model of settlement.',
  line_differs: 'Rebuild the read model of settlement.',
} as const;

export type DifferenceKind = keyof typeof WHAT_TO_DO;

export const DIFFERENCE_KINDS = Object.keys(WHAT_TO_DO) as [DifferenceKind, ...DifferenceKind[]];

/** For a kind out of the log, which a later version may have written. */
export const whatToDo = (kind: string): string =>
  Object.hasOwn(WHAT_TO_DO, kind) ? WHAT_TO_DO[kind as DifferenceKind] : 'See operations.';
