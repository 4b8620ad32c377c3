import type { FeatureRegistration } from '#jobs/feature-registration.js';
import { registerPolicy } from '#jobs/registry.js';
import { registerProjection } from '#read-models/projection.js';
import { cancelOrder, correctOrder, followOrder, submitOrder } from './jobs.js';
import { parseOrderEvent } from './order/order.events.js';
import { orders } from './order/order.state.js';
import { orderPolicy } from './order/order.policy.js';
import { endedOrders } from './recheck-ended-orders/ended-orders.projection.js';
import { userOrders } from './user-orders/user-orders.projection.js';

export const registeredOrders = registerProjection(userOrders, { order: parseOrderEvent });

export const ordersProjector: FeatureRegistration = {
  jobs: [submitOrder, followOrder, cancelOrder, correctOrder],
  policies: [registerPolicy(orders, orderPolicy)],
  readModels: [registeredOrders, registerProjection(endedOrders, { order: parseOrderEvent })],
};
