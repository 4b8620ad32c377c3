import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PartnerClient, Service, call } from '../../support/service.js';
import { StaffClient } from '../../support/staff-client.js';

type Operation = { readonly 'x-roles'?: readonly string[] };
type Paths = Record<string, Record<string, Operation>>;

const { paths } = JSON.parse(readFileSync('docs/staff-openapi.json', 'utf8')) as { paths: Paths };

/** Who may call what: changed on purpose only, so it is written out beside the document. */
const INTENDED: Readonly<Record<string, string>> = {
  'GET /staff/me': 'operator finance',
  'POST /staff/sign-in': 'anybody',
  'POST /staff/sign-out': 'operator finance',
  'POST /staff/sign-out-everywhere': 'operator finance',
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
  service = await Service.start();
  const origin = { origin: service.api };
  headersOf = {
    nobody: origin,
    'a partner': { ...origin, ...(await PartnerClient.logIn(service)).headers },
    // What ends sessions must not end the one of the tests after it.
    operator: origin,
    finance: origin,
  };
}, 180_000);

afterAll(() => service.stop(), 30_000);

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
  it('are for whom they are meant', () => {
    const roles = declared.map(({ route, roles: these }) => [route, these.join(' ')]);
    expect(Object.fromEntries(roles)).toEqual(INTENDED);
  });

  it.each(guarded)('$route is closed to nobody and to partners', async ({ method, path }) => {
    for (const who of ['nobody', 'a partner'])
      expect({ who, ...(await ask(who, method, path)) }).toEqual({
        ...{ who, status: 401, code: 'not_signed_in' },
      });
  });

  it.each(guarded)(
    '$route is open to its roles alone',
    async ({ method, path, roles }) => {
      for (const who of ['operator', 'finance']) {
        const { status, code } = await ask(who, method, path);
        if (!roles.includes(who))
          expect({ who, status, code }).toEqual({ who, status: 403, code: 'role_required' });
        else expect([401, 403, 500]).not.toContain(status);
      }
    },
    120_000,
  );
});
