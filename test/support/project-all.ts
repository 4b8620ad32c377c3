import type { Logger } from '#kernel/logger.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { ShardAssignment } from '#redis/lease/shard-assignment.js';
import { ShardRunners } from '#read-models/shard-runners.js';
import { ReadSide } from '#read-models/read-side.js';
import type { ReadStore } from '#read-models/read-store.js';

type Parts = {
  readonly store: ReadStore;
  readonly log: EventLog;
  readonly logger: Logger;
  readonly shards: number;
};

const done = () => Promise.resolve();
/** All registered features, without notifications to other processes. */
const everything = {
  look: (names: readonly string[]) => Promise.resolve({ mine: names, surplus: [] }),
  leave: done,
  leaveAll: done,
};

/** Rebuilds the read models and runs all shards, as a single projector does. */
export const projectAll = async (parts: Parts, signal: AbortSignal): Promise<void> => {
  const { store, log, logger } = parts;
  const shares = new ShardAssignment(everything, new ShardRunners(store, log, logger), logger);
  await Promise.all([new ReadSide(parts).run(signal), shares.run(signal)]);
};
