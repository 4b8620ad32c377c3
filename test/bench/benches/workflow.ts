import { randomUUID } from 'node:crypto';
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { Queue } from 'bullmq';
import { pause } from '#kernel/concurrency/pause.js';
import { openEventLog } from '#event-log/open-event-log.js';
import {
  type Child,
  ended,
  runTypeScript,
} from '../../support/typescript-child/typescript-child.js';
import type { BareWork } from '../bare-worker.js';
import { type Bench, alternating } from '../bench.js';
import { headOf, untilRecorded } from '../complete.js';
import { answeredPerSecond } from '../http-load.js';
import { rowOf } from '../row.js';
import { Stage } from '../fixture.js';

const [DEPOSITS, QUICK_DEPOSITS] = [2_000, 120];
const [USERS, QUICK_USERS] = [16, 8];
const CONNECTIONS = 32;
/** As the worker has it for each queue. */
const CONCURRENCY = 32;
const WITHIN_MS = 300_000;
const LOOK_MS = 20;
const FIRM_ACCOUNT = '00000000-0000-4000-8000-00000000f1f1';
const AUTHORIZATION = `Basic ${Buffer.from('demo-broker-key:demo-broker-secret').toString('base64')}`;

/**
 * Deposits that wait for two workers, from their first job to their completion at the sandbox, to
 * two processes that take as many empty jobs, send the same request and append twice.
 */
export const policy: Bench = {
  name: 'workflow',
  async run(form) {
    const stage = await Stage.open(form.quick ? QUICK_USERS : USERS);
    const second = secondWorker(stage);
    try {
      const amount = form.quick ? QUICK_DEPOSITS : DEPOSITS;
      const rounds = await alternating(
        form,
        () => deposits(stage, amount),
        () => bareLoop(stage, amount),
      );
      return [rowOf({ name: 'workflow', unit: '/s', ...rounds, goal: { atLeast: 0.6 } })];
    } finally {
      await stop(second);
      await stage.close();
    }
  },
};

const secondWorker = ({ service }: Stage): ChildProcess =>
  spawn(process.execPath, ['--max-semi-space-size=8', 'dist/apps/worker/main.js'], {
    env: { ...service.env, ...service.stores, DATA_DIR: `${service.dataDir}/second-worker` },
    stdio: 'ignore',
  });

const stop = async (child: ChildProcess): Promise<void> => {
  const end = new Promise((done) => child.once('exit', done));
  if (child.exitCode !== null || !child.kill('SIGTERM')) return;
  await end;
};

/** They pile up while nobody hands them on. */
const deposits = async (stage: Stage, amount: number): Promise<number> => {
  const before = headOf(stage.events);
  stage.pause('projector');
  await answeredPerSecond({
    ...{ url: stage.service.api, connections: CONNECTIONS, amount },
    headers: { ...stage.client.headers, 'content-type': 'application/json' },
    next: () => ({
      path: '/v1/funding',
      body: JSON.stringify({
        ...{ userId: stage.nextUser(), direction: 'DEPOSIT', amount: '0.01' },
        externalId: randomUUID(),
      }),
    }),
  });
  const beganMs = performance.now();
  stage.goOn('projector');
  await untilRecorded(stage.events, 'DepositCompleted', before, amount);
  return amount / ((performance.now() - beganMs) / 1_000);
};

const until = async (done: () => boolean | Promise<boolean>): Promise<void> => {
  const endMs = Date.now() + WITHIN_MS;
  while (!(await done())) {
    if (Date.now() > endMs) throw new Error(`not done within ${WITHIN_MS / 1_000} s`);
    await pause(LOOK_MS);
  }
};

const bareLoop = async (stage: Stage, amount: number): Promise<number> => {
  const work = await bareWork(stage);
  const url = new URL(work.redisUrl);
  const connection = { host: url.hostname, port: Number(url.port) };
  const queue = new Queue(work.queue, { connection });
  const children: Child[] = [];
  try {
    await queue.pause();
    for (let n = 0; n < 2; n++) children.push(await bareWorker(work));
    const options = { removeOnComplete: true };
    await queue.addBulk(
      Array.from({ length: amount }, () => ({ name: 'bare', data: {}, opts: options })),
    );
    const beganMs = performance.now();
    await queue.resume();
    await until(async () => (await queue.getJobCountByTypes('wait', 'active')) === 0);
    return amount / ((performance.now() - beganMs) / 1_000);
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(children.map(ended));
    await queue.obliterate({ force: true });
    await queue.close();
    rmSync(work.file, { force: true });
  }
};

const bareWorker = async (work: BareWork): Promise<Child> => {
  const child = runTypeScript(new URL('../bare-worker.ts', import.meta.url), JSON.stringify(work));
  await new Promise((done) => child.stdout.once('data', done));
  return child;
};

/** Two events like those that a deposit's worker writes, and the same request. */
const bareWork = async (stage: Stage): Promise<BareWork> => {
  const { service } = stage;
  const stores = service.stores;
  const db = new Database(stage.events, { readonly: true });
  const last = db
    .prepare<[], { stream: string }>(
      "SELECT stream FROM events WHERE type = 'DepositCompleted' ORDER BY position DESC LIMIT 1",
    )
    .get();
  db.close();
  const log = await openEventLog(stores.EVENT_STORE_URL);
  const recorded = await log.read(last?.stream ?? '');
  await log.close();
  const [requested, ...after] = recorded;
  const { accountId } = requested!.data as { accountId: string };
  const amounts = { entry_type: 'JNLC', amount: '0.01' };
  return {
    queue: `bare-${randomUUID()}`,
    redisUrl: stores.REDIS_URL,
    file: `${service.dataDir}/bare.db`,
    concurrency: CONCURRENCY,
    broker: `${service.sandbox}/broker`,
    authorization: AUTHORIZATION,
    journal: { ...amounts, from_account: FIRM_ACCOUNT, to_account: accountId },
    events: after.slice(0, 2).map(({ type, data, metadata }) => ({ type, data, metadata })),
  };
};
