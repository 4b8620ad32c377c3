import { z } from 'zod';
import {
  count,
  flag,
  list,
  object,
  text,
  usdText,
  utcTime,
  uuid,
  word,
} from '#http/response-schemas.js';

export const attentionUser = object('AttentionUser', 'Name and e-mail of a user.', {
  name: text('Given and family name.', 'Ada Lovelace'),
  email: text('Registered e-mail.', 'ada@users.example'),
})
  .nullable()
  .meta({
    description: 'User of the entry. Null without a user, or if the list of users is unavailable.',
    examples: [null],
  });

const entry = object('AttentionEntry', 'Work that does not continue.', {
  id: text(
    'Id for retry, look-up and close.',
    'credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690',
  ),
  kind: word(
    'Kind of the entry: work, an unreadable event, a read model, or a finding of a check.',
    ['effect', 'event', 'read-model', 'finding'],
  ),
  state: word('`stuck`, or `failing` if it failed recently and is being retried.', [
    'stuck',
    'failing',
  ]),
  urgent: flag('Whether an operator must decide at once. Urgent entries come first.'),
  about: text(
    'Kind of the object, such as `deposit`, `withdrawal`, `order`, `profile`.',
    'deposit',
  ),
  subjectId: text('Id of the object.', '9c1b041f-124e-57fc-994f-941f66ea2690'),
  partnerId: uuid('Partner of the object.').nullable(),
  userId: uuid('User of the object, or null.').nullable(),
  partnerName: text('Name of the partner.', 'Acme').nullable(),
  user: attentionUser,
  amount: usdText('Amount of the object, or null.', '25.00').nullable(),
  waitsFor: text('Job that the object waits for.', 'credit-deposit').nullable(),
  since: text('Start of the wait, ISO 8601 UTC.', '2026-03-02T14:05:06.789Z'),
  tries: count(
    'Failed attempts since the last success, including look-ups. A run that only waited for a provider does not count.',
    3,
  ),
  lastTriedAt: utcTime('Time of the last failure, or null.').nullable(),
  lastError: text(
    'Last error or finding. An attempt that only waited for a provider does not change it.',
    'NoResponse: POST /v1/journals: no answer',
  ).nullable(),
  history: list(
    'Events since the start, the oldest first.',
    object('AttentionStep', 'An event of the object.', {
      at: text('Time of the first occurrence.', '2026-03-02T14:05:06.789Z'),
      lastAt: text('Time of the last occurrence.', '2026-03-02T14:09:06.789Z'),
      times: count('Number of consecutive occurrences.', 3),
      event: text('Type of the event.', 'DepositStarted'),
      data: z
        .record(z.string(), z.unknown())
        .nullable()
        .meta({
          description:
            'Data of the event without secret and personal fields. Null for an unreadable event.',
          examples: [{ amountCents: '2500' }],
        }),
    }),
  ),
  next: text('Next step.', 'After the cause is gone, retry it to start an attempt at once.'),
  closing: object('AttentionClosing', 'Whether and how the entry can be closed.', {
    possible: flag('Whether an operator can close it.', true),
    inWords: text('Effect of closing, or the alternative.', 'Nothing more is sent.'),
  }),
});

export const attentionList = object('AttentionList', 'Entries that need attention.', {
  entries: list(
    'At most 500 entries: urgent, then stuck, then failing ones. Stuck entries are ordered by hour, the oldest first, then by amount, the largest first.',
    entry,
  ),
});

export const lookedUp = object('AttentionLookUp', 'Current state at a provider.', {
  id: text('Id of the entry.', 'credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690'),
  found: text('State at the provider, one sentence.', 'The broker has no journal for it.'),
  at: utcTime('Time of the look-up.'),
});

export const retried = object('AttentionRetry', 'The retry was requested.', {
  asked: z.array(z.string()).meta({
    description: 'Enqueued jobs and requested rebuilds.',
    examples: [['credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690']],
  }),
});

export const closedAnswer = object('AttentionClosed', 'The closing was recorded.', {
  id: text('Id of the entry.', 'credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690'),
  follows: text('Effect of the closing.', 'Nothing more is sent for this deposit.'),
});
