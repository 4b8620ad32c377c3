import { Controller, Get, Param, Query } from '@nestjs/common';
import { notFound } from '#kernel/refused.js';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { OwnedListQuery, ownedPage } from '#http/owned-list.js';
import { WordParameter } from '#http/query-fields.js';
import { Rows } from '#read-models/rows.js';
import { orderIdOf } from '../order/order.state.js';
import { order, orderPage, orderView } from './order.view.js';
import { ORDER_STATUSES, type OrderStatus, orderRows } from './user-orders.projection.js';

const LIST = { own: orderRows, idOf: orderIdOf };

class OrdersQuery extends OwnedListQuery {
  @WordParameter(ORDER_STATUSES, { about: 'Only orders with this status.' })
  readonly status?: OrderStatus;
}

@Controller('v1/orders')
export class UserOrdersController {
  constructor(private readonly rows: Rows) {}

  @Endpoint({
    summary: 'List orders',
    description: 'Your orders, the oldest first. Filters may be combined.',
    answers: { 200: [orderPage, 'One page of the list.'] },
  })
  @Get()
  async listOrders(@CurrentCaller() { partnerId }: Caller, @Query() query: OrdersQuery) {
    const { listed, metadata } = await ownedPage(this.rows, partnerId, LIST, query);
    return { orders: listed.map(orderView), metadata };
  }

  @Endpoint({
    summary: 'Get an order',
    description: 'The order in its present state.',
    params: { id: 'The id of the order.' },
    answers: { 200: [order, 'The order.'] },
    refuses: [refusal(404, 'order_not_found', 'You have no order with this id.')],
  })
  @Get(':id')
  async getOrder(@CurrentCaller() { partnerId }: Caller, @Param('id') id: string) {
    const row = await this.rows.byId(partnerId, orderRows, id);
    if (row === null) throw notFound('order_not_found', 'The order does not exist');
    return orderView(row);
  }
}
