import { Body, Controller, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { Config } from '#config/config.js';
import { centsFromDecimal } from '#kernel/money.js';
import { TOTP_CODE } from '#kernel/totp.js';
import type { FieldError } from '#kernel/refused.js';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { ExternalIdField, IdField, TextField, WordField } from '#http/fields.js';
import type { SemanticValidator } from '#http/request.pipe.js';
import { Keyed, applyResponse } from '#http/idempotency/keyed-request.js';
import type { KeyedRequest } from '#kernel/idempotency/keyed-request.js';
import {
  accountNotActive,
  accountRestricted,
} from '#onboarding/trader-profile/require-active-account.js';
import { userNotActive, userNotFound } from '#users/user/require-user.js';
import { DIRECTIONS, type Direction } from '../deposit/amounts.js';
import { depositView, fundingTransaction } from '../user-deposits/deposit.view.js';
import { RequestDeposit } from './request-deposit.handler.js';

const AMOUNT = /^\d{1,30}(\.\d{1,2})?$/;
const RULE = 'must be a decimal number above 0 with at most two decimals, like "100.00"';
const USD = 'US dollars as decimal text, above 0, with at most two decimals.';
const OWN_ID = 'Your own id, permanently unique. A repeated request moves the money only once.';
const CODE = 'must be six digits';

class RequestDepositBody implements SemanticValidator {
  @IdField({ about: 'The user.', example: '0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90' })
  readonly userId!: string;

  @WordField(DIRECTIONS, 'direction_not_supported', {
    about: '`DEPOSIT` credits the user. `WITHDRAWAL` debits the user, if your terms allow it.',
  })
  readonly direction!: Direction;

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

  @TextField({
    optional: true,
    pattern: TOTP_CODE,
    code: 'two_factor_code_invalid',
    detail: CODE,
    about:
      'One-time code of the user, for a withdrawal. Your terms can require it. Ignored for a deposit.',
    example: '492039',
  })
  readonly code?: string;

  contentErrors(_config: Config): FieldError[] {
    if (!AMOUNT.test(this.amount) || centsFromDecimal(this.amount) > 0n) return [];
    return [{ pointer: '/amount', code: 'amount_invalid', detail: RULE }];
  }
}

@Controller('v1/funding')
export class RequestDepositController {
  constructor(private readonly commands: CommandBus) {}

  @Endpoint({
    summary: 'Fund a user, or pay a user out',
    description:
      'A deposit credits a user’s investment account from the pre-funded account; you settle the total later. A withdrawal moves `amount` from the user’s account to the firm. Pay your user `netAmount` once the withdrawal is `completed`, never earlier. Safe to repeat: the `externalId` decides whether it is a new transaction.',
    answers: {
      200: [
        fundingTransaction,
        'The existing transaction with this `externalId`, in its present state.',
      ],
      201: [fundingTransaction, 'Accepted; follow its `status`.'],
    },
    refuses: [
      userNotFound,
      refusal(409, 'external_id_already_exists', 'This `externalId` was used with other content.'),
      userNotActive,
      accountNotActive,
      accountRestricted,
      refusal(422, 'amount_invalid', 'Not an amount, or not more than the fee.'),
      refusal(
        409,
        'two_factor_not_enabled',
        'The withdrawal needs a code, and the user has no two-factor authentication.',
      ),
      refusal(
        422,
        'direction_not_supported',
        'Another word, or a withdrawal that your terms do not allow.',
        '/direction',
      ),
      refusal(
        422,
        'two_factor_code_required',
        'Your terms require a code for a withdrawal.',
        '/code',
      ),
      refusal(
        422,
        'two_factor_code_invalid',
        'Not six digits, a wrong code, or a used one.',
        '/code',
      ),
      refusal(
        422,
        'insufficient_withdrawable_cash',
        'More than the user can withdraw now. `detail` names the amount.',
        '/amount',
      ),
      refusal(429, 'too_many_attempts', 'Five wrong codes for this user in 5 minutes.'),
      refusal(
        503,
        'provider_unavailable',
        'The broker does not respond, and nothing was recorded.',
      ),
      refusal(
        422,
        'limit_exceeded',
        'More than your limit for one transaction or one day.',
        '/amount',
      ),
    ],
    idempotencyKey: true,
  })
  @Post()
  async requestDeposit(
    @CurrentCaller() caller: Caller,
    @Keyed() keyed: KeyedRequest | null,
    @Body() { amount, ...body }: RequestDepositBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const wanted = { ...body, amountCents: centsFromDecimal(amount) };
    const command = new RequestDeposit(caller, keyed, wanted);
    return depositView(applyResponse(reply, await this.commands.execute(command)));
  }
}
