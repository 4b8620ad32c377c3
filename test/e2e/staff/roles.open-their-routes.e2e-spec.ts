import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PartnerClient, type Service, call } from '../../support/service.js';
import { sharedService } from '../../support/shared-service/shared-service.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { StaffClient } from '../../support/staff-client.js';

type Operation = { readonly 'x-roles'?: readonly string[] };
type Paths = Record<string, Record<string, Operation>>;

const { paths } = JSON.parse(readFileSync('docs/reference/staff-openapi.json', 'utf8')) as {
  paths: Paths;
};

/** Roles of all routes. A second list beside the document prevents accidental changes. */
const INTENDED: Readonly<Record<string, string>> = {
  'GET /staff/accounts': 'operator',
  'POST /staff/accounts/{staffId}/unlock': 'operator',
  'GET /staff/attention': 'operator finance',
  'POST /staff/attention/close': 'operator',
  'POST /staff/attention/look-up': 'operator',
  'POST /staff/attention/retry': 'operator',
  'GET /staff/deposits/{id}': 'operator finance',
  'GET /staff/deposits/{id}/history': 'operator finance',
  'POST /staff/deposits/{id}/adjustments': 'operator',
  'POST /staff/deposits/{id}/journals': 'operator',
  'GET /staff/firm-account': 'operator finance',
  'GET /staff/me': 'operator finance',
  'GET /staff/orders/{id}': 'operator finance',
  'GET /staff/orders/{id}/history': 'operator finance',
  'GET /staff/find': 'operator finance',
  'GET /staff/overview': 'operator finance',
  'GET /staff/partners': 'operator finance',
  'POST /staff/partners': 'operator',
  'GET /staff/partners/{partnerId}': 'operator finance',
  'PATCH /staff/partners/{partnerId}': 'operator',
  'POST /staff/partners/{partnerId}/cut-off': 'operator',
  'POST /staff/partners/{partnerId}/keys': 'operator',
  'POST /staff/partners/{partnerId}/keys/revoke': 'operator',
  'GET /staff/partners/{partnerId}/schedule': 'operator finance',
  'PUT /staff/partners/{partnerId}/schedule': 'operator',
  'GET /staff/partners/{partnerId}/settlements': 'operator finance',
  'GET /staff/partners/{partnerId}/settlements/{id}': 'operator finance',
  'GET /staff/partners/{partnerId}/settlements/{id}/lines': 'operator finance',
  'GET /staff/partners/{partnerId}/settlements/{id}/statement': 'operator finance',
  'GET /staff/partners/{partnerId}/transfers': 'operator finance',
  'POST /staff/partners/{partnerId}/transfers': 'finance',
  'POST /staff/partners/{partnerId}/transfers/reverse': 'finance',
  'POST /staff/partners/{partnerId}/payouts': 'finance',
  'GET /staff/partners/{partnerId}/users': 'operator finance',
  'POST /staff/partners/{partnerId}/users': 'operator',
  'POST /staff/partners/{partnerId}/users/disable': 'operator',
  'POST /staff/partners/{partnerId}/users/reset': 'operator',
  'GET /staff/partners/{partnerId}/webhook-endpoints': 'operator finance',
  'GET /staff/partners/{partnerId}/webhook-endpoints/{id}/deliveries': 'operator finance',
  'POST /staff/partners/{partnerId}/webhook-endpoints/{id}/deliveries/{deliveryId}/retry':
    'operator',
  'POST /staff/partners/{partnerId}/webhook-endpoints/{id}/disable': 'operator',
  'POST /staff/partners/{partnerId}/webhook-endpoints/{id}/recover': 'operator',
  'POST /staff/partners/{partnerId}/webhook-endpoints/{id}/replay': 'operator',
  'GET /staff/reconciliation': 'operator finance',
  'POST /staff/reconciliation/differences/{id}/dismiss': 'operator finance',
  'POST /staff/reconciliation/runs': 'operator finance',
  'GET /staff/settlements': 'operator finance',
  'POST /staff/password': 'operator finance',
  'POST /staff/sign-in': 'anybody',
  'POST /staff/sign-out': 'operator finance',
  'POST /staff/sign-out-everywhere': 'operator finance',
  'POST /staff/transfers/import': 'finance',
  'GET /staff/transfers/proposals': 'operator finance',
  'GET /staff/transfers/{id}': 'operator finance',
  'GET /staff/users': 'operator finance',
  'GET /staff/users/{userId}': 'operator finance',
  'POST /staff/users/{userId}/close': 'operator',
  'POST /staff/users/{userId}/erase': 'operator',
  'GET /staff/users/{userId}/account': 'operator finance',
  'GET /staff/users/{userId}/deposits': 'operator finance',
  'GET /staff/users/{userId}/history': 'operator finance',
  'GET /staff/users/{userId}/orders': 'operator finance',
  'POST /staff/users/{userId}/reinstate': 'operator',
  'POST /staff/users/{userId}/suspend': 'operator',
  'GET /staff/verifications': 'operator finance',
  'POST /staff/verifications/{id}/decision': 'operator',
  'GET /staff/verifications/{id}/history': 'operator finance',
  'GET /staff/waiting-users': 'operator',
  'GET /staff/users/{userId}/erasure': 'operator',
};

