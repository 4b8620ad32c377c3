import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { dispatcherPosition } from '#jobs/dispatcher.js';
import type { ReadStore } from '#read-models/read-store.js';
import type { Fault } from '../fault.js';
import { readStoreOf } from '../read-store.js';
import type { FaultHarness } from '../fault-harness.js';

const RUNS_MS = 10;
const STOPS_MS = 990;
const MEMORY_MAX_MB = 512;
const LOOK_MS = 100;
/** Number of events of a full run, and minimum of a short run. */
const CATCHES_UP_WITHIN_MS = 60_000;
const EVENTS_PER_USER = 10;
const BATCH_USERS = 200;

/** F19: a slow projector, and a projector that was down for a long time. */
export const backlog: Fault = {
  id: 'F19',
  title: 'projector a hundred times slower, then far behind the log',
  run: async (harness, size) => {
    await slowDown(harness, size === 'full' ? 120_000 : 15_000);
    const events = size === 'full' ? 1_000_000 : 20_000;
    const { peakMb, tookMs } = await fallBehind(harness, events);
    if (peakMb > MEMORY_MAX_MB) harness.record.complain(`the projector took ${peakMb} MB`);
    return `${events} events behind: ${peakMb} MB at most, caught up in ${tookMs / 1_000} s`;
  },
};

/** Suspends the projector for 99 % of the time. */
const slowDown = async (harness: FaultHarness, forMs: number): Promise<void> => {
  const endMs = Date.now() + forMs;
  while (Date.now() < endMs) {
    harness.signal('projector', 'SIGSTOP');
    await sleep(STOPS_MS);
    harness.signal('projector', 'SIGCONT');
    await sleep(RUNS_MS);
  }
};

const fallBehind = async (harness: FaultHarness, events: number) => {
  const partnerId = await newPartner(harness);
  harness.signal('projector', 'SIGSTOP');
  const head = await fill(harness, partnerId, events);
  harness.signal('projector', 'SIGCONT');
  const patienceMs = Math.max(CATCHES_UP_WITHIN_MS, (CATCHES_UP_WITHIN_MS * events) / 100_000);
  const beganMs = Date.now();
  const store = await readStoreOf(harness.service);
  let peakMb = 0;
  try {
    while (!((await slowest(store)) >= head)) {
      peakMb = Math.max(peakMb, residentMb(harness.service.pid('projector')));
      if (Date.now() - beganMs > patienceMs) {
        harness.record.complain(
          `${head - (await slowest(store))} events behind after ${patienceMs} ms`,
        );
        break;
      }
      await sleep(LOOK_MS);
    }
  } finally {
    await store.engine.close();
  }
  return { peakMb, tookMs: Date.now() - beganMs };
};

const newPartner = async (harness: FaultHarness): Promise<string> => {
  const { stdout, stderr } = await harness.service.ops(
    'partner',
    'create',
    '--name',
    'Many',
    '--force',
    '--json',
  );
  if (stdout === '') throw new Error(`partner create: ${stderr}`);
  return (JSON.parse(stdout) as { id: string }).id;
};

/** Appends registrations and changes of users past the service. Returns the last position. */
const fill = async (harness: FaultHarness, partnerId: string, events: number): Promise<number> => {
  const db = new Database(join(harness.service.dataDir, 'events.db'), { timeout: 5_000 });
  const insert = db.prepare(
    'INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const batch = db.transaction((users: number) => {
    for (let n = 0; n < users; n++) {
      const userId = randomUUID();
      harness.poisoned.add(userId);
      for (const [revision, [type, data]] of lifeOf(userId, partnerId).entries()) {
        const id = randomUUID();
        const about = { partnerId, correlationId: id, causationId: id, actor: 'fill', at: AT };
        const texts = [JSON.stringify(data), JSON.stringify(about)];
        insert.run(`user-${userId}`, revision, id, type, ...texts);
      }
    }
  });
  for (let left = events / EVENTS_PER_USER; left > 0; left -= BATCH_USERS) {
    batch(Math.min(left, BATCH_USERS));
    // Other processes append, too.
    await sleep(5);
  }
  const { head } = db.prepare('SELECT max(position) AS head FROM events').get() as { head: number };
  db.close();
  return head;
};

const AT = '2026-01-02T03:04:05.678Z';

const lifeOf = (userId: string, partnerId: string): readonly (readonly [string, object])[] => {
  const about = { userId, partnerId, at: AT };
  const name = { firstName: 'Ada', lastName: 'Lovelace', country: 'USA' };
  const email = `${userId}@users.example`;
  const missing = { externalId: null, phone: null, dateOfBirth: null };
  return [
    ['UserRegistered', { ...about, ...name, email, ...missing }],
    ...Array.from(
      { length: EVENTS_PER_USER - 1 },
      (_, n) => ['UserDetailsChanged', { ...about, firstName: `Ada ${n}` }] as const,
    ),
  ];
};

/** Returns the lowest checkpoint of the read models and the dispatcher. */
const slowest = async (store: ReadStore): Promise<number> => {
  const places = (await store.checkpoints()).map(({ place }) => Number(place.position));
  return Math.min(Number((await dispatcherPosition(store)) ?? 0), ...places);
};

const residentMb = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024);
};
