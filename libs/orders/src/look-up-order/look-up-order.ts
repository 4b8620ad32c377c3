import type { LookUp } from '#operations/attention/resolver.js';
import { orders } from '../order/order.state.js';

export const lookUpOrder: LookUp = async ({ store, broker }, id, correlationId) => {
  const order = await store.load(orders, id);
  if (order.status === 'absent') return 'The order does not exist.';
  const { orderId, accountId } = order;
  const found = await broker.findOrder({ orderId, accountId }, correlationId);
  if (found === null) return 'The broker does not have the order.';
  return `The broker has it as order ${found.id}, which is ${found.status}.`;
};
