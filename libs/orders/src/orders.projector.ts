import type { ProjectorPart } from '#platform/jobs/projector-part.js';
import { registerWorkflow } from '#platform/jobs/registry.js';
import { register } from '#platform/read-store/read-model.js';
import { cancelOrder } from './cancel-order/cancel-order.job.js';
import { correctOrder } from './correct-order/correct-order.job.js';
import { followOrder } from './follow-order/follow-order.job.js';
import { parseOrderEvent } from './order/order.events.js';
import { orders } from './order/order.state.js';
import { orderWorkflow } from './order/order.workflow.js';
import { endedOrders } from './recheck-ended-orders/ended-orders.read-model.js';
import { submitOrder } from './submit-order/submit-order.job.js';
import { userOrders } from './user-orders/user-orders.read-model.js';

export const ordersProjector: ProjectorPart = {
  jobs: [submitOrder, followOrder, cancelOrder, correctOrder],
  workflows: [registerWorkflow(orders, orderWorkflow)],
  readModels: [
    register(userOrders, { order: parseOrderEvent }),
    register(endedOrders, { order: parseOrderEvent }),
  ],
};
