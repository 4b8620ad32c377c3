import type { Fault } from './fault.js';
import { backlog } from './faults/backlog.js';
import { blockedWorker } from './faults/blocked-worker.js';
import {
  answersAfterEvents,
  blindLookUps,
  eventsAstray,
  executedAndLost,
} from './faults/broker.js';
import { wrongClocks } from './faults/clocks.js';
import { crowd, rebuiltWhileWriting, repeated } from './faults/commands.js';
import { crashPoints, oneJobManyDeaths } from './faults/crash-points.js';
import { doubledJobs } from './faults/doubled-jobs.js';
import { lockedLog, poisonedLog } from './faults/event-log.js';
import { brokenLinks, halfOpenLink } from './faults/network.js';
import { overlapping, randomKills, rollingRestart, stoppedForAWhile } from './faults/processes.js';
import { crowdedDatabase, fullDisk, stoppedInTransaction } from './faults/read-models.js';
import { oldRedis, redisKilled, silentRedis, wiped } from './faults/redis.js';

/** All faults in the order of `docs/developers/faults.md`. */
export const catalogue: readonly Fault[] = [
  crashPoints,
  randomKills,
  oneJobManyDeaths,
  wiped,
  redisKilled,
  oldRedis,
  silentRedis,
  lockedLog,
  fullDisk,
  executedAndLost,
  blindLookUps,
  eventsAstray,
  answersAfterEvents,
  repeated,
  crowd,
  blockedWorker,
  wrongClocks,
  backlog,
  poisonedLog,
  stoppedForAWhile,
  overlapping,
  doubledJobs,
  stoppedInTransaction,
  brokenLinks,
  halfOpenLink,
  rollingRestart,
  rebuiltWhileWriting,
  crowdedDatabase,
];
