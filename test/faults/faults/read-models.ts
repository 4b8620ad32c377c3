import { setTimeout as sleep } from 'node:timers/promises';
import type { TestPostgres } from '../../support/postgres.js';
import { SecondProcess } from '../../support/second-process.js';
import { READ_MODELS } from '../../support/service.js';
import { withoutRoom } from '../../support/without-room.js';
import type { Fault } from '../fault.js';
import { readStoreOf } from '../read-store.js';
import type { FaultHarness } from '../fault-harness.js';

const IS_POSTGRES = READ_MODELS === 'postgres';
/** Time until the suspension counts; longer than the pause between two stall checks. */
const STAND_STILL_MS = 1_000;
/** The takeover ends the transaction of PostgreSQL. A file stays locked until the process continues. */
const STOPPED_MS = 10_000;

/** F21: a projector is suspended in an open transaction, and a second projector takes over. */
export const stoppedInTransaction: Fault = {
  id: 'F21d',
  title: 'the projector stopped in the middle of a transaction, a second one beside it',
  run: async (harness, size) => {
    const times = size === 'full' ? 5 : 1;
    let [met, takenOver] = [0, 0];
    for (let n = 0; n < times; n++) {
      const { isMet, isTakenOver } = await stopInTransaction(harness, STOPPED_MS);
      met += Number(isMet);
      takenOver += Number(isTakenOver);
      await sleep(5_000);
    }
    if (IS_POSTGRES && takenOver < met)
      harness.record.complain('nobody took over from a stopped one');
    return `${met} of ${times} times for ${STOPPED_MS / 1_000} s; gone on without it ${takenOver} times`;
  },
};

/** Returns whether the suspension hit a transaction, and whether the read models advanced meanwhile. */
export const stopInTransaction = async (harness: FaultHarness, forMs: number) => {
  const store = await readStoreOf(harness.service);
  const pid = harness.service.pid('projector');
  const isMet = await harness.blockAt('projector', 'projection.written', STAND_STILL_MS);
  if (isMet) process.kill(pid, 'SIGSTOP');
  // The second projector must not react to crash points of the first.
  const second = SecondProcess.start('projector', harness.service, { CRASH_POINTS: '' });
  try {
    if (!isMet) return { isMet, isTakenOver: false };
    const before = await store.checkpoints();
    await sleep(forMs);
    const after = await store.checkpoints();
    const isTakenOver = after.some(
      ({ place }, n) => place.position > (before[n]?.place.position ?? place.position),
    );
    process.kill(pid, 'SIGCONT');
    await sleep(STAND_STILL_MS);
    return { isMet, isTakenOver };
  } finally {
    process.kill(pid, 'SIGCONT');
    await store.engine.close();
    second.end();
  }
};

/** F9: the disk is full for the projector. */
export const fullDisk: Fault = {
  id: 'F9b',
  title: 'no room for the file of the read models, under load',
  run: async (harness, size) => {
    if (IS_POSTGRES) return 'not tried: the read models are in no file';
    const times = size === 'full' ? 10 : 2;
    for (let n = 0; n < times; n++) {
      await fillDisk(harness, 6_000);
      await sleep(2_000);
    }
    return `${times} times for 6 s`;
  },
};

/** A full disk must not end the process, because a restart would not help. */
export const fillDisk = async ({ service, record }: FaultHarness, forMs: number): Promise<void> => {
  const full = withoutRoom(service.pid('projector'), () => sleep(forMs));
  await full.catch(() => record.complain('a full disk ended the projector'));
};

/** F28: the database runs, but rejects new connections. */
export const crowdedDatabase: Fault = {
  id: 'F28',
  title: 'strangers hold all connections to PostgreSQL under load',
  run: async (harness, size) => {
    if (!IS_POSTGRES) return 'not tried: the read models are in a file';
    const [times, forMs] = size === 'full' ? [5, 30_000] : [1, 8_000];
    let held = 0;
    for (let n = 0; n < times; n++) {
      held = await crowd(harness, forMs);
      await sleep(2_000);
    }
    return `${times} times ${held} of them for ${forMs / 1_000} s`;
  },
};

/** Returns the number of connections. */
export const crowd = async ({ service }: FaultHarness, forMs: number): Promise<number> => {
  const strangers = await serverOf(service).crowd(service.readModels);
  try {
    await sleep(forMs);
    return strangers.count;
  } finally {
    await strangers.leave();
  }
};

/** @throws {Error} if the read models are in a file */
export const serverOf = ({ postgres }: FaultHarness['service']): TestPostgres => {
  if (postgres === null) throw new Error('the read models are in a file');
  return postgres;
};
