import { z } from 'zod';
import { count, flag, text, usdText, uuid, word } from '#platform/http/answers.js';

const partnerId = uuid('The partner.');
const reference = text('The bank’s reference.', 'BANK-1');

export const transferAnswer = z
  .strictObject({
    id: uuid('The id of the transfer.'),
    partnerId,
    reference,
    amount: usdText('What came in.', '500.00'),
    status: word('Whether it stands.', ['recorded', 'reversed']),
    matches: z
      .array(
        z
          .strictObject({
            settlementId: uuid('The period.'),
            amount: usdText('What it got.', '400.00'),
          })
          .meta({ id: 'TransferMatch', description: 'A period that got a part of it.' }),
      )
      .meta({ description: 'Periods that it went to.' }),
    credit: usdText('What was left over.', '100.00'),
    created: flag('False when it was known already, or taken back.', true),
  })
  .meta({ id: 'Transfer', description: 'Money that came in from a partner.' });

export const importAnswer = z
  .strictObject({
    recorded: flag('False for a preview, which records nothing.', true),
    lines: z
      .array(
        z
          .strictObject({
            line: count('From 1, the header’s.', 2),
            partnerId,
            reference,
            outcome: word(
              'In a preview `new`, `known` or `refused`; else `recorded`, `known` or `refused`.',
              ['new', 'recorded', 'known', 'refused'],
            ),
            reason: z
              .string()
              .meta({ description: 'Why it is refused, else empty.', examples: [''] }),
          })
          .meta({ id: 'ImportedLine', description: 'A line of the file.' }),
      )
      .meta({ description: 'In the order of the file.' }),
  })
  .meta({ id: 'TransferImport', description: 'What became of a file, or would.' });

export const scheduleAnswer = z
  .strictObject({
    fromPeriod: count('Number of the first period that ends by it.', 2),
    openUntil: text('When the open one ends, by the schedule before.', '2026-03-03T05:00:00.000Z'),
  })
  .meta({ id: 'ScheduleChange', description: 'From when the new schedule holds.' });

export const cutOffAnswer = z
  .strictObject({ id: uuid('The period that ended.') })
  .meta({ id: 'CutOff', description: 'The open period has ended; its totals follow.' });
