import type { NewEvent } from '#kernel/event-store/event-log.js';
import { deterministicId } from '#kernel/ids.js';

export type Example = { readonly type: string; readonly data: object };

/** Amounts are text in the log. */
const stored = (data: object): unknown =>
  JSON.parse(
    JSON.stringify(data, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
  );

/** The n-th event of an object's stream. The partner's request caused the first one. */
export const recorded = (
  id: string,
  { type, data }: Example,
  i: number,
  partnerId: string,
): NewEvent => ({
  id: deterministicId('example', id, `${i}`),
  type,
  data: {
    ...(stored(data) as object),
    depositId: id,
    orderId: id,
    partnerId,
    userId: deterministicId('example', 'user'),
  },
  metadata: {
    ...{ partnerId, correlationId: i === 0 ? 'req-1' : `job-${i}`, causationId: 'c' },
    ...{ actor: i === 0 ? 'partnerUser:u' : 'worker', at: '2026-03-16T12:00:00.000Z' },
  },
});
