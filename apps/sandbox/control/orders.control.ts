import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Billionths, billionths, billionthsFromDecimal } from '#kernel/money.js';
import type { Broker } from '../broker/broker.js';
import type { Trades } from '../broker/execution.js';
import { isOpen, type Order, orderBody } from '../broker/order.wire.js';
import { readBy } from '../http/read.js';
import { badRequest, Refused } from '../http/refused.js';
import type { Store } from '../store/store.js';
import { orderLine } from './ledger.js';

const decimal = (places: number) =>
  z
    .string()
    .regex(
      new RegExp(`^\\d{1,9}(\\.\\d{1,${places}})?$`),
      `must be a decimal with up to ${places} places`,
    );
const orderSchema = z.discriminatedUnion('outcome', [
  z.strictObject({
    outcome: z.literal('fill'),
    /** New total of filled quantity. Default: the whole order. */
    qty: decimal(9).optional(),
  }),
  z.strictObject({ outcome: z.enum(['cancel', 'reject', 'expire']) }),
  z.strictObject({
    outcome: z.enum(['bust', 'correct']),
    /** Broken quantity of a bust (default: all), or new total of a correction. */
    qty: decimal(9).optional(),
    price: decimal(2).optional(),
    silent: z.boolean().default(false),
  }),
]);

type ById = { readonly Params: { readonly id: string } };

/** Changes an order as the market or the broker's staff would. */
export const orderControls = (app: FastifyInstance, store: Store, broker: Broker): void => {
  app.post<ById>('/orders/:id', ({ params, body }) => {
    const request = readBy(orderSchema, body, badRequest);
    const { execution, orders } = broker;
    const { table } = orders;
    return store.write(() => {
      const order = table.byClientId(params.id) ?? table.find(params.id);
      if (order === null) throw new Refused(404, 'no such order');
      if (request.outcome === 'bust' || request.outcome === 'correct') {
        const event = request.outcome === 'bust' ? 'trade_bust' : 'trade_correct';
        execution.correct(order, event, tradesOf(order, request));
        return orderLine(table.find(order.id) ?? order);
      }
      if (!isOpen(order)) throw new Refused(409, `the order is ${order.status}`);
      if (request.outcome === 'fill') execution.fill(order, targetOf(order, request.qty));
      else {
        const { outcome } = request;
        execution.end(order, ENDS[outcome], `${outcome} through the control endpoint`);
      }
      return orderLine(table.find(order.id) ?? order);
    });
  });
};

const targetOf = (order: Order, qty: string | undefined): Billionths => {
  const target = qty === undefined ? order.quantity : billionthsFromDecimal(qty);
  if (target <= order.filledQuantity || target > order.quantity)
    throw badRequest(
      'qty must be above the filled quantity, and at most the quantity of the order',
    );
  return target;
};

type Corrected = Extract<z.output<typeof orderSchema>, { outcome: 'bust' | 'correct' }>;

const tradesOf = (order: Order, { outcome, qty, price, silent }: Corrected): Trades => {
  if (order.filledQuantity === 0n) throw new Refused(409, 'the order does not have a fill');
  const shownPrice = price ?? orderBody(order).filled_avg_price ?? '0';
  const common = { silent, price: shownPrice };
  const quantity = qty === undefined ? order.filledQuantity : billionthsFromDecimal(qty);
  if (outcome === 'correct') return { ...common, quantity };
  if (quantity > order.filledQuantity) throw badRequest('qty must be at most the filled quantity');
  return { ...common, quantity: billionths(order.filledQuantity - quantity) };
};

const ENDS = { cancel: 'canceled', reject: 'rejected', expire: 'expired' } as const;
