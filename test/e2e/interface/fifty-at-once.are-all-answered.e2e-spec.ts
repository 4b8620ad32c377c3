import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { loadConfig } from '#config/config.js';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { freePort } from '../../support/free-ports.js';
import { logIn } from '../../support/log-in.js';
import { LONG } from '../../support/long.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { person, registration } from '../../support/people.js';
import { type Json, PartnerClient, Service, call, watch } from '../../support/service.js';
import { StaffClient, freshCode } from '../../support/staff-client.js';
import { KycPartner, fileOf } from '../kyc/kyc-partner.js';
import { CONFLICT_RETRY_TIMEOUT_MS } from '#kernel/event-store/event-store.js';

const AT_ONCE = LONG ? 50 : 10;

let service: Service;
let bases: readonly string[];
let second: ChildProcess;
let secondDir: string;
let client: PartnerClient;
let kyc: KycPartner;
let operator: StaffClient;
let finance: StaffClient;
let userId: string;
/** Deposits that the broker accepts and rejects. */
let deposit: string;
let failing: string;
let webhook: string;

type Sent = { readonly path: string; readonly body?: unknown; readonly headers: object };
type Case = {
  /** Sends one of fifty requests about the same object. */
  readonly send: () => Promise<(i: number) => Sent>;
  /** Allowed errors besides at least one success. Without them all requests succeed. */
  readonly others?: readonly number[];
};

const asPartner = () => client.headers;
const asOperator = () => operator.headers;
const asFinance = () => finance.headers;

const same =
  (headers: () => object, path: () => string, body: (i: number) => unknown = () => undefined) =>
  async () => {
    const [to, who] = [path(), headers()];
    return (i: number): Sent => ({ path: to, body: body(i), headers: who });
  };
const partnerPath = (rest = '') => `/staff/partners/${service.demo.secondPartner.id}${rest}`;
/** Address without a receiver. */
const WEBHOOK_URL = 'http://127.0.0.1:8443/webhooks';
const webhookPath = (rest: string) =>
  `/staff/partners/${service.demo.partner.id}/webhook-endpoints/${webhook}${rest}`;
/** A delivery that waits for its next attempt. */
const undelivered = async (): Promise<string> => {
  const path = `/v1/webhook-endpoints/${webhook}/deliveries?status=pending`;
  const first = (body: Json) => (body['deliveries'] as Json[]).find(({ type }) => type !== 'ping');
  return String(first(await client.until(path, (body) => first(body) !== undefined))?.['id']);
};
const REASON = { reason: 'Asked by the partner' };
const anId = () => randomUUID();

/** Needs attention lists a failure some seconds later. */
const stuck = async (): Promise<string> => {
  for (;;) {
    const { body } = await operator.get('/staff/attention');
    const entries = body['entries'] as Json[];
    const found = entries.find((each) => each['subjectId'] === failing);
    if (found !== undefined) return String(found['id']);
    await sleep(200);
  }
};
const attention = (action: string, more: object = {}) => ({
  send: async () => {
    const body = { id: await stuck(), ...more };
    return (): Sent => ({ path: `/staff/attention/${action}`, body, headers: asOperator() });
  },
});
const standing = (action: string) => ({
  send: same(
    asOperator,
    () => `/staff/users/${userId}/${action}`,
    () => REASON,
  ),
});

/** Prepares one object for each request. The preparation is not part of the test. */
const signedIn = async () => {
  const signIns: Awaited<ReturnType<typeof logIn>>[] = [];
  while (signIns.length < AT_ONCE)
    signIns.push(
      ...(await Promise.all([0, 1, 2, 3, 4].map(() => logIn(service.api, service.demo.partner)))),
    );
  return signIns.map(({ body: { authToken, refreshToken } }) => ({ authToken, refreshToken }));
};

