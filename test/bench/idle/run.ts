import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pause } from '#kernel/concurrency/pause.js';
import { EsdbServer } from '../../support/esdb-server/esdb-server.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { type App, PartnerClient, Service } from '../../support/service.js';
import { spentBy } from '../history/processor-time.js';

/**
 * `npm run long -- idle`: what a service that nobody asks for anything takes of processor and memory:
 * after its start, and after some journeys of users. It is to be less than 3 % of a core and 500 MB in
 * all. Then how long a second start takes, and deposits of one user that are asked for at once. On embedded
 * stores, or with `event-store` beside the test server of EventStoreDB, whose own share is left out.
 */
const SECONDS = Number(process.env['IDLE_SECONDS'] ?? 60);
const JOURNEYS = Number(process.env['IDLE_JOURNEYS'] ?? 10);
const REST_MS = 30_000;
const PERCENT_MAX = 3;
const MB_MAX = 500;
const DEPOSITS = 50;

/** Shared pages are divided among those who share them. */
const megabytes = (pid: number): number => {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1]) / 1_024;
};

const line = (cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`);

/** Answers whether it is as little as it is to be. */
const measure = async (service: Service, when: string): Promise<boolean> => {
  await pause(REST_MS);
  const before = spentBy(service);
  await pause(SECONDS * 1_000);
  const after = spentBy(service);
  let [percentInAll, mbInAll] = [0, 0];
  for (const [app, ms] of after) {
    const percent = (ms - (before.get(app) ?? 0)) / SECONDS / 10;
    const mb = megabytes(service.pid(app as App));
    percentInAll += percent;
    mbInAll += mb;
    line([when, app, percent.toFixed(2), mb.toFixed(0)]);
  }
  line([when, 'all', percentInAll.toFixed(2), mbInAll.toFixed(0)]);
  return percentInAll < PERCENT_MAX && mbInAll < MB_MAX;
};

/** Of one user, all at once; the milliseconds until the last one is answered, and until it is completed. */
const deposits = async (service: Service): Promise<readonly [number, number]> => {
  const client = await PartnerClient.logIn(service);
  const userId = await onboardedUser(service, client);
  const beganMs = performance.now();
  const answers = await Promise.all(
    Array.from({ length: DEPOSITS }, () =>
      client.post('/v1/funding', {
        ...{ userId, direction: 'DEPOSIT', amount: '1.00', externalId: randomUUID() },
      }),
    ),
  );
  const answeredMs = performance.now() - beganMs;
  for (const { body } of answers)
    await client.until(`/v1/funding/${String(body['id'])}`, ({ status }) => status === 'completed');
  return [answeredMs, performance.now() - beganMs];
};

const server = process.argv[2] === 'event-store' ? await EsdbServer.start() : null;
const log: Record<string, string> = server === null ? {} : { EVENT_STORE_URL: server.url };
const service = await Service.start({ LOG_LEVEL: 'info', PARTNER_RATE_PER_S: '1000', ...log });
try {
  line(['when', 'process', '% of a core', 'MB']);
  line(['---', '---', '--:', '--:']);
  const atStart = await measure(service, 'after the start');
  for (let journey = 0; journey < JOURNEYS; journey++) await service.tour();
  const later = await measure(service, `after ${JOURNEYS} journeys`);
  process.exitCode = atStart && later ? 0 : 1;
  if (server !== null) console.log(`\nsubscriptions: ${server.subscriptions.count}`);
  const [answeredMs, completedMs] = (await deposits(service)).map(Math.round);
  console.log(
    `${DEPOSITS} deposits at once: answered in ${answeredMs} ms, worked in ${completedMs} ms`,
  );
  await service.goDown();
  const beganMs = performance.now();
  await service.comeUp();
  console.log(`second start: ${Math.round(performance.now() - beganMs)} ms`);
} finally {
  await service.stop();
  server?.kill();
}
