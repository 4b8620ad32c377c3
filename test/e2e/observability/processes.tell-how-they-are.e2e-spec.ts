import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onboardedUser } from '../../support/onboarded-user.js';
import { type Json, PartnerClient, Service } from '../../support/service.js';
import { type Figure, eventually, signalsOf, valueOf } from '../../support/signals.js';

/** Metrics of an idle service. */
const AT_REST: readonly [string, Json, number][] = [
  ['brokerage_queue_jobs', { queue: 'funding-settlement', state: 'waiting' }, 0],
  ['brokerage_queue_oldest_age_seconds', { queue: 'onboarding' }, 0],
  ['brokerage_projection_lag_seconds', { projection: 'settlement-periods' }, 0],
  ['brokerage_projection_served', { projection: 'settlement-periods' }, 1],
  ['brokerage_dispatcher_lag_seconds', {}, 0],
  ['brokerage_open_effects', { job: 'credit-deposit', older_than_s: '60' }, 0],
  ['brokerage_attention_entries', { kind: 'event_parked' }, 0],
  ['brokerage_firm_account_dollars', { what: 'in_flight' }, 0],
  ['brokerage_webhook_oldest_undelivered_seconds', {}, 0],
  ['brokerage_projector_at_work', {}, 1],
  ['brokerage_reading_failed', {}, 0],
];

let service: Service;
let client: PartnerClient;
let userId: string;
let api: readonly Figure[];
let worker: readonly Figure[];
let projector: readonly Figure[];

const deposit = async (amount: string) => {
  const body = { userId, direction: 'DEPOSIT', amount, externalId: randomUUID() };
  return String((await client.post('/v1/funding', body)).body['id']);
};

beforeAll(async () => {
  service = await Service.start();
  client = await PartnerClient.logIn(service);
  userId = await onboardedUser(service, client);
  const ids = [await deposit('25.00'), await deposit('30.13')];
  await client.until(`/v1/funding/${ids[0]}`, ({ status }) => status === 'completed');
  await client.until(`/v1/funding/${ids[1]}`, ({ status }) => status === 'failed');
  await client.get(`/v1/${userId}/nothing/here`);
  api = await signalsOf(service, 'api').metrics();
  worker = await signalsOf(service, 'worker').metrics();
  projector = await eventually(
    () => signalsOf(service, 'projector').metrics(),
    (figures) => AT_REST.every(([name, labels, value]) => valueOf(figures, name, labels) === value),
  );
});

afterAll(() => service.stop());

it('a log line about a response contains only the network of the caller', () => {
  const answered = service.logLines('api').filter(({ msg }) => msg === 'answered');
  expect(answered.map(({ client: from }) => from)).toContain('127.0.0.0/24');
  expect(JSON.stringify(answered)).not.toMatch(/127\.0\.0\.[1-9]/);
});

it('a log line about a refused request contains its code, error pointers and partner', async () => {
  const sent = { userId, direction: 'DEPOSIT', amount: '1', externalId: '', '123-45-6789': true };
  const { headers } = await client.post('/v1/funding', sent);
  const id = headers.get('x-request-id');
  const [line] = await eventually(
    async () => service.logLines('api').filter((each) => each['correlationId'] === id),
    (lines) => lines.length > 0,
  );
  expect(line).toMatchObject({ msg: 'answered', status: 400, code: 'validation_failed' });
  expect(line).toMatchObject({ pointers: ['(field_unknown)'], partnerId: service.demo.partner.id });
  expect(JSON.stringify(line)).not.toContain('123-45-6789');
});

