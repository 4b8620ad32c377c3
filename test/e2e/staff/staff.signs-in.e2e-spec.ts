import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { secretsIn } from '../../support/secrets/search.js';
import { PartnerClient, Service, call } from '../../support/service.js';
import { ShiftedClock } from '../../support/shifted-clock/shifted-clock.js';
import { StaffClient, freshCode } from '../../support/staff-client.js';
import { Operator } from '../../support/operator.js';
import { codeOf, steadyStep, takeCodesFrom } from '../../support/totp.js';
import { STAFF_DEVICE_KNOWN_S } from '#staff/timing.js';

const clock = new ShiftedClock();
takeCodesFrom(clock);

let service: Service;
let operator: Operator;

beforeAll(async () => {
  service = await Service.start({ LOG_LEVEL: 'debug', ...clock.settings });
  operator = await Operator.beside(service);
});

afterAll(async () => {
  await operator.close();
  await service.stop();
  clock.remove();
});

const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await service.ops(...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Record<string, string>;
};

const newStaff = () => operator.newStaff('operator', `${randomUUID()}@staff.example`);

const session = (staff: StaffClient) => staff.get('/staff/me');
const over = { status: 401, body: { code: 'not_signed_in' } };

describe('the demo’s staff', () => {
  it.each(['operator', 'finance'] as const)('sign in: %s', async (role) => {
    const staff = await StaffClient.ofDemo(service, role);
    const { email } = service.demo[role];
    expect(await session(staff)).toMatchObject({ status: 200, body: { email, role } });
  });
});

describe('an account from the command line', () => {
  it('gets a password, a secret and its URI, which are shown once', async () => {
    const { id, email, password, totpSecret, totpUri } = await json(
      ...['staff', 'create', '--email', 'Grace@staff.example', '--role', 'finance'],
    );
    expect(password!.length).toBeGreaterThanOrEqual(12);
    const uri = new URL(totpUri!);
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(uri.pathname)).toContain(email);
    expect(uri.searchParams.get('secret')).toBe(totpSecret);
    const listed = await service.ops('staff', 'list', '--json');
    expect(JSON.parse(listed.stdout)).toContainEqual({
      ...{ id, email, role: 'finance', status: 'active', lastSignInAt: null, lockedForS: 0 },
    });
    const again = await service.ops(
      'staff',
      'create',
      '--email',
      'grace@STAFF.example',
      '--role',
      'operator',
    );
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('already') });
  });
  it('gets its code from the command line, too', async () => {
    const email = 'Ada@staff.example';
    const made = await json('staff', 'create', '--email', email, '--role', 'operator');
    await steadyStep();
    const { code } = await json('staff', 'code', '--secret', made['totpSecret']!);
    const password = made['password']!;
    expect(
      await StaffClient.tryToSignIn(service.api, { email, password, code: code! }),
    ).toMatchObject({ status: 200 });
  });
  it('is blocked at once when it is disabled, and works again after a reset', async () => {
    const who = await newStaff();
    const staff = await StaffClient.signIn(service.api, who);
    await json('staff', 'disable', '--email', who.email);
    expect(await session(staff)).toMatchObject(over);
    const reset = await json('staff', 'reset', '--email', who.email);
    expect(reset['password']).not.toBe(who.password);
    const fresh = { ...who, ...reset };
    expect(await session(await StaffClient.signIn(service.api, fresh))).toMatchObject({
      status: 200,
    });
  });
});

describe('the cookie', () => {
  it('is bound to this host and hidden from scripts and other sites', async () => {
    const { email, password, totpSecret } = await newStaff();
    const code = codeOf(totpSecret, await steadyStep());
    const { headers } = await StaffClient.tryToSignIn(service.api, { email, password, code });
    const own = ['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure'];
    const [session = '', device = ''] = headers.getSetCookie();
    const [pair, ...attributes] = session.split('; ');
    expect(pair).toMatch(/^__Host-staff=[0-9a-f-]{36}\.[\w-]{43}$/);
    expect(attributes.sort()).toEqual(own);
    const [mark, ...ofDevice] = device.split('; ');
    expect(mark).toMatch(/^__Host-staff-device=v1\.\w+\.[\w-]+$/);
    expect(ofDevice.sort()).toEqual([...own, `Max-Age=${STAFF_DEVICE_KNOWN_S}`].sort());
    expect(headers.get('cache-control')).toBe('no-store');
  });
  it('is removed at the sign-out', async () => {
    const staff = await StaffClient.signIn(service.api, await newStaff());
    const { status, headers } = await staff.post('/staff/sign-out');
    expect(status).toBe(200);
    expect(headers.get('set-cookie')).toContain('__Host-staff=; Max-Age=0');
  });
});

