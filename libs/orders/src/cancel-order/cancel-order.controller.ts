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
    tag: 'Orders',
    summary: 'Cancel an order',
    description:
      'Asks for the end of an order; its `status` follows, and until then `statusReason` says that it was asked for. An order that was not sent yet is never sent; one at the broker is canceled there, unless it is filled first. What was filled until then stays. Asking again changes nothing.',
    params: { id: 'The id of the order.' },
    answers: { 202: [order, 'Noted; follow its `status`.'] },
    refuses: [
      refusal(404, 'order_not_found', 'You have no order with this id.'),
      refusal(409, 'order_final', 'It is filled, rejected, canceled or expired already.'),
    ],
  })
  @Delete(':id')
  async cancelOrder(@CurrentCaller() caller: Caller, @Param('id') id: string) {
    return orderView(await this.commands.execute(new CancelOrder(caller, id)));
  }
}
