import type { EventLog, RecordedEvent } from '#platform/event-store/event-log.js';
import { streamName } from '#platform/event-store/stream.js';
import { dailyFunding, dailyFundingId } from '../daily-funding/daily-funding.state.js';
import { deposits } from '../deposit/deposit.state.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * All events about one deposit, those of its user's daily limit among them, in the order of the log;
 * none when there is no such deposit.
 */
export const depositWay = async (
  log: EventLog,
  depositId: string,
): Promise<readonly RecordedEvent[]> => {
  const own = await log.read(streamName(deposits, depositId));
  const [first] = own;
  if (first === undefined) return [];
  // When it was asked for: where the process died then, it was made of its reservation later.
  const { userId, at } = first.data as { readonly userId: string; readonly at: string };
  const days = [0, DAY_MS].map((before) => dayOf(Date.parse(at) - before));
  const limits = await Promise.all(
    days.map((day) => log.read(streamName(dailyFunding, dailyFundingId(userId, day)))),
  );
  const mine = limits
    .flat()
    .filter(({ data }) => (data as { readonly depositId?: string }).depositId === depositId);
  return [...own, ...mine].sort((a, b) => (a.position < b.position ? -1 : 1));
};

/** The reservation comes first, and may be of the day before. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
