import { Body, Controller, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { Config } from '#platform/config/config.js';
import { centsFromDecimal } from '#platform/core/money.js';
import type { Fault } from '#platform/core/refused.js';
import { type Caller, CurrentCaller } from '#platform/http/caller.js';
import { Endpoint, refusal } from '#platform/http/endpoint.js';
import { ExternalIdField, IdField, TextField, WordField } from '#platform/http/fields.js';
import type { JudgesContent } from '#platform/http/request.pipe.js';
import { Keyed, type KeyedRequest, told } from '#platform/idempotency/keyed-request.js';
import { accountNotActive, accountRestricted } from '#onboarding';
import { userNotActive, userNotFound } from '#users';
import { depositView, fundingTransaction } from '../user-deposits/deposit.view.js';
import { RequestDeposit } from './request-deposit.command.js';

const AMOUNT = /^\d{1,30}(\.\d{1,2})?$/;
const RULE = 'must be a decimal number above 0 with at most two decimals, like "100.00"';
const USD = 'US dollars as decimal text, above 0, with at most two decimals.';
const OWN_ID = 'Your own id, unique for ever: the same request again credits nobody twice.';

class RequestDepositBody implements JudgesContent {
  @IdField({ about: 'The user to credit.', example: '0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90' })
  readonly userId!: string;

  @WordField(['DEPOSIT'], 'direction_not_supported', { about: 'Always this word.' })
  readonly direction!: 'DEPOSIT';

  @TextField({
    pattern: AMOUNT,
    code: 'amount_invalid',
    detail: RULE,
    about: USD,
    example: '250.00',
  })
  readonly amount!: string;

  @ExternalIdField({ about: OWN_ID, example: 'deposit-0001' })
  readonly externalId!: string;

  contentFaults(_config: Config): Fault[] {
    if (!AMOUNT.test(this.amount) || centsFromDecimal(this.amount) > 0n) return [];
    return [{ pointer: '/amount', code: 'amount_invalid', detail: RULE }];
  }
}

@Controller('v1/funding')
export class RequestDepositController {
  constructor(private readonly commands: CommandBus) {}

  @Endpoint({
    id: 'requestDeposit',
    tag: 'Funding',
    summary: 'Fund a user',
    description:
      'Credits a user’s investment account from the pre-funded account; you settle the total later. Safe to repeat: the `externalId` decides whether it is a new transaction.',
    answers: {
      200: [fundingTransaction, 'What this `externalId` made before, in its present state.'],
      201: [fundingTransaction, 'Accepted; follow its `status`.'],
    },
    refuses: [
      userNotFound,
      refusal(409, 'external_id_already_exists', 'This `externalId` was used with other content.'),
      userNotActive,
      accountNotActive,
      accountRestricted,
      refusal(422, 'amount_invalid', 'Not an amount, or not more than the fee.'),
      refusal(422, 'direction_not_supported', 'Only `DEPOSIT` is.'),
      refusal(422, 'limit_exceeded', 'More than your limit for one transaction or one day.'),
    ],
    idempotencyKey: true,
  })
  @Post()
  async request(
    @CurrentCaller() caller: Caller,
    @Keyed() keyed: KeyedRequest | null,
    @Body() { userId, amount, externalId }: RequestDepositBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const command = new RequestDeposit(caller, keyed, userId, centsFromDecimal(amount), externalId);
    return depositView(told(reply, await this.commands.execute(command)));
  }
}
