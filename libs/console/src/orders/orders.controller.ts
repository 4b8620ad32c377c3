import { Controller, Get, Param } from '@nestjs/common';
import { order, orderRows, orderView } from '#orders';
import { notFound } from '#platform/core/refused.js';
import { refusal } from '#platform/http/endpoint.js';
import { Rows } from '#platform/read-store/rows.js';
import { StaffEndpoint } from '#staff/api';

@Controller('staff/orders')
export class OrdersController {
  constructor(private readonly rows: Rows) {}

  @StaffEndpoint('session', {
    id: 'showOrder',
    tag: 'Users',
    summary: 'Show an order',
    description: 'In its present state, as its partner reads it.',
    params: { id: 'The id of the order.' },
    answers: { 200: [order, 'The order.'] },
    refuses: [refusal(404, 'order_not_found', 'There is no such order.')],
  })
  @Get(':id')
  async show(@Param('id') id: string) {
    const row = await this.rows.byId(null, orderRows, id);
    if (row === null) throw notFound('order_not_found', 'There is no order with this id');
    return orderView(row);
  }
}