/** Ordered so that operations that end a user, a key or a session come last. */
const CASES: Readonly<Record<string, Case>> = {
  'POST /v1/auth/login': {
    send: async () => {
      const { apiKey, email, password } = service.demo.partner;
      const headers = { 'api-key': apiKey };
      return () => ({ path: '/v1/auth/login', body: { email, password }, headers });
    },
  },
  'POST /v1/auth/logout': {
    others: [204],
    send: async () => {
      const tokens = await signedIn();
      return (i) => ({
        path: '/v1/auth/logout',
        headers: { authorization: `bearer ${String(tokens[i]?.authToken)}` },
      });
    },
  },
  'POST /v1/auth/refresh-token': {
    send: async () => {
      const bodies = await signedIn();
      return (i) => ({
        path: '/v1/auth/refresh-token',
        body: bodies[i],
        headers: { authorization: `bearer ${String(bodies[i]?.authToken)}` },
      });
    },
  },
  'POST /v1/auth/2fa/enable': {
    send: same(
      asPartner,
      () => '/v1/auth/2fa/enable',
      () => ({ userId, type: 'authenticator' }),
    ),
  },
  'POST /v1/auth/2fa/verify': {
    others: [422, 429],
    send: async () => {
      const enable = { userId, type: 'authenticator' };
      const secret = (await client.post('/v1/auth/2fa/enable', enable)).body['secret'];
      const body = { userId, code: await freshCode(String(secret)) };
      return () => ({ path: '/v1/auth/2fa/verify', body, headers: asPartner() });
    },
  },
  'POST /v1/auth/verify': {
    others: [409],
    send: same(
      asPartner,
      () => '/v1/auth/verify',
      () => ({
        ...{ userId, verificationType: 'identity', documentType: 'passport', country: 'US' },
      }),
    ),
  },
  'POST /v1/auth/verify/{verificationId}/documents': {
    others: [409],
    send: async () => {
      const id = await kyc.started(await kyc.register());
      const body = { documentType: 'passport', files: [fileOf('front')] };
      return () => ({ path: `/v1/auth/verify/${id}/documents`, body, headers: asPartner() });
    },
  },
  'POST /v1/onboarding/{userId}/session-token': {
    send: async () => {
      const { body } = await client.post('/v1/user', registration());
      const path = `/v1/onboarding/${String(body['id'])}/session-token`;
      return () => ({ path, body: {}, headers: asPartner() });
    },
  },
  'POST /v1/funding': {
    send: same(
      asPartner,
      () => '/v1/funding',
      () => ({
        ...{ userId, direction: 'DEPOSIT', amount: '10.00', externalId: anId() },
      }),
    ),
  },
  'POST /v1/orders': {
    send: same(
      asPartner,
      () => '/v1/orders',
      () => ({
        ...{ userId, symbol: 'SLOW', qty: 0, amount: 1, side: 'buy', externalId: anId() },
      }),
    ),
  },
  'POST /v1/user': {
    others: [200, 409],
    send: async () => {
      const body = registration();
      return () => ({ path: '/v1/user', body, headers: asPartner() });
    },
  },
  'POST /v1/users': {
    others: [200, 409],
    send: async () => {
      const body = person();
      return () => ({ path: '/v1/users', body, headers: asPartner() });
    },
  },
  'PATCH /v1/users/{userId}': {
    send: same(
      asPartner,
      () => `/v1/users/${userId}`,
      (i) => ({ firstName: `Ada ${'abcde'[i % 5]}` }),
    ),
  },
  'POST /v1/webhooks/identity': {
    send: async () => {
      const { body: user } = await client.post('/v1/user', registration());
      const session = await client.post(`/v1/onboarding/${String(user['id'])}/session-token`, {});
      const path = `/onboarding/${String(session.body['token'])}`;
      const { fp_id } = (await service.control('POST', path, {})).body;
      const body = { event_kind: 'footprint.onboarding.completed', fp_id };
      const [at, id] = [new Date(), `msg_${anId()}`];
      const { webhookSecret } = loadConfig(service.env).identity;
      const headers = {
        'svix-id': id,
        'svix-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'svix-signature': new Webhook(webhookSecret).sign(id, at, JSON.stringify(body)),
      };
      return () => ({ path: '/v1/webhooks/identity', body, headers });
    },
  },
  'POST /v1/webhook-endpoints': {
    others: [409],
    send: same(
      asPartner,
      () => '/v1/webhook-endpoints',
      () => ({ url: WEBHOOK_URL }),
    ),
  },
  'PATCH /v1/webhook-endpoints/{id}': {
    send: same(
      asPartner,
      () => `/v1/webhook-endpoints/${webhook}`,
      (i) => ({ description: `Number ${i}` }),
    ),
  },
  'POST /v1/webhook-endpoints/{id}/rotate-secret': {
    send: same(
      asPartner,
      () => `/v1/webhook-endpoints/${webhook}/rotate-secret`,
      () => ({}),
    ),
  },
  'POST /v1/webhook-endpoints/{id}/test': {
    send: same(
      asPartner,
      () => `/v1/webhook-endpoints/${webhook}/test`,
      () => ({}),
    ),
  },
  'POST /v1/webhook-endpoints/{id}/recover': {
    others: [202, 409],
    send: same(
      asPartner,
      () => `/v1/webhook-endpoints/${webhook}/recover`,
      () => ({ after: 'cur_-1' }),
    ),
  },
  'POST /v1/webhook-endpoints/{id}/replay': {
    others: [202, 409],
    send: async () => {
      const path = `/v1/webhook-endpoints/${webhook}/replay`;
      return () => ({ path, body: { after: 'cur_-1', until: 'cur_0' }, headers: asPartner() });
    },
  },
  'POST /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/retry': {
    send: async () => {
      const id = await undelivered();
      const path = `/v1/webhook-endpoints/${webhook}/deliveries/${id}/retry`;
      return () => ({ path, body: {}, headers: asPartner() });
    },
  },
  'POST /staff/partners/{partnerId}/webhook-endpoints/{id}/deliveries/{deliveryId}/retry': {
    send: async () => {
      const path = webhookPath(`/deliveries/${await undelivered()}/retry`);
      return () => ({ path, body: {}, headers: asOperator() });
    },
  },
  'POST /staff/partners/{partnerId}/webhook-endpoints/{id}/recover': {
    others: [202, 409],
    send: async () => {
      const path = webhookPath('/recover');
      return () => ({ path, body: { after: 'cur_-1' }, headers: asOperator() });
    },
  },
  'POST /staff/partners/{partnerId}/webhook-endpoints/{id}/replay': {
    others: [202, 409],
    send: async () => {
      const path = webhookPath('/replay');
      return () => ({ path, body: { after: 'cur_-1', until: 'cur_0' }, headers: asOperator() });
    },
  },
  'POST /staff/partners/{partnerId}/webhook-endpoints/{id}/disable': {
    send: same(
      asOperator,
      () => webhookPath('/disable'),
      () => REASON,
    ),
  },
  'POST /staff/partners': {
    send: same(
      asOperator,
      () => '/staff/partners',
      () => ({ name: 'Fifty' }),
    ),
  },
  'PATCH /staff/partners/{partnerId}': {
    send: same(
      asOperator,
      () => partnerPath(),
      (i) => ({ feeBps: i }),
    ),
  },
  'PUT /staff/partners/{partnerId}/schedule': {
    send: same(
      asOperator,
      () => partnerPath('/schedule'),
      (i) => ({
        ...{ zone: 'America/New_York', cutOff: '17:00', every: 'week', on: 'fri', dueDays: i % 5 },
      }),
    ),
  },
  'POST /staff/partners/{partnerId}/users': {
    send: same(
      asOperator,
      () => partnerPath('/users'),
      (i) => ({ email: `s${i}@acme.example` }),
    ),
  },
  'POST /staff/partners/{partnerId}/users/disable': {
    send: same(
      asOperator,
      () => partnerPath('/users/disable'),
      () => ({ email: 's1@acme.example', ...REASON }),
    ),
  },
  'POST /staff/partners/{partnerId}/users/reset': {
    send: same(
      asOperator,
      () => partnerPath('/users/reset'),
      () => ({ email: 's1@acme.example' }),
    ),
  },
  'POST /staff/partners/{partnerId}/keys': {
    others: [409],
    send: same(asOperator, () => partnerPath('/keys')),
  },
  'POST /staff/partners/{partnerId}/keys/revoke': {
    others: [409],
    send: async () => {
      const { body } = await operator.post('/staff/partners', { name: 'Of one key' });
      const path = `/staff/partners/${String(body['id'])}/keys`;
      const { keyId } = (await operator.post(path)).body;
      return () => ({ path: `${path}/revoke`, body: { keyId }, headers: asOperator() });
    },
  },
  'POST /staff/partners/{partnerId}/cut-off': {
    others: [409],
    send: async () => {
      const { body } = await operator.get(partnerPath('/settlements?status=open'));
      const [open] = body['settlements'] as Json[];
      const cut = { periodId: open?.['id'] };
      return () => ({ path: partnerPath('/cut-off'), body: cut, headers: asOperator() });
    },
  },
  'POST /staff/partners/{partnerId}/transfers': {
    send: same(
      asFinance,
      () => partnerPath('/transfers'),
      (i) => ({
        ...{ reference: `FIFTY-${i}`, amount: '1.00' },
      }),
    ),
  },
  'POST /staff/partners/{partnerId}/transfers/reverse': {
    send: same(
      asFinance,
      () => partnerPath('/transfers/reverse'),
      () => ({
        ...{ reference: 'FIFTY-1', ...REASON },
      }),
    ),
  },
  'POST /staff/partners/{partnerId}/payouts': {
    others: [422],
    send: same(
      asFinance,
      () => partnerPath('/payouts'),
      (i) => ({
        ...{ reference: `PAYOUT-${i}`, amount: '0.01' },
      }),
    ),
  },
  'POST /staff/transfers/import': {
    send: same(
      asFinance,
      () => '/staff/transfers/import',
      (i) => ({
        csv: `partner,reference,amount\r\n${service.demo.secondPartner.id},FILE-${i},1.00\r\n`,
        preview: false,
      }),
    ),
  },
  'POST /staff/reconciliation/runs': { send: same(asOperator, () => '/staff/reconciliation/runs') },
  'POST /staff/reconciliation/differences/{id}/dismiss': {
    // The object does not exist here, so no response may ask for a retry.
    others: [404],
    send: same(
      asOperator,
      () => `/staff/reconciliation/differences/${anId()}/dismiss`,
      () => REASON,
    ),
  },
  'POST /staff/deposits/{id}/adjustments': {
    send: same(
      asOperator,
      () => `/staff/deposits/${deposit}/adjustments`,
      () => ({ amount: '-0.01', ...REASON }),
    ),
  },
  'POST /staff/deposits/{id}/journals': {
    others: [409],
    send: async () => {
      const [journal] = (
        (await service.control('GET', '/ledger')).body['journals'] as Json[]
      ).filter(({ idempotencyKey }) => idempotencyKey === deposit);
      const { to, from, amount } = journal!;
      const back = { from: to, to: from, amount };
      const { id: journalId } = (await service.control('POST', '/journals', back)).body;
      const body = { journalId, ...REASON };
      return () => ({ path: `/staff/deposits/${deposit}/journals`, body, headers: asOperator() });
    },
  },
  'POST /staff/verifications/{id}/decision': {
    others: [409],
    send: async () => {
      const id = await kyc.started(await kyc.register('Review'));
      await kyc.upload(id);
      await kyc.until(id, 'under_review');
      const body = { ...REASON, outcome: 'approved' };
      return () => ({ path: `/staff/verifications/${id}/decision`, body, headers: asOperator() });
    },
  },
  'POST /staff/attention/look-up': attention('look-up'),
  'POST /staff/attention/retry': attention('retry'),
  'POST /staff/attention/close': attention('close', REASON),
  'POST /staff/users/{userId}/suspend': standing('suspend'),
  'POST /staff/users/{userId}/reinstate': standing('reinstate'),
  'POST /staff/users/{userId}/close': standing('close'),
  'POST /staff/users/{userId}/erase': {
    send: async () => {
      const id = await kyc.register();
      return () => ({ path: `/staff/users/${id}/erase`, body: REASON, headers: asOperator() });
    },
  },
  'POST /staff/accounts/{staffId}/unlock': {
    send: async () => {
      const { body } = await operator.get('/staff/accounts');
      const [one] = body['accounts'] as Json[];
      return same(asOperator, () => `/staff/accounts/${String(one?.['id'])}/unlock`)();
    },
  },
  'POST /staff/sign-in': {
    others: [401, 429],
    send: async () => {
      const { email, password, totpSecret } = service.demo.finance;
      const body = { email, password, code: await freshCode(totpSecret) };
      return () => ({ path: '/staff/sign-in', body, headers: {} });
    },
  },
  'POST /staff/password': {
    others: [401, 422, 429],
    send: async () => {
      const { password, totpSecret } = service.demo.operator;
      const code = await freshCode(totpSecret);
      const body = { currentPassword: password, code, newPassword: `${anId()} is new` };
      return () => ({ path: '/staff/password', body, headers: asOperator() });
    },
  },
  'POST /staff/sign-out': { others: [401], send: same(asFinance, () => '/staff/sign-out') },
  'POST /staff/sign-out-everywhere': {
    others: [401],
    send: same(asOperator, () => '/staff/sign-out-everywhere'),
  },
};