const declared = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { 'x-roles': roles = ['anybody'] }]) => ({
    route: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path: path.replace(/\{\w+\}/g, '0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90'),
    roles,
  })),
);
const guarded = declared.filter(({ roles }) => !roles.includes('anybody'));

let service: Service;
let headersOf: Readonly<Record<string, Readonly<Record<string, string>>>>;

beforeAll(async () => {
  // Requests for unknown paths would exceed the limit of one address.
  service = await sharedService();
  const origin = { origin: service.api };
  headersOf = {
    nobody: origin,
    'a partner': { ...origin, ...(await PartnerClient.logIn(service)).headers },
    // Routes that end sessions must not end the session of later tests.
    operator: origin,
    finance: origin,
  };
});

afterAll(() => service.stop());

const ask = async (who: string, method: string, path: string) => {
  const headers = { ...headersOf[who]! };
  if (who === 'operator' || who === 'finance') headers['cookie'] = (await signedIn(who)).cookie;
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
  const { status, body: answer } = await call(service.api, method, path, { headers, ...body });
  return { status, code: answer['code'] };
};

const open = new Map<string, StaffClient>();

const signedIn = async (role: 'operator' | 'finance'): Promise<StaffClient> => {
  const known = open.get(role);
  if (known !== undefined && (await known.get('/staff/me')).status === 200) return known;
  const fresh = await StaffClient.ofDemo(service, role);
  open.set(role, fresh);
  return fresh;
};

describe('the routes for staff', () => {
  it('have the expected roles', () => {
    const roles = declared.map(({ route, roles: these }) => [route, these.join(' ')]);
    expect(Object.fromEntries(roles)).toEqual(INTENDED);
  });

  it.each(guarded)(
    '$route rejects partners and requests without a session',
    async ({ method, path }) => {
      for (const who of ['nobody', 'a partner'])
        expect({ who, ...(await ask(who, method, path)) }).toEqual({
          ...{ who, status: 401, code: 'not_signed_in' },
        });
    },
  );

  it.each(guarded)('$route accepts only its roles', async ({ method, path, roles }) => {
    for (const who of ['operator', 'finance']) {
      const { status, code } = await ask(who, method, path);
      if (!roles.includes(who))
        expect({ who, status, code }).toEqual({ who, status: 403, code: 'role_required' });
      else expect([401, 403, 500]).not.toContain(status);
    }
  });
});

