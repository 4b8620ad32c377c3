import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  DEPOSIT_STATUSES,
  type DepositRow,
  depositRows,
} from '#funding/user-deposits/user-deposits.projection.js';
import { AdjustCredit } from '#funding/adjust-credit/adjust-credit.handler.js';
import { AssignJournal } from '#funding/assign-journal/assign-journal.handler.js';
import { depositView, fundingTransaction } from '#funding/user-deposits/deposit.view.js';
import { centsFromDecimal } from '#kernel/money.js';
import { Refused, notFound } from '#kernel/refused.js';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import { count, object, usdText, uuid, word } from '#http/response-schemas.js';
import { refusal } from '#http/endpoint.js';
import { TextField } from '#http/fields.js';
import { Rows } from '#read-models/rows.js';
import { SettlementReader } from '#settlement/settlement-periods/settlement-reader.js';
import { ByStaff, StaffEndpoint } from '#staff/staff.api.module.js';
import { ReasonBody } from '../reason.body.js';

/** Up to 9,999,999,999.99, and other than 0. */
const SIGNED_DOLLARS = /^-?(?=.*[1-9])\d{1,10}(?:\.\d{1,2})?$/;

class AssignmentBody extends ReasonBody {
  @TextField({
    about: 'The broker’s id of the journal.',
    example: 'c1d6a0de-45b5-4d02-9d5c-2ff0e2c3a6f4',
  })
  readonly journalId!: string;
}

class AdjustmentBody extends ReasonBody {
  @TextField({
    max: 16,
    pattern: SIGNED_DOLLARS,
    code: 'amount_invalid',
    detail: 'must be dollars other than 0, with at most two decimals, such as 38.50 or -38.50',
    about: 'Change of the credit in US dollars, negative to lower it.',
    example: '-38.50',
  })
  readonly amount!: string;
}

const decided = object('DecidedDeposit', 'The deposit after an operator’s decision.', {
  depositId: uuid('Id of the deposit.'),
  status: word('Status of the deposit.', DEPOSIT_STATUSES),
  credited: usdText('Net amount that the ledger has for the user.', '60.00'),
});

const staffDeposit = fundingTransaction
  .extend({
    settlement: object('DepositPeriod', 'A settlement period.', {
      id: uuid('The period.'),
      number: count('Number of the period, from 1.', 3),
    })
      .nullable()
      .meta({
        description:
          'The settlement period of the deposit. Null until it is completed, or while periods are unavailable.',
        examples: [null],
      }),
  })
  .meta({ id: 'StaffDeposit', description: 'A deposit, with its settlement period.' });

const depositNotFound = refusal(404, 'transaction_not_found', 'There is no deposit with this id.');

@Controller('staff/deposits')
export class DepositsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly rows: Rows,
    private readonly settlements: SettlementReader,
  ) {}

  @StaffEndpoint('session', {
    summary: 'Show a deposit',
    description: 'Present state, as the partner sees it, with the settlement period.',
    params: { id: 'The id of the deposit.' },
    answers: { 200: [staffDeposit, 'The deposit.'] },
    refuses: [depositNotFound],
  })
  @Get(':id')
  async showDeposit(@Param('id') id: string) {
    const row = await this.rows.byId(null, depositRows, id);
    if (row === null) throw notFound('transaction_not_found', 'There is no deposit with this id');
    return { ...depositView(row), settlement: await this.periodOf(row) };
  }

  @StaffEndpoint('operator', {
    summary: 'Assign a journal to a deposit',
    description:
      'Assigns an executed journal between the pre-funded account and the user’s account to this deposit. Its description must not name another deposit. The ledger follows. The assignment is permanent.',
    params: { id: 'The id of the deposit.' },
    answers: { 200: [decided, 'Assigned, now or earlier.'] },
    refuses: [
      depositNotFound,
      refusal(
        404,
        'journal_not_found',
        'The broker has no journal of the firm account with this id.',
      ),
      refusal(
        409,
        'journal_unassignable',
        'The journal belongs to another deposit, or did not move money. See the detail.',
      ),
      refusal(503, 'provider_unavailable', 'The broker is unavailable. See the detail.'),
    ],
  })
  @Post(':id/journals')
  assignJournal(
    @Param('id') depositId: string,
    @Body() { journalId, reason }: AssignmentBody,
    @ByStaff() by: Operator,
  ) {
    return this.commands.execute(new AssignJournal(depositId, journalId, reason, by));
  }

  @StaffEndpoint('operator', {
    summary: 'Adjust a deposit',
    description:
      'Changes the credit of a deposit by an amount. The ledger has at least 0 and at most the requested amount. The same amount by the same person for the same reason counts once.',
    params: { id: 'The id of the deposit.' },
    answers: { 200: [decided, 'Adjusted, now or earlier.'] },
    refuses: [
      depositNotFound,
      refusal(409, 'deposit_not_credited', 'The deposit was never credited.'),
    ],
  })
  @Post(':id/adjustments')
  adjustDeposit(
    @Param('id') depositId: string,
    @Body() { amount, reason }: AdjustmentBody,
    @ByStaff() by: Operator,
  ) {
    return this.commands.execute(new AdjustCredit(depositId, centsFromDecimal(amount), reason, by));
  }

  /** Also null while periods are unavailable, because the deposit itself comes from the log. */
  private async periodOf({ partnerId, userId, id: depositId }: DepositRow) {
    try {
      return await this.settlements.periodOfDeposit(partnerId, { userId, depositId });
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }
}
