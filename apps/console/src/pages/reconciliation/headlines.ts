import type { Schemas } from '../../api/client.js';

type Kind = Schemas['ReconciliationDifference']['kind'];

/** Describes each kind of difference in one line. */
export const HEADLINES: Readonly<Record<Kind, string>> = {
  journal_unassigned: 'A journal belongs to no deposit',
  deposit_missing_at_broker: 'A credit is missing at the broker',
  deposit_missing_here: 'A credit is missing in the ledger',
  deposit_amount: 'The broker and the ledger have different amounts of a deposit',
  order_missing_at_broker: 'An accepted order is missing at the broker',
  order_unknown_here: 'An unknown order',
  order_different: 'An order has another state at the broker',
  account_missing_at_broker: 'An account is missing at the broker',
  account_unknown_here: 'An unknown account',
  account_different: 'An account has another state at the broker',
  account_configuration: 'The broker allows margin or short sales in an account',
  period_total: 'A period shows other totals or lines than its events',
  read_model_digest: 'A read model differs from the log',
  event_unreadable: 'An event of the log cannot be read',
  broker_unreadable: 'The broker returns an unreadable record',
};
