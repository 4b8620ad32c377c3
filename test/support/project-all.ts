import type { Logger } from '#platform/core/logger.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import { SharedWork } from '#platform/lease/shared-work.js';
import { Feeding } from '#platform/read-store/feeding.js';
import { ReadSide } from '#platform/read-store/read-side.js';
import type { ReadStore } from '#platform/read-store/read-store.js';

type Parts = {
  readonly store: ReadStore;
  readonly log: EventLog;
  readonly logger: Logger;
  readonly shards: number;
};

const done = () => Promise.resolve();
/** Whatever there is, without a word to other processes. */
const everything = {
  look: (names: readonly string[]) => Promise.resolve({ mine: names, surplus: [] }),
  leave: done,
  leaveAll: done,
};

/** Fills the read models and feeds all shards, as a projector that knows of no other one. */
export const projectAll = async (parts: Parts, signal: AbortSignal): Promise<void> => {
  const { store, log, logger } = parts;
  const shares = new SharedWork(everything, new Feeding(store, log, logger), logger);
  await Promise.all([new ReadSide(parts).run(signal), shares.run(signal)]);
};
