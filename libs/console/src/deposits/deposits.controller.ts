import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { MatchJournal, depositRows, depositView, fundingTransaction } from '#funding';
import { notFound } from '#platform/core/refused.js';
import type { Operator } from '#platform/event-store/operator-cause.js';
import { text, usdText, uuid, word } from '#platform/http/answers.js';
import { refusal } from '#platform/http/endpoint.js';
import { TextField } from '#platform/http/fields.js';
import { Rows } from '#platform/read-store/rows.js';
import { ByStaff, StaffEndpoint } from '#staff/api';
import { ReasonField } from '../reason-field.js';

class MatchBody {
  @TextField({
    about: 'The broker’s id of the journal.',
    example: 'c1d6a0de-45b5-4d02-9d5c-2ff0e2c3a6f4',
  })
  readonly journalId!: string;

  @ReasonField({ about: 'Kept in the log.', example: 'The broker’s support took it back by hand' })
  readonly reason!: string;
}

const matched = z
  .strictObject({
    depositId: uuid('Of the deposit.'),
    journalId: text('Of the journal.', 'c1d6a0de-45b5-4d02-9d5c-2ff0e2c3a6f4'),
    status: word('How the deposit stands now.', ['completed', 'reversed'] as const),
    credited: usdText('What the user has of it, by the broker’s ledger.', '60.00'),
  })
  .meta({ id: 'MatchedJournal', description: 'What a deposit comes to with the journal.' });

const depositNotFound = refusal(404, 'transaction_not_found', 'There is no such deposit.');

@Controller('staff/deposits')
export class DepositsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly rows: Rows,
  ) {}

  @StaffEndpoint('session', {
    id: 'showDeposit',
    tag: 'Users',
    summary: 'Show a deposit',
    description: 'In its present state, as its partner reads it.',
    params: { id: 'The id of the deposit.' },
    answers: { 200: [fundingTransaction, 'The deposit.'] },
    refuses: [depositNotFound],
  })
  @Get(':id')
  async show(@Param('id') id: string) {
    const row = await this.rows.byId(null, depositRows, id);
    if (row === null) throw notFound('transaction_not_found', 'There is no deposit with this id');
    return depositView(row);
  }

  @StaffEndpoint('operator', {
    id: 'matchJournal',
    tag: 'Attention',
    summary: 'Match a journal with a deposit',
    description:
      'For a journal between the pre-funded account and the user’s that names no deposit: it counts for this one from now on, and the books follow. It cannot be undone.',
    params: { id: 'The id of the deposit.' },
    answers: { 200: [matched, 'It counts, or did so already.'] },
    refuses: [
      depositNotFound,
      refusal(404, 'journal_not_found', 'The broker has no such journal of the firm account.'),
      refusal(409, 'journal_unmatchable', 'It belongs to another, or moved nothing; see detail.'),
      refusal(503, 'provider_unavailable', 'The broker does not answer; the detail says how.'),
    ],
  })
  @Post(':id/journals')
  @HttpCode(200)
  match(
    @Param('id') depositId: string,
    @Body() { journalId, reason }: MatchBody,
    @ByStaff() by: Operator,
  ) {
    return this.commands.execute(new MatchJournal(depositId, journalId, reason, by));
  }
}
