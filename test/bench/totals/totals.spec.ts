import { createReadStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEventLog } from '#event-log/open-event-log.js';
import { pause } from '#kernel/concurrency/pause.js';
import { type Apis, newPartner, openApis } from '../../support/apis.js';
import { fillStore } from '../../support/filled-store.js';
import { freePort } from '../../support/free-ports.js';
import { logIn } from '../../support/log-in.js';
import { BuiltApp } from './built-app.js';
import { LongLog } from './long-log.js';

/** `TOTALS_LINES=1000000` for the long run, which holds its figures to what was promised. */
const LONG = process.env['TOTALS_LINES'] !== undefined;
const LINES = Number(process.env['TOTALS_LINES'] ?? 3_000);
const SIZES = LONG ? [100, 10_000, LINES] : [10, 300, LINES];
const [MIDDLE, LARGEST] = [1, 2];
const ROUNDS = LONG ? 3_000 : 20;
const WARM_UP_ROUNDS = LONG ? 500 : 5;
const RATIO_MAX = 1.2;
const EXTRA_BYTES_MAX = 50 * 1024 * 1024;
/** A command's young objects have more room than those of an api, which is started with little. */
const COMMAND_EXTRA_BYTES_MAX = 160 * 1024 * 1024;
const MIB = 1024 * 1024;
const TIMEOUT_MS = 30 * 60_000 + LINES * 5;
const READY_WITHIN_MS = 60_000;

let apis: Apis;
let api: BuiltApp;
let url: string;
let token: string;
let partnerId: string;
let ids: readonly string[];
let env: Record<string, string>;

const readModels = () => `sqlite:${apis.configWith().dataDir}/read-models.db`;

/** Fills the read model as the projector does. */
const fill = async (): Promise<readonly string[]> => {
  const log = await openEventLog(`sqlite:${apis.configWith().dataDir}/events.db`);
  const [created] = await log.read(`partner-${partnerId}`);
  await log.close();
  const long = new LongLog(created!, SIZES);
  await fillStore(readModels(), long);
  return long.periodIds;
};

beforeAll(async () => {
  apis = await openApis();
  const partner = await newPartner(apis);
  partnerId = partner.id;
  const beganMs = Date.now();
  ids = await fill();
  console.log(`${SIZES.join(' + ')} deposits projected in ${(Date.now() - beganMs) / 1_000} s`);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const { dataDir } = apis.configWith();
  env = { DATA_DIR: dataDir, REDIS_URL: apis.redisUrl, DEMO: 'off', API_PORT: `${port}` };
  Object.assign(env, { LOG_LEVEL: 'error', PARTNER_RATE_PER_S: '1000000' });
  api = new BuiltApp('api', env);
  const untilMs = Date.now() + READY_WITHIN_MS;
  while (!(await isLive()) && Date.now() < untilMs) await pause(100);
  const { body } = await logIn(url, partner);
  token = String(body['authToken']);
}, TIMEOUT_MS);

afterAll(async () => {
  await api.stop();
  await apis.close();
}, TIMEOUT_MS);

const isLive = () =>
  fetch(`${url}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );

const get = (path: string, accept = 'application/json') =>
  fetch(`${url}/v1/settlements/${path}`, { headers: { authorization: `bearer ${token}`, accept } });

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Lines of a CSV that is read as it comes, and its beginning. */
const countLines = async (chunks: AsyncIterable<Uint8Array>) => {
  let lines = 0;
  let head = '';
  for await (const chunk of chunks) {
    if (head.length < 1_000) head += Buffer.from(chunk).toString();
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  return { lines, rows: head.split('\r\n') };
};

const statement = async (id: string) => {
  const { status, body } = await get(`${id}/statement`, 'text/csv');
  expect(status).toBe(200);
  return countLines(body as unknown as AsyncIterable<Uint8Array>);
};

describe(`periods of ${SIZES.join(', ')} deposits`, () => {
  it(
    'tell their totals in the same time',
    async () => {
      const took = ids.map((): number[] => []);
      for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++)
        for (const [i, id] of ids.entries()) {
          const beganMs = performance.now();
          const answer = await get(id);
          const body = (await answer.json()) as { count: number };
          if (round >= WARM_UP_ROUNDS) took[i]!.push(performance.now() - beganMs);
          expect([answer.status, body.count]).toEqual([200, SIZES[i]]);
        }
      const medians = took.map(median);
      const ratio = Math.max(...medians) / Math.min(...medians);
      const figures = medians.map((ms) => `${ms.toFixed(3)} ms`).join(', ');
      console.log(`medians of ${ROUNDS}: ${figures}; ratio ${ratio.toFixed(3)}`);
      if (LONG) expect(ratio).toBeLessThanOrEqual(RATIO_MAX);
    },
    TIMEOUT_MS,
  );

  it(
    'stream the largest statement in little memory',
    async () => {
      await statement(ids[MIDDLE]!);
      await statement(ids[MIDDLE]!);
      api.peakBytes = 0;
      const beforeBytes = api.bytes;
      const beganMs = Date.now();
      const { lines, rows } = await statement(ids[LARGEST]!);
      const extraBytes = api.peakBytes - beforeBytes;
      console.log(
        `${lines} lines in ${(Date.now() - beganMs) / 1_000} s, ${(extraBytes / MIB).toFixed(1)} MiB more than ${(beforeBytes / MIB).toFixed(1)}`,
      );
      expect(lines).toBe(LINES + 1);
      expect(rows[0]).toMatch(/^type,transactionId,/);
      expect(rows[1]).toMatch(/^deposit,[0-9a-f-]{36},'=0\+1,[0-9a-f-]{36},10\.00,1\.50,8\.50,/);
      if (LONG) expect(extraBytes).toBeLessThan(EXTRA_BYTES_MAX);
    },
    TIMEOUT_MS,
  );

  it(
    'are exported by the operator in little memory',
    async () => {
      const exported = async (id: string) => {
        const file = join(apis.configWith().dataDir, 'statement.csv');
        const what = ['--partner', partnerId, '--settlement', id, '--file', file];
        const beganMs = Date.now();
        const ops = new BuiltApp('ops', env, 'settlement', 'export', ...what, '--json');
        expect(await ops.ended()).toBe(0);
        const tookS = (Date.now() - beganMs) / 1_000;
        const { lines } = await countLines(createReadStream(file));
        rmSync(file);
        return { lines, tookS, peakBytes: ops.peakBytes };
      };
      const small = await exported(ids[MIDDLE]!);
      const large = await exported(ids[LARGEST]!);
      const extraBytes = large.peakBytes - small.peakBytes;
      console.log(
        `${large.lines} lines exported in ${large.tookS} s, ${(extraBytes / MIB).toFixed(1)} MiB more than for ${small.lines}`,
      );
      expect(large.lines).toBe(LINES + 1);
      if (LONG) expect(extraBytes).toBeLessThan(COMMAND_EXTRA_BYTES_MAX);
    },
    TIMEOUT_MS,
  );
});
