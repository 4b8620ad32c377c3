import { z } from 'zod';
import { count, flag, text, usdText, utcTime, uuid, word } from '#platform/http/answers.js';

const entry = z
  .strictObject({
    id: text(
      'What retry, look-up and close take.',
      'credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690',
    ),
    kind: word(
      'What got stuck: work, an event that cannot be read, a read model; or what a check has found.',
      [...(['effect', 'event', 'read-model', 'finding'] as const)],
    ),
    state: word('Whether it is stuck, or failed a moment ago and is being tried again.', [
      ...(['stuck', 'failing'] as const),
    ]),
    about: text('Kind of the thing it works on, such as `deposit`, `order`, `profile`.', 'deposit'),
    subjectId: text('Id of that thing.', '9c1b041f-124e-57fc-994f-941f66ea2690'),
    partnerId: uuid('Whose it is.').nullable(),
    userId: uuid('Which user’s, null when it is no user’s.').nullable(),
    partnerName: text('What we call the partner.', 'Acme').nullable(),
    user: z
      .strictObject({
        name: text('Given and family name.', 'Ada Lovelace'),
        email: text('As it was registered.', 'ada@users.example'),
      })
      .meta({ id: 'AttentionUser', description: 'A user, as people know one.' })
      .nullable()
      .meta({
        description: 'Whose it is; null when it is no user’s, or users cannot be read now.',
        examples: [null],
      }),
    amount: usdText('What it is over, null when it is not about money.', '25.00').nullable(),
    waitsFor: text('The job that would bring it on.', 'credit-deposit').nullable(),
    since: text('Since when it waits; ISO 8601 UTC.', '2026-03-02T14:05:06.789Z'),
    tries: count('Tries that failed since one went well.', 3),
    lastTriedAt: utcTime('When it failed last, null when nothing failed.').nullable(),
    lastError: text(
      'Why it failed last, or what was found; a try that only waited for a provider does not change it.',
      'NoAnswer: POST /v1/journals: no answer',
    ).nullable(),
    history: z
      .array(
        z
          .strictObject({
            at: text('When, or for the first time.', '2026-03-02T14:05:06.789Z'),
            lastAt: text('When for the last time.', '2026-03-02T14:09:06.789Z'),
            times: count('How often in a row.', 3),
            event: text('What.', 'DepositStarted'),
            data: z
              .record(z.string(), z.unknown())
              .nullable()
              .meta({
                description:
                  'What else is known, without what is secret or personal; null of an event that cannot be read.',
                examples: [{ amountCents: '2500' }],
              }),
          })
          .meta({ id: 'AttentionStep', description: 'Something that happened meanwhile.' }),
      )
      .meta({ description: 'What happened to it since then, oldest first.' }),
    next: text('What can be done.', 'Once the cause has gone, retry it to have it tried at once.'),
    closing: z
      .strictObject({
        possible: flag('Whether people can end it.', true),
        inWords: text('What closing does, or what to do instead.', 'Nothing more is sent.'),
      })
      .meta({ id: 'AttentionClosing', description: 'What can be told of closing it.' }),
  })
  .meta({ id: 'AttentionEntry', description: 'Something that does not go on as it should.' });

export const attentionList = z
  .strictObject({
    entries: z.array(entry).meta({
      description: 'What is stuck, the longest first, then what is failing; at most 500.',
    }),
  })
  .meta({ id: 'AttentionList', description: 'What needs attention.' });

export const lookedUp = z
  .strictObject({
    id: text('Of the entry.', 'credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690'),
    found: text('What the provider says, one sentence.', 'The broker has no journal for it.'),
    at: utcTime('When it said so.'),
  })
  .meta({ id: 'AttentionLookUp', description: 'How a provider has it, now.' });

export const retried = z
  .strictObject({
    asked: z.array(z.string()).meta({
      description: 'Jobs and read models that were asked.',
      examples: [['credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690']],
    }),
  })
  .meta({ id: 'AttentionRetry', description: 'It is tried now.' });

export const closedAnswer = z
  .strictObject({
    id: text('Of the entry.', 'credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690'),
    follows: text('What follows from it.', 'Nothing more is sent for this deposit.'),
  })
  .meta({ id: 'AttentionClosed', description: 'It is being ended.' });
