import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Fault } from '../fault.js';
import type { EsdbServer } from '../../support/esdb-server/esdb-server.js';
import type { FaultHarness } from '../fault-harness.js';

const opened = (harness: FaultHarness) =>
  new Database(join(harness.service.dataDir, 'events.db'), { timeout: 5_000 });

/** F9: another process holds the write lock for longer than the service waits. */
export const lockedLog: Fault = {
  id: 'F9',
  title: 'the event database locked for 6 s under load',
  run: async (harness, size) => {
    const times = size === 'full' ? 10 : 1;
    for (let n = 0; n < times; n++) {
      await lockLog(harness, 6_000);
      await sleep(1_000);
    }
    return `${times} times`;
  },
};

/** Time without a response of the server, in milliseconds. */
export const lockLog = async (harness: FaultHarness, forMs: number): Promise<void> => {
  if (harness.eventServer !== null) return silence(harness.eventServer, forMs);
  const db = opened(harness);
  try {
    db.exec('BEGIN IMMEDIATE');
    await sleep(forMs);
    db.exec('ROLLBACK');
  } finally {
    db.close();
  }
};

const silence = async ({ faults }: EsdbServer, forMs: number): Promise<void> => {
  faults.silence();
  await sleep(forMs).finally(() => faults.speak());
};

/** F20: unreadable events among valid events. */
export const poisonedLog: Fault = {
  id: 'F20',
  title: 'an unknown type, wrong data and broken JSON in the log',
  run: async (harness) => {
    const { partnerId } = harness.load.customer(harness.random).server;
    const poison: readonly [string, string][] = [
      ['DepositTeleported', '{}'],
      ['DepositCompleted', '{"amountCents":"many"}'],
      ['DepositCompleted', '{"amountCents":'],
    ];
    for (const [type, data] of poison) {
      const id = randomUUID();
      const at = new Date().toISOString();
      const about = { partnerId, correlationId: id, causationId: id, actor: 'poison', at };
      harness.poisoned.add(id);
      insert(harness, { id, type, data, metadata: JSON.stringify(about) });
    }
    await sleep(3_000);
    return `${poison.length} events`;
  },
};

type Texts = Readonly<Record<'id' | 'type' | 'data' | 'metadata', string>>;

const insert = (harness: FaultHarness, { id, type, data, metadata }: Texts): void => {
  const stream = `deposit-${id}`;
  if (harness.eventServer !== null) {
    const [bytes, about] = [data, metadata].map((text) => Buffer.from(text));
    harness.eventServer.events.append(stream, null, [{ id, type, data: bytes!, metadata: about! }]);
    return;
  }
  const db = opened(harness);
  try {
    db.prepare(
      'INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, 0, ?, ?, ?, ?)',
    ).run(stream, id, type, data, metadata);
  } finally {
    db.close();
  }
};
