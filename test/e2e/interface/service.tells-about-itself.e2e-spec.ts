import { randomUUID } from 'node:crypto';
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
  it('survives a signal without a meaning', async () => {
    const apps = ['sandbox', 'api', 'worker', 'projector'] as const;
    const before = apps.map((app) => service.pid(app));
    for (const pid of before) process.kill(pid, 'SIGUSR2');
    // Longer than the supervisor needs for a restart.
    await sleep(3_000);
    expect(apps.map((app) => service.pid(app))).toEqual(before);
    expect((await get('/health/ready')).status).toBe(200);
  });

  it('serves the OpenAPI document that is checked in', async () => {
    const { status, body } = await get('/openapi.json');
    expect(status).toBe(200);
    expect(body).toEqual(JSON.parse(readFileSync('docs/reference/openapi.json', 'utf8')));
  });

  it('shows the API on a page without external resources', async () => {
    const page = await fetch(`${service.api}/docs`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await page.text();
    const files = [
      ...html.matchAll(/<(?:script|link rel="stylesheet")[^>]* (?:src|href)="([^"]+)"/g),
    ];
    expect(files.length).toBeGreaterThan(2);
    for (const [, url = ''] of files) {
      expect(url).toMatch(/^\/docs\//);
      expect((await fetch(`${service.api}${url}`)).status).toBe(200);
    }
    const links = [...html.matchAll(/<a href="(\/[^"#]*)/g)].map(([, url = '']) => url);
    expect(links).toEqual(expect.arrayContaining(['/docs/sandbox', '/problems', '/openapi.json']));
    for (const url of new Set(links)) {
      const { status } = await fetch(`${service.api}${url}`);
      expect({ url, status }).toEqual({ url, status: 200 });
    }
    for (const path of ['/docs/package.json', '/docs/ui/package.json', '/docs/ui/..%2fx'])
      expect((await fetch(`${service.api}${path}`)).status).toBe(404);
  });

  it('explains the code of an error on the page of its type', async () => {
    const { body } = await client.post('/v1/funding', {});
    expect(body).toMatchObject({ code: 'validation_failed', type: '/problems/validation_failed' });
    const page = await fetch(`${service.api}${String(body['type'])}`);
    expect(page.status).toBe(200);
    expect(await page.text()).toMatch(/What to do[^]*Correct the fields/);
    expect((await get('/problems/nothing_of_the_kind')).status).toBe(404);
  });

  it('explains the control of the sandbox to partners', async () => {
    const page = await fetch(`${service.api}/docs/sandbox`);
    expect(page.status).toBe(200);
    const html = await page.text();
    for (const word of [
      'Names',
      'Amounts',
      'Symbols',
      'Control calls',
      'McReject',
      '30.13',
      'SLOW',
    ])
      expect(html).toContain(word);
  });

  it('shows partners control calls that the sandbox knows', async () => {
    const text = readFileSync('docs/partners/sandbox-outcomes.md', 'utf8');
    const calls = [...text.matchAll(/^control (\S+) -d '(.+)'$/gm)];
    expect(calls.length).toBeGreaterThan(4);
    for (const [line, path = '', body = ''] of calls) {
      // The service is shared, so objects of other files must not change.
      if (!path.includes('$')) continue;
      const there = path.replace(/\$[A-Z]+/, randomUUID());
      const answer = await service.control('POST', there, JSON.parse(body) as object);
      expect({ line, ...answer }).toMatchObject({ line, body: { message: expect.any(String) } });
      expect(answer.status).not.toBe(400);
      expect(answer.body['message']).not.toBe('no such control');
    }
  });

  it('redirects / to the page of the API', async () => {
    const { status, headers } = await fetch(`${service.api}/`, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([302, '/docs']);
  });

  it('reports its health', async () => {
    expect(await get('/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await get('/health/ready')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('lists its supported countries, sorted', async () => {
    const { status, body } = await client.get('/v1/onboarding/trading-countries');
    expect({ status, body }).toEqual({ status: 200, body: ['ARG', 'DEU', 'JPN', 'USA'] });
    const user = { name: 'Ada', familyName: 'L', email: 'ada@users.example' };
    const { body: refused } = await client.post('/v1/user', { ...user, countryCode: 'FRA' });
    expect(refused['code']).toBe('country_not_supported');
    expect((await client.post('/v1/user', { ...user, countryCode: 'ARG' })).status).toBe(201);
  });

  it('rejects notifications without a valid signature', async () => {
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
