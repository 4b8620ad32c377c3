import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AlpacaBroker } from '#broker/alpaca-broker.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { openEventLog } from '#event-log/open-event-log.js';
import { foldedStore } from '#read-models/temporary-read-store.js';
import { Rows } from '#read-models/rows.js';
import { quiet } from '../../support/memory-reads.js';
import { registeredDeposits } from '#funding/funding.projector.js';
import { registeredPeriods } from '#settlement/settlement.projector.js';
import { reconcile } from '../../../libs/reconciliation/src/run/reconcile.js';
import { ScriptedServer } from '../../support/scripted-server.js';
import { FIRM, type Wire, busyHour, openAccounts, partnerIds } from './busy-hour.js';

/** `npm run long -- reconciliation`: the long run tells its figures. */
const LONG = process.env['RECONCILIATION_CHANGES'] !== undefined;
const CHANGES = Number(process.env['RECONCILIATION_CHANGES'] ?? 200);
const ACCOUNTS = Number(process.env['RECONCILIATION_ACCOUNTS'] ?? 1_000);
/** Limits of a run without missing journals. */
const CALLS_MAX = 50;
const MS_MAX = 10_000;
const PLANTED = 5;
const TIMEOUT_MS = 30 * 60_000 + (CHANGES + ACCOUNTS) * 10;

let dir: string;
let log: EventLog;
let server: ScriptedServer;
let broker: AlpacaBroker;
let wire: Wire;
let logFrom: bigint | null;

const now = Date.now();
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'brokerage-reconciliation-'));
  log = await openEventLog(`sqlite:${join(dir, 'events.db')}`);
  await openAccounts(log, ACCOUNTS, ago(600));
  logFrom = await log.head();
  wire = await busyHour(log, { changes: CHANGES, accounts: ACCOUNTS, at: ago(30) });
  server = await ScriptedServer.start();
  server.on(({ path, query, headers }, response) => {
    if (headers.accept === 'text/event-stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const told = {
        journals: wire.journalEvents,
        trades: wire.tradeEvents,
        accounts: wire.accountEvents,
      };
      const stream = (['journals', 'trades', 'accounts'] as const).find((each) =>
        path.includes(each),
      );
      for (const event of told[stream!]) response.write(`data: ${JSON.stringify(event)}\n\n`);
      return void response.end();
    }
    const isList = path === '/v1/journals' && query.get('to_account') !== FIRM;
    const [, id] = /^\/v1\/journals\/(.+)$/.exec(path) ?? [];
    if (id === undefined) return void response.end(JSON.stringify(isList ? wire.journals : []));
    const found = wire.journals.find((each) => each['id'] === id);
    if (found !== undefined) return void response.end(JSON.stringify(found));
    response.writeHead(404).end(JSON.stringify({ code: 40_410_000, message: 'not found' }));
  });
  broker = new AlpacaBroker({ url: server.url, keyId: 'k', secret: 's', firmAccountId: FIRM });
}, TIMEOUT_MS);

afterAll(async () => {
  await broker.close();
  await server.stop();
  await log.close();
  rmSync(dir, { recursive: true });
});

/** The read models as a projector that has caught up would have filled them. */
const filled = async () => {
  const store = await foldedStore(log, [registeredPeriods, registeredDeposits], partnerIds);
  return { rows: new Rows(store.store, log, quiet), close: store.close };
};

const run = async () => {
  const before = server.seen.length;
  const { rows, close } = await filled();
  const begunMs = performance.now();
  const result = await reconcile(
    { log, store: new EventStore(log), rows, broker, logger: quiet },
    {
      kind: 'hourly',
      span: { from: ago(65), until: ago(0) },
      countedFrom: ago(60),
      logFrom,
      known: [],
      lookUpsMax: 500,
      linesMax: 5_000,
    },
  );
  await close();
  const [calls, ms] = [server.seen.length - before, Math.round(performance.now() - begunMs)];
  if (LONG)
    console.log(
      `${CHANGES} changes among ${ACCOUNTS} accounts: ${calls} calls, ${ms} ms, ` +
        `${result.differences.length} differences, ${JSON.stringify(result.compared)}`,
    );
  return { result, calls, ms };
};

it(
  'asks the broker as often for an hour, however many accounts there are',
  async () => {
    const { result, calls, ms } = await run();
    expect(result).toMatchObject({ differences: [], notCompared: 0, calls });
    if (LONG) expect(ms).toBeLessThan(MS_MAX);
    expect(result.compared.deposits + result.compared.orders).toBe(CHANGES);
    expect(calls).toBe(6);
  },
  TIMEOUT_MS,
);

it(
  'finds the journals that are missing, within the limit',
  async () => {
    wire.journals.splice(0, PLANTED);
    const { result, calls } = await run();
    expect(result.differences.map(({ kind }) => kind)).toEqual(
      Array.from({ length: PLANTED }, () => 'deposit_missing_at_broker'),
    );
    expect(result.calls).toBe(calls);
    expect(calls).toBeLessThan(CALLS_MAX);
  },
  TIMEOUT_MS,
);
