import { setTimeout as sleep } from 'node:timers/promises';
import type { TestPostgres } from '../../support/postgres.js';
import { SecondProcess } from '../../support/second-process.js';
import { READ_MODELS } from '../../support/service.js';
import { withoutRoom } from '../../support/without-room.js';
import type { Fault } from '../fault.js';
import { readStoreOf } from '../read-store.js';
import type { FaultHarness } from '../fault-harness.js';

const IS_POSTGRES = READ_MODELS === 'postgres';
/** Until it is stopped for good; more than the pause between two looks at whether it stands still. */
const STAND_STILL_MS = 1_000;
/** PostgreSQL is told to end the transaction; a file stays locked until the stopped one goes on. */
const STOPPED_MS = 10_000;

/** F21: as it, with rows written and nothing committed; a second projector takes its work over. */
export const stoppedInTransaction: Fault = {
  id: 'F21d',
  title: 'the projector stopped in the middle of a transaction, a second one beside it',
  run: async (rig, size) => {
    const times = size === 'full' ? 5 : 1;
    let [met, takenOver] = [0, 0];
    for (let n = 0; n < times; n++) {
      const { isMet, isTakenOver } = await stopInTransaction(rig, STOPPED_MS);
      met += Number(isMet);
      takenOver += Number(isTakenOver);
      await sleep(5_000);
    }
    if (IS_POSTGRES && takenOver < met) rig.record.complain('nobody took over from a stopped one');
    return `${met} of ${times} times for ${STOPPED_MS / 1_000} s; gone on without it ${takenOver} times`;
  },
};

/** Answers whether it was met in a transaction, and whether read models went on meanwhile. */
export const stopInTransaction = async (rig: FaultHarness, forMs: number) => {
  const store = await readStoreOf(rig.service);
  const pid = rig.service.pid('projector');
  const isMet = await rig.blockAt('projector', 'projection.written', STAND_STILL_MS);
  if (isMet) process.kill(pid, 'SIGSTOP');
  // It is to meet no crash point that is meant for the first one.
  const second = SecondProcess.start('projector', rig.service, { CRASH_POINTS: '' });
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

/** F9: what the projector would write does not fit on the disk any more. */
export const fullDisk: Fault = {
  id: 'F9b',
  title: 'no room for the file of the read models, under load',
  run: async (rig, size) => {
    if (IS_POSTGRES) return 'not tried: the read models are in no file';
    const times = size === 'full' ? 10 : 2;
    for (let n = 0; n < times; n++) {
      await fillDisk(rig, 6_000);
      await sleep(2_000);
    }
    return `${times} times for 6 s`;
  },
};

/** It ends no process: that one would find its file as it was. */
export const fillDisk = async ({ service, record }: FaultHarness, forMs: number): Promise<void> => {
  const full = withoutRoom(service.pid('projector'), () => sleep(forMs));
  await full.catch(() => record.complain('a full disk ended the projector'));
};

/** F28: the database answers, and takes no connection. */
export const crowdedDatabase: Fault = {
  id: 'F28',
  title: 'strangers hold all connections to PostgreSQL under load',
  run: async (rig, size) => {
    if (!IS_POSTGRES) return 'not tried: the read models are in a file';
    const [times, forMs] = size === 'full' ? [5, 30_000] : [1, 8_000];
    let held = 0;
    for (let n = 0; n < times; n++) {
      held = await crowd(rig, forMs);
      await sleep(2_000);
    }
    return `${times} times ${held} of them for ${forMs / 1_000} s`;
  },
};

/** Answers how many connections there were. */
export const crowd = async ({ service }: FaultHarness, forMs: number): Promise<number> => {
  const strangers = await serverOf(service).crowd(service.readModels);
  try {
    await sleep(forMs);
    return strangers.count;
  } finally {
    await strangers.leave();
  }
};

/** @throws {Error} where the read models are in a file */
export const serverOf = ({ postgres }: FaultHarness['service']): TestPostgres => {
  if (postgres === null) throw new Error('the read models are in a file');
  return postgres;
};
