import { z } from 'zod';
import { type ImportedLine, reasonOfKnown } from '#settlement';
import { count, flag, text, usdText, utcTime, uuid, word } from '#platform/http/answers.js';

const partnerId = uuid('The partner.');
const reference = text('The bank’s reference.', 'BANK-1');

const matches = z
  .array(
    z
      .strictObject({
        settlementId: uuid('The period.'),
        dueAt: utcTime('When its transfer was due.', '2026-03-05T05:00:00.000Z'),
        amount: usdText('What it got.', '400.00'),
      })
      .meta({ id: 'TransferMatch', description: 'A period that got a part of it.' }),
  )
  .meta({ description: 'Periods that it went to, or would.' });
const credit = usdText('What was left over, or would be.', '100.00');

export const transferAnswer = z
  .strictObject({
    id: uuid('The id of the transfer.'),
    partnerId,
    reference,
    amount: usdText('What came in.', '500.00'),
    status: word('Whether it stands.', ['recorded', 'reversed', 'proposed']),
    awaitsSecondPerson: flag(
      'The amount is above the limit for one person: it is recorded, or taken back, once another one asks for the same.',
    ),
    matches,
    credit,
    created: flag('False when it was known already, or taken back.', true),
  })
  .meta({ id: 'Transfer', description: 'Money that came in from a partner.' });

export const transfersAnswer = z
  .strictObject({
    transfers: z
      .array(
        z
          .strictObject({
            id: uuid('The id of the transfer.'),
            reference,
            amount: usdText('What came in.', '500.00'),
            status: word('Whether it stands.', ['recorded', 'reversed']),
            recordedAt: utcTime('When it was recorded last.'),
            reversedAt: utcTime('When it was taken back; null while it stands.').nullable(),
            reason: text(
              'Why it was taken back; null while it stands.',
              'Another partner’s',
            ).nullable(),
          })
          .meta({ id: 'RecordedTransfer', description: 'Money that came in from the partner.' }),
      )
      .meta({ description: 'The latest first.' }),
  })
  .meta({ id: 'TransferList', description: 'What a partner has transferred.' });

export const importAnswer = z
  .strictObject({
    recorded: flag('False for a preview, which records nothing.', true),
    lines: z
      .array(
        z
          .strictObject({
            line: count('From 1, the header’s.', 2),
            partnerId,
            partnerName: text('What we call the partner, null for nobody.', 'Acme').nullable(),
            reference,
            amount: usdText('What came in, by the file.', '500.00'),
            outcome: word(
              'In a preview `new`, `known` or `refused`; else `recorded`, `known`, `refused`, or `proposed` when another person must record it too.',
              ['new', 'recorded', 'known', 'refused', 'proposed'],
            ),
            reason: z.string().meta({
              description:
                'Why it is refused, which line says the same, or that it stays taken back; else empty.',
              examples: [''],
            }),
            outstanding: usdText(
              'In a preview, what the partner owes of closed periods before this line; else null.',
              '400.00',
            ).nullable(),
            matches,
            credit,
          })
          .meta({ id: 'ImportedLine', description: 'A line of the file.' }),
      )
      .meta({ description: 'In the order of the file.' }),
  })
  .meta({ id: 'TransferImport', description: 'What became of a file, or would.' });

export const importedView = (imported: ImportedLine) => {
  const { line, partnerId, reference, amount, outcome } = imported;
  const about = { line, partnerId, reference, amount, outcome, outstanding: null };
  if (imported.outcome === 'refused')
    return { ...about, reason: imported.reason, matches: [], credit: '0.00' };
  const { status, matches: went, credit: left } = imported.transfer;
  return { ...about, reason: reasonOfKnown(status), matches: went, credit: left };
};

const schedule = z
  .strictObject({
    zone: text('Time zone.', 'America/New_York'),
    cutOff: text('Time of day on the clocks of the zone.', '17:00'),
    every: word('How often periods end.', ['day', 'week', 'month']),
    on: text('`mon` … `sun`, `1` … `28` or `last`; null for every day.', 'fri').nullable(),
    dueDays: count('Business days until the transfer is due.', 2),
  })
  .meta({ id: 'Schedule', description: 'When periods end, and transfers are due.' });

export const schedulesAnswer = z
  .strictObject({
    schedule: schedule.meta({ description: 'That of the open period.' }),
    next: schedule
      .nullable()
      .meta({ description: 'That of those after it; null when it stays.', examples: [null] }),
  })
  .meta({ id: 'Schedules', description: 'By which schedule a partner’s periods end.' });

export const scheduleAnswer = z
  .strictObject({
    fromPeriod: count('Number of the first period that ends by it.', 2),
    openUntil: text('When the open one ends, by the schedule before.', '2026-03-03T05:00:00.000Z'),
  })
  .meta({ id: 'ScheduleChange', description: 'From when the new schedule holds.' });

export const cutOffAnswer = z
  .strictObject({ id: uuid('The period that ended.') })
  .meta({ id: 'CutOff', description: 'The open period has ended; its totals follow.' });
