import { cents, centsToDecimal } from '#kernel/money.js';
import { count, list, object, text, utcTime, uuid, word } from '#http/response-schemas.js';
import {
  DIFFERENCE_KINDS,
  KINDS,
  adviceFor,
  isKind,
} from '#reconciliation/reconciliation/difference-kinds.js';
import type {
  KnownDifference,
  RunSummary,
} from '#reconciliation/reconciliation/reconciliation.state.js';
import { RUN_KINDS } from '#reconciliation/reconciliation/reconciliation.events.js';

const run = object('ReconciliationRun', 'A comparison of log, read models and broker.', {
  kind: word('Kind of the run.', RUN_KINDS),
  from: utcTime('Start of the compared time range at the broker.'),
  until: utcTime('End of the compared time range at the broker.'),
  at: utcTime('Time of the end.'),
  tookMs: count('Duration, ms.', 1_200),
  calls: count('Number of calls to the broker.', 6),
  compared: object('ReconciliationCompared', 'Number of compared objects.', {
    deposits: count('Deposits.', 120),
    journals: count('Journals of the broker.', 120),
    orders: count('Orders.', 80),
    accounts: count('Accounts.', 3),
    periods: count('Settlement periods.', 2),
  }),
  pending: count('Differences that one run found. The next run confirms them.', 0),
  opened: count('New differences, found by two runs.', 1),
  closed: count('Resolved differences.', 0),
  more: count('Further differences that were not recorded, because there were too many.', 0),
  foreign: count('Third-party journals that do not affect our accounts or did not move money.', 0),
  unreadable: count('Unreadable rows and messages of the broker.', 0),
  notCompared: count('Objects that could not be compared. The nightly run compares them again.', 0),
});

const dismissed = object('DismissedDifference', 'The dismissal of a difference.', {
  by: text('E-mail of the operator.', 'op@example.com'),
  reason: text('Reason.', 'The partner credited it by hand'),
  at: utcTime('Time of the dismissal.'),
});

const brokerId = 'c1d6a0de-45b5-4d02-9d5c-2ff0e2c3a6f4';

const difference = object('ReconciliationDifference', 'Two records that differ.', {
  id: uuid('Id of the difference.'),
  kind: word('What differs.', DIFFERENCE_KINDS),
  what: text(
    'The records that differ.',
    'deposit 9c1b041f: completed in the log, no journal at the broker',
  ),
  action: word('Action of an operator.', [
    'assign',
    'adjust',
    'configure',
    'dismiss',
    'read_again',
  ]),
  remedyFor: text('Next step.', 'Ask the broker for the journal.'),
  amount: text('Dollars that the broker has more than the ledger, or null.', '-40.00').nullable(),
  openedAt: utcTime('Time at which this text was first found.'),
  partnerId: uuid('Partner of the object.').nullable(),
  partnerName: text('Name of the partner.', 'Acme').nullable(),
  userId: uuid('User of the object, or null.').nullable(),
  settlementId: uuid('Affected settlement period.').nullable(),
  depositId: uuid('Id of the deposit.').nullable(),
  orderId: uuid('Id of the order.').nullable(),
  journalId: text('The broker’s id of the journal.', brokerId).nullable(),
  brokerOrderId: text('The broker’s id of the order.', brokerId).nullable(),
  accountId: text('The broker’s id of the account.', brokerId).nullable(),
  dismissed: dismissed.nullable().meta({ description: 'Null while it is open.', examples: [null] }),
});

export const reconciliationAnswer = object(
  'Reconciliation',
  'Differences between log, read models and broker.',
  {
    requestedAt: utcTime('Time of the pending request for a run, or null.').nullable(),
    open: count('Number of open differences.', 1),
    differences: list(
      'Open differences, the latest first, then the last 50 dismissed ones.',
      difference,
    ),
    runs: list('The last 30 runs, the latest first.', run),
  },
);

export const requestedAnswer = object('RequestedReconciliation', 'The request for a run.', {
  requestedAt: utcTime('Time of the request.'),
});

export const dismissedAnswer = object('DismissedAnswer', 'A dismissed difference.', {
  id: uuid('Id of the difference.'),
});

export const runView = ({ logFrom: _, logUntil: __, ...shown }: RunSummary) => shown;

export const differenceView = (
  { differenceId, kind, amountCents, dismissed: by, ...shown }: KnownDifference,
  names: { readonly partnerName: string | null; readonly userId: string | null },
  email: string,
) => ({
  id: differenceId,
  kind,
  action: isKind(kind) ? KINDS[kind].action : 'dismiss',
  remedyFor: adviceFor(kind),
  amount: amountCents === undefined ? null : centsToDecimal(cents(amountCents)),
  ...shown,
  ...names,
  dismissed: by === null ? null : { ...by, by: email },
});