describe('a code', () => {
  it('is valid once for concurrent requests', async () => {
    const { email, password, totpSecret } = await newStaff();
    const code = codeOf(totpSecret, await steadyStep());
    const all = await Promise.all(
      Array.from({ length: 4 }, () =>
        StaffClient.tryToSignIn(service.api, { email, password, code }),
      ),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });
});

describe('five failures', () => {
  it('lock the account out, across a restart of the API', async () => {
    const who = await newStaff();
    const wrong = { email: who.email, password: 'wrong-password', code: '123456' };
    for (let i = 0; i < 5; i++)
      expect(await StaffClient.tryToSignIn(service.api, wrong)).toMatchObject({
        status: 401,
        body: { code: 'sign_in_refused' },
      });
    await service.restartApi();
    const { email, password, totpSecret } = who;
    const code = codeOf(totpSecret, await steadyStep());
    const locked = await StaffClient.tryToSignIn(service.api, { email, password, code });
    expect(locked).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(600);
    const operator = await StaffClient.ofDemo(service, 'operator');
    const { body } = await operator.get('/staff/accounts');
    expect(body['accounts']).toContainEqual(
      expect.objectContaining({ id: who.id, email, lockedForS: expect.any(Number) }),
    );
    expect(await operator.post(`/staff/accounts/${who.id}/unlock`)).toMatchObject({ status: 200 });
    expect((await StaffClient.signIn(service.api, who)).cookie).not.toBe('');
  });
  it('do not lock out a browser with an earlier sign-in of the account', async () => {
    const who = await newStaff();
    const { email, password, totpSecret } = who;
    const first = { email, password, code: await freshCode(totpSecret) };
    const { headers } = await StaffClient.tryToSignIn(service.api, first);
    const [, device = ''] = headers.getSetCookie();
    const wrong = { email, password: 'wrong-password', code: '123456' };
    for (let i = 0; i < 5; i++) await StaffClient.tryToSignIn(service.api, wrong);
    const body = { email, password, code: await freshCode(totpSecret) };
    const origin = { origin: service.api };
    expect(
      await call(service.api, 'POST', '/staff/sign-in', { headers: origin, body }),
    ).toMatchObject({ status: 429 });
    const known = { ...origin, cookie: device.split(';')[0]! };
    expect(
      await call(service.api, 'POST', '/staff/sign-in', { headers: known, body }),
    ).toMatchObject({ status: 200 });
    await json('staff', 'unlock', '--email', email);
    expect((await StaffClient.signIn(service.api, who)).cookie).not.toBe('');
  });
});

describe('a session', () => {
  it('survives a restart of the API', async () => {
    const staff = await StaffClient.signIn(service.api, await newStaff());
    await service.restartApi();
    expect(await session(staff)).toMatchObject({ status: 200 });
  });
  it('ends alone, or with all others of the account', async () => {
    const who = await newStaff();
    const [one, two] = [
      await StaffClient.signIn(service.api, who),
      await StaffClient.signIn(service.api, who),
    ];
    const three = await StaffClient.signIn(service.api, who);
    await one.post('/staff/sign-out');
    expect(await session(one)).toMatchObject(over);
    expect(await session(two)).toMatchObject({ status: 200 });
    await two.post('/staff/sign-out-everywhere');
    for (const ended of [two, three]) expect(await session(ended)).toMatchObject(over);
    const { stdout } = await service.ops('staff', 'list', '--json');
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({ id: who.id, lastSignInAt: expect.stringMatching(/Z$/) }),
    );
  });
  it('continues after a change of its password, and all other sessions end', async () => {
    const who = await newStaff();
    const here = await StaffClient.signIn(service.api, who);
    const elsewhere = await StaffClient.signIn(service.api, who);
    const { secret, code } = { secret: who.totpSecret, code: await freshCode(who.totpSecret) };
    const newPassword = 'staple-goose-battery-violin-correct-harbour';
    const change = { currentPassword: who.password, code, newPassword };
    expect(await here.post('/staff/password', { ...change, newPassword: 'short' })).toMatchObject({
      ...{ status: 422, body: { code: 'password_invalid' } },
    });
    expect(await here.post('/staff/password', change)).toMatchObject({ status: 200 });
    expect(await session(here)).toMatchObject({ status: 200 });
    expect(await session(elsewhere)).toMatchObject(over);
    const again = await StaffClient.signIn(service.api, {
      ...{ email: who.email, password: newPassword, totpSecret: secret },
    });
    expect(await session(again)).toMatchObject({ status: 200 });
  });

  it('is not changed from another site', async () => {
    const staff = await StaffClient.signIn(service.api, await newStaff());
    for (const foreign of [
      {},
      { origin: 'https://evil.example' },
      { origin: service.api, 'sec-fetch-site': 'cross-site' },
    ]) {
      const headers = { cookie: staff.cookie, ...foreign };
      expect(await call(service.api, 'POST', '/staff/sign-out', { headers })).toMatchObject({
        status: 403,
        body: { code: 'cross_site_request' },
      });
    }
    expect(await session(staff)).toMatchObject({ status: 200 });
  });
  it('is rejected by partner routes, and partner tokens by staff routes', async () => {
    const staff = await StaffClient.ofDemo(service, 'operator');
    expect(await staff.get('/v1/users')).toMatchObject({
      status: 401,
      body: { code: 'invalid_token' },
    });
    const partner = await PartnerClient.logIn(service);
    expect(await partner.get('/staff/me')).toMatchObject(over);
  });
  it('is in the log with its actor and without secrets', async () => {
    const who = await newStaff();
    const staff = await StaffClient.signIn(service.api, who);
    service.secrets.add('session', staff.cookie.split('.')[1]!);
    await staff.post('/staff/sign-out');
    const { stdout } = await service.ops('events', '--stream', `staff-${who.id}`, '--json');
    const events = JSON.parse(stdout) as { type: string; actor: string }[];
    expect(events.map(({ type, actor }) => [type, actor])).toEqual([
      ['StaffCreated', 'operator:command-line'],
      ['StaffSignedIn', `staff:${who.id}`],
      ['StaffSignedOut', `staff:${who.id}`],
    ]);
    expect(secretsIn(await service.places(), service.secrets)).toEqual([]);
  });
  it('ends with a wiped Redis, and can begin again', async () => {
    const who = await newStaff();
    const staff = await StaffClient.signIn(service.api, who);
    const redis = new Redis(service.redisPort, '127.0.0.1');
    await redis.flushall();
    redis.disconnect();
    expect(await session(staff)).toMatchObject(over);
    expect(await session(await StaffClient.signIn(service.api, who))).toMatchObject({
      status: 200,
    });
  });
});