const declared = ['docs/reference/openapi.json', 'docs/reference/staff-openapi.json'].flatMap(
  (file) => {
    const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, object> };
    return Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
  },
);

const startSecond = async (): Promise<string> => {
  secondDir = mkdtempSync(join(tmpdir(), 'brokerage-second-api-'));
  const port = await freePort();
  const env = {
    ...{ ...service.env, ...service.stores, READ_MODELS_URL: service.readModels },
    ...{ DATA_DIR: secondDir, API_PORT: String(port), DEMO: 'off' },
  };
  second = spawn(process.execPath, [join('dist', 'apps', 'api', 'main.js')], {
    env,
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const endMs = Date.now() + BACKSTOP_MS;
  while ((await fetch(`${url}/health/ready`).catch(() => null))?.status !== 200) {
    if (Date.now() > endMs) throw new Error('the second API never became ready');
    await sleep(100);
  }
  watch(url, service.secrets);
  return url;
};

beforeAll(async () => {
  // A long run also tests the CPU time of fifty passwords.
  service = await Service.start({
    ADDRESS_RATE_PER_S: '1000000',
    CHEAP_PASSWORDS: LONG ? 'off' : 'on',
  });
  bases = [service.api, await startSecond()];
  client = await PartnerClient.logIn(service);
  kyc = await KycPartner.logIn(service);
  [operator, finance] = await Promise.all([
    StaffClient.ofDemo(service, 'operator'),
    StaffClient.ofDemo(service, 'finance'),
  ]);
  userId = await onboardedUser(service, client);
  const ask = async (amount: string) => {
    const about = { userId, direction: 'DEPOSIT', amount, externalId: anId() };
    return String((await client.post('/v1/funding', about)).body['id']);
  };
  const made = await client.post('/v1/webhook-endpoints', { url: WEBHOOK_URL });
  webhook = String(made.body['id']);
  deposit = await ask('5000.00');
  await client.until(`/v1/funding/${deposit}`, ({ status }) => status === 'completed');
  await service.fault('broker', 'POST /v1/journals', 'status:500', 10_000);
  failing = await ask('25.00');
});

afterAll(async () => {
  const ended = once(second, 'exit');
  second.kill();
  await ended;
  rmSync(secondDir, { recursive: true, force: true });
  await service.stop();
});

const timed = async <Answer extends object>(ask: () => Promise<Answer>) => {
  const begunMs = performance.now();
  const answer = await ask();
  return { ...answer, tookMs: performance.now() - begunMs };
};

it('the cases contain every operation that changes data', () =>
  expect(Object.keys(CASES).sort()).toEqual(
    declared.filter((each) => /^(POST|PATCH|PUT) /.test(each)).sort(),
  ));

it.each(Object.entries(CASES))('%s', async (route, { send, others }) => {
  const of = await send();
  const [method = ''] = route.split(' ');
  const sendAll = () =>
    Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) => {
        const base = bases[i % bases.length]!;
        const { path, body, headers } = of(i);
        const own = path.startsWith('/staff/') ? { origin: base } : {};
        return timed(() => call(base, method, path, { headers: { ...headers, ...own }, body }));
      }),
    );
  let answers = await sendAll();
  // Requests of an earlier case may still wait, so the service can reject further requests.
  const isFull = ({ status, body }: (typeof answers)[number]) =>
    status === 409 && body['code'] === 'too_many_redeliveries';
  while (answers.every(isFull)) {
    await sleep(100);
    answers = await sendAll();
  }
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const label =
      status < 300 ? `${status}` : `${status} ${String(body['code'])}: ${String(body['detail'])}`;
    counts[label] = (counts[label] ?? 0) + 1;
  }
  const allowed = [200, 201, ...(others ?? [])];
  // On a busy machine, requests that wait too long may be rejected.
  const isLate = ({ status, tookMs }: (typeof answers)[number]) =>
    status === 503 && tookMs >= CONFLICT_RETRY_TIMEOUT_MS;
  const unexpected = answers.filter((each) => !allowed.includes(each.status) && !isLate(each));
  if (unexpected.length > 0) throw new Error(JSON.stringify(counts));
  const won = answers.filter(({ status }) => status < 300).length;
  if (others?.includes(404) !== true) expect(won).toBeGreaterThan(0);
});
