import { Controller, Get, Param } from '@nestjs/common';
import { notFound } from '#platform/core/refused.js';
import { type Caller, CurrentCaller } from '#platform/http/caller.js';
import { Documents } from '#platform/read-models/documents.js';
import { orders } from '../order/order.state.js';
import { orderView } from './order.view.js';
import { userOrders } from './user-orders.projection.js';

@Controller('v1/orders')
export class UserOrdersController {
  constructor(private readonly documents: Documents) {}

  @Get(':id')
  async byId(@CurrentCaller() { partnerId }: Caller, @Param('id') id: string) {
    const document = await this.documents.read(partnerId, userOrders, orders, id);
    if (document === null) throw notFound('order_not_found', 'There is no order with this id');
    return orderView(document);
  }
}
