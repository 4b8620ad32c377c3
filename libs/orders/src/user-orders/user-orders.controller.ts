import { Controller, Get, Param, Query } from '@nestjs/common';
import { notFound } from '#platform/core/refused.js';
import { type Caller, CurrentCaller } from '#platform/http/caller.js';
import { Endpoint, refusal } from '#platform/http/endpoint.js';
import {
  IdParameter,
  PageQuery,
  TextParameter,
  WordParameter,
  pageOf,
} from '#platform/http/query-fields.js';
import { Documents, pageOfOne } from '#platform/read-models/documents.js';
import { indexOf } from '#platform/read-models/status-indexes.js';
import { orderIdOf, orders } from '../order/order.state.js';
import { order, orderPage, orderView } from './order.view.js';
import { ORDER_STATUSES, type OrderStatus, userOrders } from './user-orders.projection.js';

class OrdersQuery extends PageQuery {
  @IdParameter({ about: 'Only orders of this user.' }) readonly userId?: string;
  @TextParameter({ optional: true, max: 50, about: 'Only the order with this id of yours.' })
  readonly externalId?: string;
  @WordParameter(ORDER_STATUSES, { about: 'Only orders that stand so now.' })
  readonly status?: OrderStatus;
}

@Controller('v1/orders')
export class UserOrdersController {
  constructor(private readonly documents: Documents) {}

  @Endpoint({
    id: 'listOrders',
    tag: 'Orders',
    summary: 'List orders',
    description: 'Your orders, the oldest first. Filters may be combined.',
    answers: { 200: [orderPage, 'One page of the list.'] },
  })
  @Get()
  async list(@CurrentCaller() { partnerId }: Caller, @Query() query: OrdersQuery) {
    const page = pageOf(query);
    const { documents, total } = await this.found(partnerId, query, page);
    return { orders: documents.map(orderView), metadata: { total, ...page } };
  }

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

  /** An externalId names one order at most, whose id follows from it: no index is needed. */
  private async found(partnerId: string, query: OrdersQuery, page: ReturnType<typeof pageOf>) {
    const { externalId, status } = query;
    const userId = query.userId?.toLowerCase();
    if (externalId === undefined) {
      const index = indexOf({ owner: userId, status });
      return this.documents.page(partnerId, userOrders, { ...page, index });
    }
    const id = orderIdOf(partnerId, externalId);
    const document = await this.documents.read(partnerId, userOrders, orders, id);
    return pageOfOne(document, { userId, status }, page);
  }
}
