import { CancelOrderProcessor } from './cancel-order/cancel-order.processor.js';
import { CorrectOrderProcessor } from './correct-order/correct-order.processor.js';
import { FollowOrderProcessor } from './follow-order/follow-order.processor.js';
import { SubmitOrderProcessor } from './submit-order/submit-order.processor.js';

export { orderClosings } from './close-order/closing.js';
export { correctOrder } from './correct-order/correct-order.job.js';
export { orderHint } from './follow-order/order-hint.js';
export { lookUpOrder } from './look-up-order/look-up-order.js';
export { standingOf } from './order/broker-word.decide.js';
export { type OrderEvent, parseOrderEvent } from './order/order.events.js';
export { type RequestedOrder, orders } from './order/order.state.js';
export { AskedOrders } from './recheck-ended-orders/asked-orders.js';
export { EndedOrdersWatch } from './recheck-ended-orders/ended-orders-watch.js';
export { order, orderPage, orderView } from './user-orders/order.view.js';
export { ordersForData } from './user-orders/orders.data-view.js';
export { FINAL } from './order/order.state.js';
export { orderRows, orderTable } from './user-orders/user-orders.read-model.js';
export { ordersProjector } from './orders.projector.js';
export const orderProcessors = [
  SubmitOrderProcessor,
  FollowOrderProcessor,
  CancelOrderProcessor,
  CorrectOrderProcessor,
];
