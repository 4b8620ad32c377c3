import { Module } from '@nestjs/common';
import { AuthApiModule } from '#auth/auth.api.module.js';
import { CancelOrderController } from './cancel-order/cancel-order.controller.js';
import { CancelOrderHandler } from './cancel-order/cancel-order.handler.js';
import { PlaceOrderController } from './place-order/place-order.controller.js';
import { PlaceOrderHandler } from './place-order/place-order.handler.js';
import { UserOrdersController } from './user-orders/user-orders.controller.js';

@Module({
  imports: [AuthApiModule],
  controllers: [PlaceOrderController, CancelOrderController, UserOrdersController],
  providers: [PlaceOrderHandler, CancelOrderHandler],
})
export class OrdersApiModule {}
