/** A survivor that changes nothing anybody could see. */
export type Accepted = {
  readonly file: string;
  /** The line of the source, without the white space around it. */
  readonly line: string;
  /** As the report says it. */
  readonly label: string;
  readonly why: string;
};

const ORDER = 'libs/orders/src/order/order.state.ts';

export const ACCEPTED: readonly Accepted[] = [
  {
    file: ORDER,
    line: "order.status !== 'absent' && order.attempts > 0 && order.brokerOrderId === null;",
    label: "order.status !== 'absent' → true",
    why: 'an absent order has no attempts; the comparison is for the compiler',
  },
  {
    file: ORDER,
    line: "(order.status === 'pending' || order.status === 'submitted') && order.brokerOrderId === null;",
    label: 'order.brokerOrderId === null → true',
    why: 'the event that names the id at the broker also makes it accepted',
  },
];
