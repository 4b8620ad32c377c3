import type { Fault } from './fault.js';
import { blindLookUps, eventsAstray, executedAndLost } from './faults/broker.js';
import { randomKills, rollingRestart, stoppedForAWhile } from './faults/processes.js';
import { redisKilled, wiped } from './faults/redis.js';

/** All faults that can be tried, in the order of `docs/faults.md`. */
export const catalogue: readonly Fault[] = [
  randomKills,
  wiped,
  redisKilled,
  executedAndLost,
  blindLookUps,
  eventsAstray,
  stoppedForAWhile,
  rollingRestart,
];
