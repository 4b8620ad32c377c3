import { CommandBus } from '@nestjs/cqrs';
import { type Command, InvalidArgumentError } from 'commander';
import { AdjustCredit } from '#funding/adjust-credit/adjust-credit.handler.js';
import { AssignJournal } from '#funding/assign-journal/assign-journal.handler.js';
import { COMMAND_LINE } from '#kernel/event-store/operator-cause.js';
import { type Cents, centsFromDecimal } from '#kernel/money.js';
import { DismissDifference } from '#reconciliation/dismiss-difference/dismiss-difference.handler.js';
import { execute, inService, parseReason } from './session.js';

type Decision = { readonly id: string; readonly reason: string };

const REASON = ['--reason <text>', 'reason, recorded in the log', parseReason] as const;

/** Decisions on differences between the ledger and the broker. */
export const addDepositCommands = (program: Command): void => {
  const deposit = program.command('deposit').description('decisions on the credit of a deposit');
  deposit
    .command('assign')
    .description('assigns a journal of the broker to a deposit, permanently')
    .requiredOption('--id <id>', 'id of the deposit')
    .requiredOption('--journal <id>', 'the broker’s id of the journal')
    .requiredOption(...REASON)
    .action(
      execute(
        ({ id, journal, reason }: Decision & { journal: string }) =>
          new AssignJournal(id, journal, reason, COMMAND_LINE),
      ),
    );
  deposit
    .command('adjust')
    .description('changes the credit of a deposit by an amount, in the open period')
    .requiredOption('--id <id>', 'id of the deposit')
    .requiredOption('--amount <dollars>', 'change, such as 38.50 or -38.50', toCents)
    .requiredOption(...REASON)
    .action(
      execute(
        ({ id, amount, reason }: Decision & { amount: Cents }) =>
          new AdjustCredit(id, amount, reason, COMMAND_LINE),
      ),
    );
  const difference = program.command('difference').description('differences with the broker');
  difference
    .command('dismiss')
    .description('dismisses a difference until its text changes')
    .requiredOption('--id <id>', 'id of the difference, as reconcile prints it')
    .requiredOption(...REASON)
    .action(
      inService(async (app, { id, reason }: Decision) => {
        await app.get(CommandBus).execute(new DismissDifference(id, reason, COMMAND_LINE));
        return { id, dismissed: reason };
      }),
    );
};

const toCents = (text: string): Cents => {
  if (!/^-?\d{1,10}(?:\.\d{1,2})?$/.test(text) || !/[1-9]/.test(text))
    throw new InvalidArgumentError('Expected dollars other than 0, such as 38.50 or -38.50.');
  return centsFromDecimal(text);
};
