import { Module } from '@nestjs/common';
import { AuthApiModule } from '#auth';
import { PlaceOrderController } from './place-order/place-order.controller.js';
import { PlaceOrderHandler } from './place-order/place-order.handler.js';
import { UserOrdersController } from './user-orders/user-orders.controller.js';

@Module({
  imports: [AuthApiModule],
  controllers: [PlaceOrderController, UserOrdersController],
  providers: [PlaceOrderHandler],
})
export class OrdersApiModule {}
