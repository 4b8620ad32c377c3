import { readFileSync } from 'node:fs';
import { CommandBus } from '@nestjs/cqrs';
import { type Command, InvalidArgumentError } from 'commander';
import { EventStore } from '#kernel/event-store/event-store.js';
import { Rows } from '#read-models/rows.js';
import { ChangeSchedule } from '#settlement/change-schedule/change-schedule.handler.js';
import { CutOffPeriod } from '#settlement/cut-off-period/cut-off-period.handler.js';
import {
  type ImportedLine,
  ImportTransfers,
} from '#settlement/import-transfers/import-transfers.handler.js';
import type { TransferView } from '#settlement/record-transfer/transfer.view.js';
import { RecordTransfer } from '#settlement/record-transfer/record-transfer.handler.js';
import { ReverseTransfer } from '#settlement/reverse-transfer/reverse-transfer.handler.js';
import { acceptedTransfer } from '#settlement/record-transfer/transfer-input.js';
import { listProposals } from '#settlement/proposed-transfers/proposals.js';
import { reasonOfKnown } from '#settlement/record-transfer/transfer.view.js';
import type { TransferKind } from '#settlement/transfer/transfer.state.js';
import { drawBar } from './progress-bar.js';
import { readSourcesOf } from './read-sources.js';
import { PARTNER, execute, inService, isJson } from './session.js';
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
    .description('sets cut-offs and due days from the next period on')
    .requiredOption(...PARTNER)
    .requiredOption('--zone <tz>', 'time zone, like America/New_York')
    .requiredOption('--cut-off <hh:mm>', 'local time in the zone')
    .requiredOption('--every <day|week|month>', 'how often')
    .option('--on <day>', 'mon … sun for weeks; 1 … 28 or last for months')
    .requiredOption('--due-days <n>', 'business days until the transfer is due', wholeNumber)
    .action(
      inService(async (app, { partner, zone, cutOff, every, on, dueDays }: Schedule) => {
        const input = { zone, cutOff, every, on: on ?? null, dueDays };
        const changed = await app.get(CommandBus).execute(new ChangeSchedule(partner, input));
        return { partnerId: partner, ...changed };
      }),
    );
};

const addCutOff = (settlement: Command): void => {
  settlement
    .command('cut-off')
    .description('ends the open period now, before its scheduled end')
    .requiredOption(...PARTNER)
    .option('--period <id>', 'id of the period, so that a repeat does not end the next one')
    .action(
      execute(
        ({ partner, period = null }: { partner: string; period?: string | null }) =>
          new CutOffPeriod(partner, period),
      ),
    );
};

type Reference = { readonly partner: string; readonly reference: string };

const addTransfers = (settlement: Command): void => {
  addRecord(settlement, 'transfer', 'payment', 'records a transfer from the partner');
  addRecord(settlement, 'payout', 'payout', 'records a payout of credit to the partner');
  settlement
    .command('reverse')
    .description('reverses a wrongly recorded transfer; both entries stay on record')
    .requiredOption(...PARTNER)
    .requiredOption('--reference <ref>', 'reference of the recorded transfer')
    .requiredOption('--reason <text>', 'reason, recorded with the reversal')
    .action(
      inService(async (app, options: Reference & { reason: string }, command) => {
        const { partner, reference, reason } = options;
        const reverse = new ReverseTransfer(partner, reference, reason);
        return rowOf(command, await app.get(CommandBus).execute(reverse));
      }),
    );
  settlement
    .command('proposals')
    .description('lists transfers that a second person must also record or reverse')
    .action(
      inService((app) => {
        const { log, store, logger } = readSourcesOf(app);
        return listProposals(new Rows(store, log, logger), app.get(EventStore));
      }),
    );
  settlement
    .command('import')
    .description('records the transfers of a CSV file with the header partner,reference,amount')
    .requiredOption('--file <csv>', 'path of the file')
    .action(
      inService(async (app, { file }: { file: string }, command) => {
        const csv = readFileSync(file);
        const onLine = (done: number, total: number) =>
          drawBar(file, Math.floor((done * 100) / total), done === total);
        const importing = new ImportTransfers(csv, undefined, onLine);
        const lines = await app.get(CommandBus).execute(importing);
        for (const { line, sameAs, outcome } of lines)
          if (sameAs && outcome !== 'refused')
            console.error(`Line ${line} repeats line ${sameAs}: the transfer counts once.`);
        if (lines.some(({ outcome }) => outcome === 'refused')) process.exitCode = 1;
        return lines.map((line) => importedRow(command, line));
      }),
    );
};

const addRecord = (
  settlement: Command,
  name: string,
  kind: TransferKind,
  description: string,
): void => {
  settlement
    .command(name)
    .description(description)
    .requiredOption(...PARTNER)
    .requiredOption('--reference <ref>', 'reference of the bank; a repeat has no effect')
    .requiredOption('--amount <usd>', 'like 1250.00 or 1,250.00')
    .action(
      inService(async (app, options: Reference & { amount: string }, command) => {
        const { partner } = options;
        const { reference, amountCents } = acceptedTransfer(options.reference, options.amount);
        const record = new RecordTransfer(partner, reference, amountCents, undefined, kind);
        const { transfer, created } = await app.get(CommandBus).execute(record);
        return { ...rowOf(command, transfer), created };
      }),
    );
};

/** Formats the matches of a transfer as one cell for people. */
const rowOf = (command: Command, transfer: TransferView) =>
  isJson(command) ? transfer : { ...transfer, matches: matchesText(transfer) };

const importedRow = (command: Command, line: ImportedLine) => {
  if (isJson(command)) return line;
  const { line: number, partnerId, reference, outcome } = line;
  const note = line.outcome === 'refused' ? line.reason : noteOf(line.transfer, line.sameAs);
  return { line: number, partnerId, reference, outcome, note };
};

const noteOf = (transfer: TransferView, sameAs?: number | null): string =>
  reasonOfKnown(transfer.status, sameAs) || matchesText(transfer);

const matchesText = ({ matches, credit, status }: TransferView): string =>
  status === 'reversed'
    ? 'reversed'
    : [
        ...matches.map(({ settlementId, amount }) => `${amount} to ${settlementId}`),
        ...(credit === '0.00' ? [] : [`${credit} credit`]),
      ].join(', ');

const wholeNumber = (text: string): number => {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number from 0 to 999.');
};
