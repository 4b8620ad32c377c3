import { Controller, Get, Param, Query } from '@nestjs/common';
import { depositView, fundingTransaction } from '#funding/user-deposits/deposit.view.js';
import { order, orderView } from '#orders/user-orders/order.view.js';
import { orderRows } from '#orders/user-orders/user-orders.projection.js';
import { notFound } from '#kernel/refused.js';
import { refusal } from '#http/endpoint.js';
import { list, object, uuid } from '#http/response-schemas.js';
import { TextParameter } from '#http/query-fields.js';
import { Rows } from '#read-models/rows.js';
import { StaffEndpoint } from '#staff/staff.api.module.js';
import { ThingFinder } from './thing-finder.js';

class FindQuery {
  @TextParameter({
    max: 254,
    about: 'A complete id, externalId, or id at the broker.',
    example: 'deposit-0001',
  })
  readonly text!: string;
}

const foundThings = object('FoundThings', 'Deposits and orders of any partner.', {
  deposits: list('Deposits that match.', fundingTransaction),
  orders: list(
    'Orders that match.',
    order
      .extend({ partnerId: uuid('The partner of its user.') })
      .meta({ id: 'StaffOrder', description: 'An order, with its partner.' }),
  ),
});

@Controller('staff')
export class FindController {
  constructor(
    private readonly finder: ThingFinder,
    private readonly rows: Rows,
  ) {}

  @StaffEndpoint('session', {
    summary: 'Find deposits and orders',
    description: 'Searches all partners by an id. The result may be up to one second old.',
    answers: { 200: [foundThings, 'The matching deposits and orders.'] },
  })
  @Get('find')
  async findDepositsAndOrders(@Query() { text }: FindQuery) {
    const { deposits, orders } = await this.finder.find(text);
    return {
      deposits: deposits.map(depositView),
      orders: orders.map((row) => ({ ...orderView(row), partnerId: row.partnerId })),
    };
  }

  @StaffEndpoint('session', {
    summary: 'Show an order',
    description: 'Present state, as the partner sees it.',
    params: { id: 'The id of the order.' },
    answers: { 200: [order, 'The order.'] },
    refuses: [refusal(404, 'order_not_found', 'There is no order with this id.')],
  })
  @Get('orders/:id')
  async showOrder(@Param('id') id: string) {
    const row = await this.rows.byId(null, orderRows, id);
    if (row === null) throw notFound('order_not_found', 'An order with this id does not exist');
    return orderView(row);
  }
}
