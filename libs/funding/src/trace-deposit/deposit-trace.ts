import { DAY_MS } from '#kernel/duration.js';
import type { EventLog, RecordedEvent } from '#kernel/event-store/event-log.js';
import { streamName } from '#kernel/event-store/stream.js';
import { dailyFunding, dailyFundingId } from '../daily-funding/daily-funding.state.js';
import { deposits } from '../deposit/deposit.state.js';
import { withdrawalReservations } from '../withdrawal-reservations/withdrawal-reservations.state.js';

/**
 * Returns all events about one deposit or withdrawal, including its reservation, in log order.
 * Returns none if the deposit does not exist.
 */
export const traceDeposit = async (
  log: EventLog,
  depositId: string,
): Promise<readonly RecordedEvent[]> => {
  const own = await log.read(streamName(deposits, depositId));
  const [first] = own;
  if (first === undefined) return [];
  const reservations = await Promise.all(
    reservationsOf(first.data as Request).map((name) => log.read(name)),
  );
  const mine = reservations
    .flat()
    .filter(({ data }) => (data as { readonly depositId?: string }).depositId === depositId);
  return [...own, ...mine].sort((a, b) => (a.position < b.position ? -1 : 1));
};

type Request = {
  readonly userId: string;
  /** Time of the request. The transaction may have been created later, from its reservation. */
  readonly at: string;
  readonly direction?: string;
};

/** Streams that may have the reservation. */
const reservationsOf = ({ userId, at, direction }: Request): readonly string[] => {
  if (direction === 'WITHDRAWAL') return [streamName(withdrawalReservations, userId)];
  const days = [0, DAY_MS].map((before) => dayOf(Date.parse(at) - before));
  return days.map((day) => streamName(dailyFunding, dailyFundingId(userId, day)));
};

/**
 * Returns the UTC day of `ms`. The reservation precedes the deposit and may be on the day before.
 */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
