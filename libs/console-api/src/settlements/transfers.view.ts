import { z } from 'zod';
import type { ImportedLine } from '#settlement/import-transfers/import-transfers.handler.js';
import { KINDS } from '#settlement/transfer/transfer.events.js';
import { reasonOfKnown } from '#settlement/record-transfer/transfer.view.js';
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

const partnerId = uuid('The partner.');
const reference = text('The bank’s reference.', 'BANK-1');

const matches = list(
  'Periods that the transfer pays.',
  object('TransferMatch', 'A period that the transfer paid.', {
    settlementId: uuid('The period.'),
    dueAt: utcTime('Due time of the period.', '2026-03-05T05:00:00.000Z'),
    amount: usdText('Amount that the period received.', '400.00'),
  }),
);
const credit = usdText(
  'Change of the credit: the rest of a payment, or the negative amount of a payout.',
  '100.00',
);
const kind = word('`payment` from the partner, or `payout` of credit to the partner.', KINDS);

export const transferAnswer = object('Transfer', 'Money from a partner, or to a partner.', {
  id: uuid('The id of the transfer.'),
  partnerId,
  kind,
  reference,
  amount: usdText('Amount of the transfer.', '500.00'),
  status: word('Status of the transfer.', ['recorded', 'reversed', 'proposed']),
  awaitsSecondPerson: flag(
    'True if the amount is above the limit for one person. A second person must request the same.',
  ),
  matches,
  credit,
  created: flag('False if the transfer was already recorded or reversed.', true),
});

export const shownTransfer = object('ShownTransfer', 'A transfer with its partner.', {
  id: uuid('The id of the transfer.'),
  partnerId,
  reference,
  amount: usdText('Amount of the transfer.', '500.00'),
  status: word('Status of the transfer.', ['recorded', 'reversed', 'proposed']),
});

export const transfersAnswer = object('TransferList', 'Transfers of a partner.', {
  transfers: list(
    'The latest first.',
    object('RecordedTransfer', 'Money from or to the partner.', {
      id: uuid('The id of the transfer.'),
      kind,
      reference,
      amount: usdText('Amount of the transfer.', '500.00'),
      status: word('Status of the transfer.', ['recorded', 'reversed']),
      recordedAt: utcTime('Time of the latest recording.'),
      reversedAt: utcTime('Time of the reversal, or null.').nullable(),
      reason: text('Reason of the reversal, or null.', 'Another partner’s').nullable(),
    }),
  ),
});

export const importAnswer = object('TransferImport', 'Result of an import or a preview.', {
  recorded: flag('False for a preview.', true),
  lines: list(
    'In the order of the file.',
    object('ImportedLine', 'A line of the file.', {
      line: count('Line number. The header is line 1.', 2),
      partnerId,
      partnerName: text('Name of the partner, or null if it does not exist.', 'Acme').nullable(),
      reference,
      amount: usdText('Amount of the transfer in the file.', '500.00'),
      outcome: word(
        '`new` in a preview, `recorded` otherwise, or `known`, `refused`, or `proposed` if a second person must record the transfer too.',
        ['new', 'recorded', 'known', 'refused', 'proposed'],
      ),
      reason: z.string().meta({
        description:
          'Reason of the rejection, the earlier line with the same transfer, or a note that the transfer stays reversed. Empty otherwise.',
        examples: [''],
      }),
      outstanding: usdText(
        'In a preview, the amount that the partner owes for closed periods before this line. Null otherwise.',
        '400.00',
      ).nullable(),
      matches,
      credit,
    }),
  ),
});

export const importedView = (imported: ImportedLine) => {
  const { line, partnerId, reference, amount, outcome, sameAs } = imported;
  const about = { line, partnerId, reference, amount, outcome, outstanding: null };
  if (imported.outcome === 'refused')
    return { ...about, reason: imported.reason, matches: [], credit: '0.00' };
  const { status, matches: went, credit: left } = imported.transfer;
  return { ...about, reason: reasonOfKnown(status, sameAs), matches: went, credit: left };
};

const schedule = object('Schedule', 'The ends of periods and the time to pay.', {
  zone: text('Time zone.', 'America/New_York'),
  cutOff: text('Local time in the zone.', '17:00'),
  every: word('Length of a period.', ['day', 'week', 'month']),
  on: text('`mon` … `sun`, `1` … `28` or `last`. Null for daily periods.', 'fri').nullable(),
  dueDays: count('Business days until the transfer is due.', 2),
});

export const schedulesAnswer = object('Schedules', 'Schedules of a partner.', {
  schedule: schedule.meta({ description: 'Schedule of the open period.' }),
  next: schedule.nullable().meta({
    description: 'Schedule of the next periods, or null if it stays the same.',
    examples: [null],
  }),
});

export const scheduleAnswer = object('ScheduleChange', 'Start of the new schedule.', {
  fromPeriod: count('Number of the first period with this schedule.', 2),
  openUntil: text('End of the open period, by the earlier schedule.', '2026-03-03T05:00:00.000Z'),
});

export const cutOffAnswer = object('CutOff', 'The open period has ended; its totals follow.', {
  id: uuid('The period that ended.'),
});
