import { Controller, Delete, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { order, orderView } from '../user-orders/order.view.js';
import { CancelOrder } from './cancel-order.handler.js';

@Controller('v1/orders')
export class CancelOrderController {
  constructor(private readonly commands: CommandBus) {}

  @Endpoint({
    summary: 'Cancel an order',
    description:
      'Requests the end of an order. Until the `status` changes, `statusReason` shows the request. An order that was not sent is never sent. An order at the broker is canceled there, unless it is filled first. Fills before the cancellation remain. A repeated request changes nothing.',
    params: { id: 'The id of the order.' },
    answers: { 202: [order, 'Recorded; follow its `status`.'] },
    refuses: [
      refusal(404, 'order_not_found', 'You have no order with this id.'),
      refusal(409, 'order_final', 'The order is already filled, rejected, canceled or expired.'),
    ],
  })
  @Delete(':id')
  async cancelOrder(@CurrentCaller() caller: Caller, @Param('id') id: string) {
    return orderView(await this.commands.execute(new CancelOrder(caller, id)));
  }
}
