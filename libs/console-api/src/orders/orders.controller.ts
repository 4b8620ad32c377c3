import { Controller, Get, Param } from '@nestjs/common';
import { order, orderView } from '#orders/user-orders/order.view.js';
import { orderRows } from '#orders/user-orders/user-orders.projection.js';
import { notFound } from '#kernel/refused.js';
import { refusal } from '#http/endpoint.js';
import { Rows } from '#read-models/rows.js';
import { StaffEndpoint } from '#staff/staff.api.module.js';

@Controller('staff/orders')
export class OrdersController {
  constructor(private readonly rows: Rows) {}

  @StaffEndpoint('session', {
    tag: 'Users',
    summary: 'Show an order',
    description: 'Present state, as the partner sees it.',
    params: { id: 'The id of the order.' },
    answers: { 200: [order, 'The order.'] },
    refuses: [refusal(404, 'order_not_found', 'There is no order with this id.')],
  })
  @Get(':id')
  async showOrder(@Param('id') id: string) {
    const row = await this.rows.byId(null, orderRows, id);
    if (row === null) throw notFound('order_not_found', 'There is no order with this id');
    return orderView(row);
  }
}
