import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Fault } from '../fault.js';
import type { FaultHarness } from '../fault-harness.js';

const opened = (rig: FaultHarness) =>
  new Database(join(rig.service.dataDir, 'events.db'), { timeout: 5_000 });

/** F9: somebody else holds the write lock for longer than anyone waits for it. */
export const lockedLog: Fault = {
  id: 'F9',
  title: 'the event database locked for 6 s under load',
  run: async (rig, size) => {
    const times = size === 'full' ? 10 : 1;
    for (let n = 0; n < times; n++) {
      await lockLog(rig, 6_000);
      await sleep(1_000);
    }
    return `${times} times`;
  },
};

export const lockLog = async (rig: FaultHarness, forMs: number): Promise<void> => {
  const db = opened(rig);
  try {
    db.exec('BEGIN IMMEDIATE');
    await sleep(forMs);
    db.exec('ROLLBACK');
  } finally {
    db.close();
  }
};

/** F20: events that nobody can read, between all the others. */
export const poisonedLog: Fault = {
  id: 'F20',
  title: 'an unknown type, wrong data and broken JSON in the log',
  run: async (rig) => {
    const { partnerId } = rig.load.customer(rig.random).server;
    const poison: readonly [string, string][] = [
      ['DepositTeleported', '{}'],
      ['DepositCompleted', '{"amountCents":"many"}'],
      ['DepositCompleted', '{"amountCents":'],
    ];
    const db = opened(rig);
    for (const [type, data] of poison) {
      const id = randomUUID();
      const at = new Date().toISOString();
      const metadata = { partnerId, correlationId: id, causationId: id, actor: 'poison', at };
      db.prepare(
        'INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, 0, ?, ?, ?, ?)',
      ).run(`deposit-${id}`, id, type, data, JSON.stringify(metadata));
      rig.poisoned.add(id);
    }
    db.close();
    await sleep(3_000);
    return `${poison.length} events`;
  },
};
