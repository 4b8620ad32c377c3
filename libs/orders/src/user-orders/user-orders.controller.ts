import { Controller, Get, Param } from '@nestjs/common';
import { notFound } from '#platform/core/refused.js';
import { type Caller, CurrentCaller } from '#platform/http/caller.js';
import { Endpoint, refusal } from '#platform/http/endpoint.js';
import { Documents } from '#platform/read-models/documents.js';
import { orders } from '../order/order.state.js';
import { order, orderView } from './order.view.js';
import { userOrders } from './user-orders.projection.js';

@Controller('v1/orders')
export class UserOrdersController {
  constructor(private readonly documents: Documents) {}

  @Endpoint({
    id: 'getOrder',
    tag: 'Orders',
    summary: 'Get an order',
    description: 'The order in its present state.',
    params: { id: 'The id of the order.' },
    answers: { 200: [order, 'The order.'] },
    refuses: [refusal(404, 'order_not_found', 'You have no order with this id.')],
  })
  @Get(':id')
  async byId(@CurrentCaller() { partnerId }: Caller, @Param('id') id: string) {
    const document = await this.documents.read(partnerId, userOrders, orders, id);
    if (document === null) throw notFound('order_not_found', 'There is no order with this id');
    return orderView(document);
  }
}
