import { Body, Controller, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { Config } from '#platform/config/config.js';
import { decimalText } from '#platform/core/decimal-text.js';
import {
  type Billionths,
  type Cents,
  billionthsFromDecimal,
  centsFromDecimal,
} from '#platform/core/money.js';
import type { Fault } from '#platform/core/refused.js';
import { type Caller, CurrentCaller } from '#platform/http/caller.js';
import { NumberField, StringField, TextField, WordField } from '#platform/http/fields.js';
import type { JudgesContent } from '#platform/http/request.pipe.js';
import { orderView } from '../user-orders/order.view.js';
import { PlaceOrder } from './place-order.command.js';

const SMALLEST_BUY_CENTS = 100n;
const LARGEST = 1_000_000_000;

class PlaceOrderBody implements JudgesContent {
  @StringField() readonly userId!: string;

  @TextField({
    pattern: /^[A-Z][A-Z0-9.]{0,9}$/,
    code: 'symbol_invalid',
    detail: 'must be a ticker symbol like AAPL or BRK.A',
  })
  readonly symbol!: string;

  @NumberField({ optional: true }) readonly qty?: number;
  @NumberField({ optional: true }) readonly amount?: number;
  @WordField(['buy', 'sell'], 'side_invalid') readonly side!: 'buy' | 'sell';
  @TextField({ max: 50 }) readonly externalId!: string;

  contentFaults(_config: Config): Fault[] {
    const { qty = 0, amount = 0, side } = this;
    if (scaled(qty, 9) === null)
      return [fault('/qty', 'qty_invalid', 'must be 0 or more, with at most nine decimals')];
    const cents = scaled(amount, 2);
    if (cents === null)
      return [fault('/amount', 'amount_invalid', 'must be 0 or more, with at most two decimals')];
    if ((qty === 0) === (amount === 0))
      return [fault('/qty', 'qty_or_amount', 'give exactly one of qty and amount above 0')];
    if (side === 'buy' && amount > 0 && centsFromDecimal(cents) < SMALLEST_BUY_CENTS)
      return [fault('/amount', 'amount_invalid', 'a buy must be at least 1.00')];
    return [];
  }

  get quantityBillionths(): Billionths {
    return billionthsFromDecimal(scaled(this.qty ?? 0, 9) ?? '0');
  }

  get amountCents(): Cents {
    return centsFromDecimal(scaled(this.amount ?? 0, 2) ?? '0');
  }
}

const fault = (pointer: string, code: string, detail: string): Fault => ({ pointer, code, detail });

/** The number as plain decimal text, null when it is negative, too large or too fine. */
const scaled = (value: number, decimals: number): string | null => {
  const text = decimalText(value);
  const fraction = text.split('.')[1] ?? '';
  return value < 0 || value > LARGEST || fraction.length > decimals ? null : text;
};

@Controller('v1/orders')
export class PlaceOrderController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  async place(
    @CurrentCaller() caller: Caller,
    @Body() body: PlaceOrderBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { userId, symbol, side, externalId, quantityBillionths, amountCents } = body;
    const wanted = { userId, symbol, side, externalId, quantityBillionths, amountCents };
    const { document, created } = await this.commands.execute(new PlaceOrder(caller, wanted));
    void reply.status(created ? 201 : 200);
    return orderView(document);
  }
}