describe('the queue dashboard', () => {
  /** Paths of the dashboard, and other spellings of them. */
  const places = [
    ...['/queues', '/queues/', '/queues/queue/onboarding', '/queues/api/queues', '/queues/nothing'],
    ...[
      '/queues/api/queues?activeQueue=onboarding',
      '/%71ueues/api/queues',
      '/queues/%61pi/queues',
    ],
    ...['/queues/./api/queues', '/queues/..%2fqueues/api/queues', '/queues/static/../api/queues'],
  ];
  const fetched = (path: string, method: string, headers: Record<string, string>) =>
    fetch(`${service.api}${path}`, { method, headers });
  const asked = async (who: string, path: string, method = 'GET', extra = {}) => {
    const headers: Record<string, string> = { ...headersOf[who]!, ...extra };
    if (who === 'operator' || who === 'finance') headers['cookie'] = (await signedIn(who)).cookie;
    return fetched(path, method, headers);
  };
  const refusal = async (answer: Response) => {
    const { code } = (await answer.json()) as { code: string };
    return `${answer.status} ${code}`;
  };
  const promote = '/queues/api/queues/onboarding/promote';
  const retry = '/queues/api/queues/onboarding/retry/failed';

  it('shows every queue to operators, without external resources', async () => {
    const page = await asked('operator', '/queues');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await page.text();
    expect(html).not.toContain('https:');
    const scripts = [...html.matchAll(/src="(static[^"]+)"/g)].map(([, path]) => `/queues/${path}`);
    expect(scripts.length).toBeGreaterThan(0);
    for (const path of scripts) {
      expect((await asked('operator', path)).status).toBe(200);
      expect(await refusal(await asked('nobody', path))).toBe('401 not_signed_in');
    }
    const { queues } = (await (await asked('operator', '/queues/api/queues')).json()) as {
      queues: { name: string }[];
    };
    expect(queues.map(({ name }) => name)).toEqual([
      ...['onboarding', 'kyc-review', 'funding-settlement', 'order-submission', 'webhooks'],
    ]);
  });

  it.each(places)('rejects all other callers: %s', async (path) => {
    for (const method of ['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE']) {
      for (const who of ['nobody', 'a partner'])
        expect((await asked(who, path, method)).status).toBe(401);
      expect((await asked('finance', path, method)).status).toBe(403);
    }
  });

  it('rejects requests from another site', async () => {
    const foreign = { origin: 'https://evil.example' };
    expect(await refusal(await asked('operator', promote, 'PUT', foreign))).toBe(
      '403 cross_site_request',
    );
  });

  it.each([
    ['PUT', 'onboarding/pause'],
    ['PUT', 'onboarding/concurrency'],
    ['PUT', 'onboarding/empty'],
    ['PUT', 'onboarding/obliterate'],
    ['POST', 'onboarding/add'],
    ['PUT', 'pause'],
  ])('rejects this action of operators: %s %s', async (method, action) => {
    const answer = await asked('operator', `/queues/api/queues/${action}`, method);
    const shown = (await answer.clone().json()) as Record<string, string>;
    expect(await refusal(answer)).toBe('403 action_not_allowed');
    // The members that the page of the board shows.
    expect([shown['error'], shown['message']]).toEqual([shown['title'], shown['detail']]);
  });

  it('records actions with their actors, and links a job to its object', async () => {
    for (const action of [promote, retry])
      expect((await asked('operator', action, 'PUT')).status).toBe(200);
    const me = await (await signedIn('operator')).get('/staff/me');
    const id = String(me.body['id']);
    const { stdout } = await service.ops('events', '--stream', `staff-${id}`, '--json');
    const done = (JSON.parse(stdout) as { type: string; data: { path: string } }[])
      .filter(({ type }) => type === 'StaffActedOnQueue')
      .map(({ data }) => data.path);
    expect(done).toEqual(expect.arrayContaining([promote, retry]));
    const partner = await PartnerClient.logIn(service);
    const user = await onboardedUser(service, partner);
    const url = `/queues/api/queues?activeQueue=onboarding&status=completed&jobsPerPage=100`;
    const { queues } = (await (await asked('operator', url)).json()) as {
      queues: { name: string; jobs: { data: object; externalUrl?: { href: string } }[] }[];
    };
    const jobs = queues.find(({ name }) => name === 'onboarding')?.jobs ?? [];
    expect(jobs.map(({ externalUrl }) => externalUrl?.href)).toContain(
      `/console/find/profile/${user}`,
    );
    for (const { data } of jobs)
      expect(['causationId', 'correlationId', 'id']).toEqual(
        expect.arrayContaining(Object.keys(data)),
      );
  });
});
