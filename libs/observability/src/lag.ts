import { firstEventAfter } from '#kernel/event-store/catch-up.js';
import type { EventLog } from '#kernel/event-store/event-log.js';

/** Time limit of the search for the first event after a position. After it, the lag is unknown. */
const LAG_WITHIN_MS = 2_000;

/**
 * Returns the lag of a reader at `position`, in milliseconds: the age of the oldest event after it,
 * by the clock of the event's writer. Returns 0 at the head of the log.
 * @throws Error if the event cannot be read within `LAG_WITHIN_MS`.
 */
export const lagMs = async (
  log: EventLog,
  position: bigint | null,
  head: bigint | null,
  now: Date,
): Promise<number> => {
  if (head === null || (position !== null && position >= head)) return 0;
  const signal = AbortSignal.timeout(LAG_WITHIN_MS);
  const oldest = await firstEventAfter({ log, after: position, signal });
  if (oldest === null && signal.aborted)
    throw new Error('the next event could not be read in time');
  const at = Date.parse(oldest?.metadata.at ?? '');
  return Number.isNaN(at) ? 0 : Math.max(0, now.getTime() - at);
};
