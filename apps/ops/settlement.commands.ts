import { readFileSync } from 'node:fs';
import { CommandBus } from '@nestjs/cqrs';
import { type Command, InvalidArgumentError } from 'commander';
import { type Cents, centsFromDecimal } from '#platform/core/money.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { Rows } from '#platform/read-store/rows.js';
import {
  ChangeSchedule,
  CutOffPeriod,
  type ImportedLine,
  ImportTransfers,
  RecordTransfer,
  ReverseTransfer,
  type TransferView,
  listProposals,
} from '#settlement';
import { drawBar } from './progress-bar.js';
import { readSourcesOf } from './read-sources.js';
import { isJson, print, withService } from './session.js';
import { addStatementCommands } from './statement.commands.js';

export const addSettlementCommands = (program: Command): void => {
  const settlement = program
    .command('settlement')
    .description('periods, transfers and statements of a partner');
  addSchedule(settlement);
  addCutOff(settlement);
  addTransfers(settlement);
  addStatementCommands(settlement);
};

type Schedule = {
  readonly partner: string;
  readonly zone: string;
  readonly cutOff: string;
  readonly every: string;
  readonly on?: string;
  readonly dueDays: number;
};

const addSchedule = (settlement: Command): void => {
  settlement
    .command('schedule')
    .description('when periods end and transfers are due, from the next period on')
    .requiredOption('--partner <id>', 'whose; partner list shows the ids')
    .requiredOption('--zone <tz>', 'time zone, like America/New_York')
    .requiredOption('--cut-off <hh:mm>', 'on the clocks of the zone')
    .requiredOption('--every <day|week|month>', 'how often')
    .option('--on <day>', 'mon … sun for weeks; 1 … 28 or last for months')
    .requiredOption('--due-days <n>', 'business days until the transfer is due', wholeNumber)
    .action(async (options: Schedule, command: Command) =>
      withService(async (app) => {
        const { partner, zone, cutOff, every, on = null, dueDays } = options;
        const input = { zone, cutOff, every, on, dueDays };
        const changed = await app.get(CommandBus).execute(new ChangeSchedule(partner, input));
        print(command, { partnerId: partner, ...changed });
      }),
    );
};

const addCutOff = (settlement: Command): void => {
  settlement
    .command('cut-off')
    .description('ends the open period now, beside the schedule')
    .requiredOption('--partner <id>', 'whose; partner list shows the ids')
    .option('--period <id>', 'the one that is meant, so that a repeat ends no other')
    .action(async ({ partner, period }: { partner: string; period?: string }, command: Command) =>
      withService(async (app) => {
        const ended = new CutOffPeriod(partner, period ?? null);
        print(command, await app.get(CommandBus).execute(ended));
      }),
    );
};

type Reference = { readonly partner: string; readonly reference: string };

const addTransfers = (settlement: Command): void => {
  settlement
    .command('transfer')
    .description('records a transfer that came in from the partner')
    .requiredOption('--partner <id>', 'whose; partner list shows the ids')
    .requiredOption('--reference <ref>', 'the bank’s reference; the same again changes nothing')
    .requiredOption('--amount <usd>', 'like 1250.00', dollars)
    .action(async (options: Reference & { amount: Cents }, command: Command) =>
      withService(async (app) => {
        const { partner, reference, amount } = options;
        const recorded = new RecordTransfer(partner, reference, amount);
        const { transfer, created } = await app.get(CommandBus).execute(recorded);
        print(command, { ...rowOf(command, transfer), created });
      }),
    );
  settlement
    .command('reverse')
    .description('takes a wrongly recorded transfer back; both entries stay on record')
    .requiredOption('--partner <id>', 'whose; partner list shows the ids')
    .requiredOption('--reference <ref>', 'the bank’s, as recorded')
    .requiredOption('--reason <text>', 'kept with it')
    .action(async (options: Reference & { reason: string }, command: Command) =>
      withService(async (app) => {
        const { partner, reference, reason } = options;
        const reverse = new ReverseTransfer(partner, reference, reason);
        print(command, rowOf(command, await app.get(CommandBus).execute(reverse)));
      }),
    );
  settlement
    .command('proposals')
    .description('transfers that wait for a second person to record them or take them back, too')
    .action(async (_: object, command: Command) =>
      withService(async (app) => {
        const { log, engine, logger } = readSourcesOf(app);
        const rows = new Rows(engine, log, logger);
        print(command, await listProposals(rows, app.get(EventStore)));
      }),
    );
  settlement
    .command('import')
    .description('records the transfers of a CSV file with the header partner,reference,amount')
    .requiredOption('--file <csv>', 'path of the file')
    .action(async ({ file }: { file: string }, command: Command) =>
      withService(async (app) => {
        const csv = readFileSync(file);
        const onLine = (done: number, total: number) =>
          drawBar(file, Math.floor((done * 100) / total), done === total);
        const importing = new ImportTransfers(csv, undefined, onLine);
        const lines = await app.get(CommandBus).execute(importing);
        print(
          command,
          lines.map((line) => importedRow(command, line)),
        );
        if (lines.some(({ outcome }) => outcome === 'refused')) process.exitCode = 1;
      }),
    );
};

/** For people, one cell instead of a list. */
const rowOf = (command: Command, transfer: TransferView) =>
  isJson(command) ? transfer : { ...transfer, matches: matchesText(transfer) };

const importedRow = (command: Command, line: ImportedLine) => {
  if (isJson(command)) return line;
  const { line: number, partnerId, reference, outcome } = line;
  const note = line.outcome === 'refused' ? line.reason : matchesText(line.transfer);
  return { line: number, partnerId, reference, outcome, note };
};

const matchesText = ({ matches, credit, status }: TransferView): string =>
  status === 'reversed'
    ? 'reversed'
    : [
        ...matches.map(({ settlementId, amount }) => `${amount} to ${settlementId}`),
        ...(credit === '0.00' ? [] : [`${credit} credit`]),
      ].join(', ');

const dollars = (text: string): Cents => {
  if (/^\d{1,13}(\.\d{1,2})?$/.test(text)) return centsFromDecimal(text);
  throw new InvalidArgumentError('Give dollars, like 1250.00.');
};

const wholeNumber = (text: string): number => {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number.');
};
