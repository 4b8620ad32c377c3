import { z } from 'zod';
import { count, text, utcTime, uuid, word } from '#platform/http/answers.js';
import {
  DIFFERENCE_KINDS,
  type KnownDifference,
  RUN_KINDS,
  type RunSummary,
  whatToDo,
} from '#settlement';

const run = z
  .strictObject({
    kind: word('What it went over.', RUN_KINDS),
    from: utcTime('Where it began at the broker.'),
    until: utcTime('Where it ended at the broker.'),
    at: utcTime('When it had finished.'),
    tookMs: count('How long it took, in milliseconds.', 1_200),
    calls: count('How often the broker was asked.', 6),
    compared: z
      .strictObject({
        deposits: count('Deposits.', 120),
        journals: count('Journals of the broker.', 120),
        orders: count('Orders.', 80),
        accounts: count('Accounts.', 3),
        periods: count('Settlement periods.', 2),
      })
      .meta({ id: 'ReconciliationCompared', description: 'How much was compared.' }),
    opened: count('Differences that were new.', 1),
    closed: count('Differences that were gone.', 0),
    more: count('Differences that were found and not kept, for there were too many.', 0),
    foreign: count('Journals of others that touch no account of ours, or moved no money.', 0),
    unreadable: count('Rows and messages of the broker that say nothing.', 0),
    notCompared: count('What could not be looked at; the nightly run does it again.', 0),
  })
  .meta({ id: 'ReconciliationRun', description: 'Log, read models and broker were compared.' });

const dismissed = z
  .strictObject({
    by: text('Who did it.', 'op@example.com'),
    reason: text('Why.', 'The partner credited it by hand'),
    at: utcTime('When.'),
  })
  .meta({ id: 'DismissedDifference', description: 'That somebody dismissed it.' });

const brokerId = 'c1d6a0de-45b5-4d02-9d5c-2ff0e2c3a6f4';

const difference = z
  .strictObject({
    id: uuid('What dismissing takes.'),
    kind: word('What differs.', DIFFERENCE_KINDS),
    what: text(
      'Which record says what.',
      'deposit 9c1b041f: completed in the log, no journal at the broker',
    ),
    whatToDo: text('What can be done.', 'Ask the broker for the journal.'),
    openedAt: utcTime('When it was found, saying this.'),
    partnerId: uuid('Whose it is.').nullable(),
    partnerName: text('What we call the partner.', 'Acme').nullable(),
    userId: uuid('Which user’s, null when it is no user’s.').nullable(),
    settlementId: uuid('The period it shows in.').nullable(),
    depositId: uuid('Of the deposit.').nullable(),
    orderId: uuid('Of the order.').nullable(),
    journalId: text('The broker’s id of the journal.', brokerId).nullable(),
    brokerOrderId: text('The broker’s id of the order.', brokerId).nullable(),
    accountId: text('The broker’s id of the account.', brokerId).nullable(),
    dismissed: dismissed
      .nullable()
      .meta({ description: 'Null while it is open.', examples: [null] }),
  })
  .meta({ id: 'ReconciliationDifference', description: 'Two records that do not agree.' });

export const reconciliationAnswer = z
  .strictObject({
    requestedAt: utcTime('Since when a run is waited for, null when nobody asked.').nullable(),
    open: count('How many differences are open.', 1),
    differences: z.array(difference).meta({
      description: 'The open ones, the latest first, then the last 50 that were dismissed.',
    }),
    runs: z.array(run).meta({ description: 'The last 30 runs, the latest first.' }),
  })
  .meta({ id: 'Reconciliation', description: 'How log, read models and broker agree.' });

export const requestedAnswer = z
  .strictObject({ requestedAt: utcTime('Since when the run is waited for.') })
  .meta({ id: 'RequestedReconciliation', description: 'A run was asked for.' });

export const dismissedAnswer = z
  .strictObject({ id: uuid('Of the difference.') })
  .meta({ id: 'DismissedAnswer', description: 'It is dismissed.' });

export const runView = ({ logFrom: _, logUntil: __, ...shown }: RunSummary) => shown;

export const differenceView = (
  { differenceId, kind, dismissed: by, ...shown }: KnownDifference,
  names: { readonly partnerName: string | null; readonly userId: string | null },
  email: string,
) => ({
  id: differenceId,
  kind,
  whatToDo: whatToDo(kind),
  ...shown,
  ...names,
  dismissed: by === null ? null : { ...by, by: email },
});
