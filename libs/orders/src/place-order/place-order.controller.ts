import { Body, Controller, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { Config } from '#config/config.js';
import {
  type Billionths,
  type Cents,
  billionthsFromDecimal,
  centsFromDecimal,
} from '#kernel/money.js';
import type { FieldError } from '#kernel/refused.js';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { DecimalField } from '#http/decimal-field.js';
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
import { order, orderView } from '../user-orders/order.view.js';
import { PlaceOrder } from './place-order.handler.js';

const BELOW_ONE = /^0\./;

const EITHER = 'Exactly one of qty and amount is above 0; an absent one counts as 0.';
const OWN_ID = 'Your own id, permanently unique. A repeated request places the order only once.';

class PlaceOrderBody implements SemanticValidator {
  @IdField({ about: 'The user to trade for.', example: '0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90' })
  readonly userId!: string;

  @TextField({
    pattern: /^[A-Z][A-Z0-9.]{0,9}$/,
    code: 'symbol_invalid',
    detail: 'must be a ticker symbol like AAPL or BRK.A',
    max: 10,
    about: 'Ticker symbol.',
    example: 'AAPL',
  })
  readonly symbol!: string;

  @DecimalField({
    optional: true,
    decimals: 9,
    digits: 9,
    code: 'qty_invalid',
    detail: 'must be 0 or more, with at most nine decimals, and below 1 000 000 000',
    about: `Shares. ${EITHER}`,
    example: 0,
  })
  readonly qty?: string;

  @DecimalField({
    optional: true,
    decimals: 2,
    digits: 9,
    code: 'amount_invalid',
    detail: 'must be 0 or more, with at most two decimals, and below 1 000 000 000',
    about: `US dollars. ${EITHER}`,
    example: 100,
  })
  readonly amount?: string;

  @WordField(['buy', 'sell'], 'side_invalid', { about: 'Buy or sell.' })
  readonly side!: 'buy' | 'sell';

  @ExternalIdField({ about: OWN_ID, example: 'order-0001' })
  readonly externalId!: string;

  contentErrors(_config: Config): FieldError[] {
    const { qty = '0', amount = '0', side } = this;
    if (isAboveZero(qty) === isAboveZero(amount))
      return [fault('/qty', 'qty_or_amount', 'give exactly one of qty and amount above 0')];
    if (side === 'buy' && isAboveZero(amount) && BELOW_ONE.test(amount))
      return [fault('/amount', 'amount_invalid', 'a buy must be at least 1.00')];
    return [];
  }

  get quantityBillionths(): Billionths {
    return billionthsFromDecimal(this.qty ?? '0');
  }

  get amountCents(): Cents {
    return centsFromDecimal(this.amount ?? '0');
  }
}

const isAboveZero = (decimal: string): boolean => /[1-9]/.test(decimal);

const fault = (pointer: string, code: string, detail: string): FieldError => ({
  pointer,
  code,
  detail,
});

@Controller('v1/orders')
export class PlaceOrderController {
  constructor(private readonly commands: CommandBus) {}

  @Endpoint({
    summary: 'Place an order',
    description:
      'A market order for the day, by quantity (up to nine decimals) or by money amount (up to two, a buy at least 1.00). Safe to repeat: the `externalId` decides whether it is a new order. An order with an unknown or untradable symbol becomes `rejected`.',
    answers: {
      200: [order, 'The existing order with this `externalId`, in its present state.'],
      201: [order, 'Accepted; follow its `status`.'],
    },
    refuses: [
      userNotFound,
      refusal(409, 'external_id_already_exists', 'This `externalId` was used with other content.'),
      userNotActive,
      accountNotActive,
      accountRestricted,
      refusal(422, 'symbol_invalid', 'Not a ticker symbol.'),
      refusal(422, 'side_invalid', 'Neither `buy` nor `sell`.'),
      refusal(422, 'qty_invalid', 'Negative, too large or too fine.'),
      refusal(422, 'amount_invalid', 'Negative, too large, too fine, or a buy below 1.00.'),
      refusal(422, 'qty_or_amount', 'Both or neither of qty and amount.', '/qty'),
    ],
    idempotencyKey: true,
  })
  @Post()
  async placeOrder(
    @CurrentCaller() caller: Caller,
    @Keyed() keyed: KeyedRequest | null,
    @Body() body: PlaceOrderBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { userId, symbol, side, externalId, quantityBillionths, amountCents } = body;
    const wanted = { userId, symbol, side, externalId, quantityBillionths, amountCents };
    const command = new PlaceOrder(caller, keyed, wanted);
    return orderView(applyResponse(reply, await this.commands.execute(command)));
  }
}
