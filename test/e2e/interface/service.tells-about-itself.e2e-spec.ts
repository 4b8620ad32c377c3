import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { PartnerClient, type Service, call } from '../../support/service.js';
import { sharedService } from '../../support/shared-service/shared-service.js';

let service: Service;
let client: PartnerClient;

beforeAll(async () => {
  service = await sharedService();
  client = await PartnerClient.logIn(service);
});

afterAll(() => service.stop());

const get = (path: string) => call(service.api, 'GET', path);

describe('the service', () => {
  it('does not die of a signal that asks for nothing', async () => {
    const apps = ['sandbox', 'api', 'worker', 'projector'] as const;
    const before = apps.map((app) => service.pid(app));
    for (const pid of before) process.kill(pid, 'SIGUSR2');
    // Longer than the supervisor needs to start one anew.
    await sleep(3_000);
    expect(apps.map((app) => service.pid(app))).toEqual(before);
    expect((await get('/health/ready')).status).toBe(200);
  });

  it('shows its contract: the document that is checked in', async () => {
    const { status, body } = await get('/openapi.json');
    expect(status).toBe(200);
    expect(body).toEqual(JSON.parse(readFileSync('docs/openapi.json', 'utf8')));
  });

  it('shows its contract on a page that loads nothing from elsewhere', async () => {
    const page = await fetch(`${service.api}/docs`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    const html = await page.text();
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url);
    expect(loaded.length).toBeGreaterThan(2);
    for (const url of loaded) {
      expect(url).toMatch(/^\/docs\/[\w.-]+$/);
      expect((await fetch(`${service.api}${url}`)).status).toBe(200);
    }
    const foreign = await fetch(`${service.api}/docs/package.json`);
    expect(foreign.status).toBe(404);
  });

  it('tells its health', async () => {
    expect(await get('/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await get('/health/ready')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('lists the countries it serves, sorted', async () => {
    const { status, body } = await client.get('/v1/onboarding/trading-countries');
    expect({ status, body }).toEqual({ status: 200, body: ['ARG', 'DEU', 'JPN', 'USA'] });
    const user = { name: 'Ada', familyName: 'L', email: 'ada@users.example' };
    const { body: refused } = await client.post('/v1/user', { ...user, countryCode: 'FRA' });
    expect(refused['code']).toBe('country_not_supported');
    expect((await client.post('/v1/user', { ...user, countryCode: 'ARG' })).status).toBe(201);
  });

  it('takes no notification without a good signature', async () => {
    const body = { event: 'onboarding.completed' };
    const now = String(Math.floor(Date.now() / 1_000));
    const signed = {
      'svix-id': 'msg_1',
      'svix-timestamp': now,
      'svix-signature': 'v1,c2lnbmF0dXJl',
    };
    for (const headers of [{}, signed]) {
      const answer = await call(service.api, 'POST', '/v1/webhooks/identity', { headers, body });
      expect(answer).toMatchObject({ status: 401, body: { code: 'signature_invalid' } });
    }
  });
});