describe('metrics', () => {
  it('of requests are labeled by route, never by id', () => {
    const requests = 'brokerage_http_request_duration_seconds_count';
    const funding = { route: '/v1/funding', method: 'POST', status: '201', app: 'api' };
    expect(valueOf(api, requests, funding)).toBe(2);
    expect(valueOf(api, requests, { route: 'none', status: '404' })).toBe(1);
    expect(JSON.stringify([api, worker, projector])).not.toContain(userId);
  });

  it('of the log count appended events', () => {
    expect(valueOf(api, 'brokerage_append_duration_seconds_count')).toBeGreaterThan(5);
    expect(valueOf(api, 'brokerage_events_appended_total', { type: 'DepositRequested' })).toBe(2);
    expect(valueOf(worker, 'brokerage_events_appended_total', { type: 'DepositFailed' })).toBe(1);
  });

  it('of work count jobs, effects and calls with their outcomes', () => {
    const done = { job: 'credit-deposit', outcome: 'done', queue: 'funding-settlement' };
    expect(valueOf(worker, 'brokerage_job_duration_seconds_count', done)).toBeGreaterThan(1);
    const accepted = { effect: 'deposit', outcome: 'DepositAccepted' };
    expect(valueOf(worker, 'brokerage_effect_outcomes_total', accepted)).toBe(2);
    const call = { call: 'broker POST journals', outcome: '2xx' };
    expect(valueOf(worker, 'brokerage_outbound_duration_seconds_count', call)).toBe(2);
  });

  it.each(AT_REST)('of the whole system have %s %j', (name, labels, expected) =>
    expect(valueOf(projector, name, labels)).toBe(expected),
  );
});

describe('/health/ready', () => {
  const stores = { event_store: 'ok', redis: 'ok' };

  it.each([
    ['api', { ...stores, read_models: 'ok', open: 'ok' }],
    ['worker', { ...stores, jobs: '5 queues', lease: 'leader' }],
    [
      'projector',
      {
        ...{ ...stores, read_models: 'ok', lease: 'leader' },
        work: '1 of 1 shards',
      },
    ],
  ] as const)('of %s reports its checks', async (app, checks) => {
    const { status, body } = await signalsOf(service, app).health();
    expect([status, body]).toEqual([200, { status: 'ok', checks }]);
  });

  type Found = { readonly checks?: { readonly work?: string } };
  it('of a follower projector is 200', async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'brokerage-second-'));
    const stores = { ...service.stores, READ_MODELS_URL: service.readModels };
    const env = { ...service.env, ...stores, DATA_DIR };
    const main = join('dist', 'apps', 'projector', 'main.js');
    const second: ChildProcess = spawn(process.execPath, [main], { env, stdio: 'ignore' });
    try {
      const answer = await eventually(
        async () => {
          const url = await read(join(DATA_DIR, 'run', 'projector.metrics'));
          return url === '' ? null : (await fetch(`${url}/health/ready`)).json();
        },
        (found) => (found as Found | null)?.checks?.work === '0 of 1 shards',
      );
      const checks = { lease: 'follower', work: '0 of 1 shards' };
      expect(answer).toMatchObject({ status: 'ok', checks });
    } finally {
      second.kill('SIGKILL');
      rmSync(DATA_DIR, { recursive: true, force: true });
    }
  });

  it('is 503 while Redis does not respond, and metrics report the missing values', async () => {
    process.kill(service.pid('redis'), 'SIGSTOP');
    try {
      for (const app of ['worker', 'projector'] as const) {
        const { status, body } = await signalsOf(service, app).health();
        expect([status, body['checks']]).toMatchObject([503, { event_store: 'ok' }]);
      }
      const figures = await signalsOf(service, 'projector').metrics();
      expect(valueOf(figures, 'brokerage_reading_failed', { reading: 'queues' })).toBe(1);
      expect(valueOf(figures, 'brokerage_queue_jobs')).toBeNull();
    } finally {
      process.kill(service.pid('redis'), 'SIGCONT');
    }
    const back = await eventually(
      () => signalsOf(service, 'projector').health(),
      ({ status }) => status === 200,
    );
    expect(back.status).toBe(200);
  });
});

const read = (file: string): Promise<string> => {
  try {
    return Promise.resolve(readFileSync(file, 'utf8').trim());
  } catch {
    return Promise.resolve('');
  }
};
