import { z } from 'zod';
import { count, flag, text, usdText, utcTime, uuid, word } from '#http/response-schemas.js';

export const attentionUser = z
  .strictObject({
    name: text('Given and family name.', 'Ada Lovelace'),
    email: text('Registered e-mail.', 'ada@users.example'),
  })
  .meta({ id: 'AttentionUser', description: 'Name and e-mail of a user.' })
  .nullable()
  .meta({
    description: 'User of the entry. Null without a user, or if the list of users is unavailable.',
    examples: [null],
  });

const entry = z
  .strictObject({
    id: text(
      'Id for retry, look-up and close.',
      'credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690',
    ),
    kind: word(
      'Kind of the entry: work, an unreadable event, a read model, or a finding of a check.',
      [...(['effect', 'event', 'read-model', 'finding'] as const)],
    ),
    state: word('`stuck`, or `failing` if it failed recently and is being retried.', [
      ...(['stuck', 'failing'] as const),
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
    history: z
      .array(
        z
          .strictObject({
            at: text('Time of the first occurrence.', '2026-03-02T14:05:06.789Z'),
            lastAt: text('Time of the last occurrence.', '2026-03-02T14:09:06.789Z'),
            times: count('Number of consecutive occurrences.', 3),
            event: text('What.', 'DepositStarted'),
            data: z
              .record(z.string(), z.unknown())
              .nullable()
              .meta({
                description:
                  'Data of the event without secret and personal fields. Null for an unreadable event.',
                examples: [{ amountCents: '2500' }],
              }),
          })
          .meta({ id: 'AttentionStep', description: 'An event of the object.' }),
      )
      .meta({ description: 'Events since the start, the oldest first.' }),
    next: text('Next step.', 'Once the cause has gone, retry it to have it tried at once.'),
    closing: z
      .strictObject({
        possible: flag('Whether an operator can close it.', true),
        inWords: text('Effect of closing, or the alternative.', 'Nothing more is sent.'),
      })
      .meta({ id: 'AttentionClosing', description: 'Whether and how the entry can be closed.' }),
  })
  .meta({ id: 'AttentionEntry', description: 'Work that does not continue.' });

export const attentionList = z
  .strictObject({
    entries: z.array(entry).meta({
      description:
        'At most 500 entries: urgent, then stuck, then failing ones. Stuck entries are ordered by hour, the oldest first, then by amount, the largest first.',
    }),
  })
  .meta({ id: 'AttentionList', description: 'Entries that need attention.' });

export const lookedUp = z
  .strictObject({
    id: text('Id of the entry.', 'credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690'),
    found: text('State at the provider, one sentence.', 'The broker has no journal for it.'),
    at: utcTime('Time of the look-up.'),
  })
  .meta({ id: 'AttentionLookUp', description: 'Current state at a provider.' });

export const retried = z
  .strictObject({
    asked: z.array(z.string()).meta({
      description: 'Enqueued jobs and requested rebuilds.',
      examples: [['credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690']],
    }),
  })
  .meta({ id: 'AttentionRetry', description: 'The retry was requested.' });

export const closedAnswer = z
  .strictObject({
    id: text('Id of the entry.', 'credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690'),
    follows: text('Effect of the closing.', 'Nothing more is sent for this deposit.'),
  })
  .meta({ id: 'AttentionClosed', description: 'The closing was recorded.' });
