import { SubmitOrderProcessor } from './submit-order/submit-order.processor.js';

export { orders } from './order/order.state.js';
export { OrdersApiModule } from './orders.api.module.js';
export { ordersProjector } from './orders.projector.js';
export { submitOrder } from './submit-order/submit-order.job.js';
export const orderProcessors = [SubmitOrderProcessor];
