import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '#client';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { PartnerClient, type Service } from '../../support/service.js';
import { leasedService } from '../../support/shared-service/shared-service.js';

const ROOT = process.cwd();
const CLIENT = join(ROOT, 'clients', 'typescript');
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

const COMMAND = join('node_modules', '.bin', 'partner-brokerage');

const PROGRAM = `
import { brokerage, type Event } from '@partner-brokerage/client';

const [baseUrl = '', apiKey = '', email = '', password = ''] = process.argv.slice(2);
const api = brokerage({ baseUrl, apiKey, email, password });
const { data: countries } = await api.GET('/v1/onboarding/trading-countries');
console.log(countries?.includes('USA'));
const idOf = ({ object }: Event): string => object.id;
for await (const event of api.events({ types: ['user.created'], pollMs: 50 })) console.log(idOf(event));
// @ts-expect-error The document has no such path.
await api.GET('/v1/unknown');
`;

let service: Service;
let client: PartnerClient;
let folder: string;
let project: string;
const running: { kill(): unknown }[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'brokerage-package-'));
  project = join(folder, 'project');
  mkdirSync(project);
  service = await leasedService();
  client = await PartnerClient.logIn(service);
  await npm(CLIENT, 'pack', '--pack-destination', folder);
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  await npm(project, 'install', '--offline', '--no-audit', '--no-fund', join(folder, tarball));
});

afterAll(async () => {
  for (const one of running) one.kill();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const execute = async (cwd: string, program: string, args: readonly string[]) => {
  const env = { ...process.env, NODE_OPTIONS: '' };
  return promisify(execFile)(program, args, { cwd, env, timeout: BACKSTOP_MS });
};
const npm = (cwd: string, ...args: string[]) => execute(cwd, 'npm', args);

const started = (file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const options = { cwd: project, env: { ...process.env, NODE_OPTIONS: '', ...env } };
  const child = spawn(file, args, options);
  running.push(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const line = async (): Promise<string> => {
    const { done, value } = await lines.next();
    return done === true ? `ended: ${await text(child.stderr)}` : value;
  };
  /** The next line that is about an event. */
  const result = async (): Promise<string> => {
    for (;;) {
      const next = await line();
      if (!next.startsWith('the feed is unavailable')) return next;
    }
  };
  const ended = async () => {
    const [[code], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
    return { code: code as number, stderr };
  };
  return { line, result, ended };
};

const registered = async (): Promise<string> => {
  const email = `${randomUUID()}@users.example`;
  const person = { name: 'Ada', familyName: 'Lovelace', countryCode: 'USA', email };
  return String((await client.post('/v1/user', person)).body['id']);
};

type Received = { readonly headers: IncomingHttpHeaders; readonly body: string };

/** A partner's receiver, which responds with these statuses in turn. */
const receiver = async (statuses: number[]) => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body });
      response.writeHead(statuses.shift() ?? 204).end();
    });
  });
  running.push({ kill: () => server.close().closeAllConnections() });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` };
};

const credentials = () => {
  const { apiKey, email, password } = service.demo.partner;
  return {
    BROKERAGE_URL: service.api,
    BROKERAGE_API_KEY: apiKey,
    BROKERAGE_EMAIL: email,
    BROKERAGE_PASSWORD: password,
  };
};
const listening = (args: readonly string[], env: NodeJS.ProcessEnv = credentials()) =>
  started(join(project, COMMAND), ['listen', ...args], env);

/** Every version of Node on the PATH. The tests run under the first one. */
const nodes = (): string[] => {
  const folders = new Set((process.env['PATH'] ?? '').split(delimiter));
  return [...folders].map((path) => join(path, 'node')).filter((file) => existsSync(file));
};

describe('the package in an empty project', () => {
  it('loads under every Node of this machine', async () => {
    for (const node of nodes()) {
      const { stdout } = await execute(project, node, [COMMAND, '--help']);
      expect(stdout).toContain('partner-brokerage listen --forward <url>');
    }
  });

  it('types a program, which follows the feed past a restart of the API', async () => {
    writeFileSync(join(project, 'package.json'), '{"type": "module"}');
    writeFileSync(join(project, 'main.ts'), PROGRAM);
    const options = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--types', 'node'];
    const roots = ['--typeRoots', join(ROOT, 'node_modules', '@types')];
    await execute(project, process.execPath, [TSC, ...options, ...roots, 'main.ts']);

    const known = await registered();
    const { apiKey, email, password } = service.demo.partner;
    const args = ['main.js', service.api, apiKey, email, password];
    const program = started(process.execPath, args);
    expect(await program.line()).toBe('true');
    expect(await program.line()).toBe(known);
    const next = await registered();
    expect(await program.line()).toBe(next);
    await service.restartApi();
    const last = await registered();
    expect(await program.line()).toBe(last);
  });

  it('forwards new events to a local address, signed, one line each', async () => {
    const { received, url } = await receiver([204, 500]);
    const { line, result } = listening(['--forward', url, '--types', 'user.created']);
    const secret = (await line()).replace('signing secret: ', '');
    expect(secret).toMatch(/^whsec_.{32}$/);
    expect(await line()).toBe(`forwarding new events to ${url}`);

    const ids: string[] = [];
    for (const [i, status] of [204, 500, 204].entries()) {
      if (i === 2) await service.restartApi();
      ids.push(await registered());
      const printed = await result();
      const { headers, body } = received[i] as Received;
      const event = verifyWebhook(headers, body, secret);
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(event);
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'webhook-id': event.id,
      });
      expect(printed).toMatch(` user.created ${event.id} → ${status} (`);
      const { body: shown } = await client.get(`/v1/events/${event.id}`);
      expect(shown).toEqual(event);
    }
    expect(received.map(({ body }) => JSON.parse(body).object.id)).toEqual(ids);
  });

  it('forwards the events after one of them, under a secret that is given', async () => {
    const ids = [await registered(), await registered()];
    const path = `/v1/events?objectId=${ids[0]}`;
    const { events } = await client.until(path, (body) => (body['events'] as unknown[]).length > 0);
    const [{ id: after }] = events as [{ id: string }];
    const { received, url } = await receiver([]);
    const WEBHOOK_SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    const env = { ...credentials(), WEBHOOK_SECRET };
    const { line, result } = listening(['--forward', url, '--after', after], env);
    expect(await line()).toBe(`signing secret: ${WEBHOOK_SECRET}`);
    expect(await line()).toBe(`forwarding events after ${after} to ${url}`);
    expect(await result()).toMatch(' user.created ');
    const [{ headers, body }] = received as [Received];
    expect(verifyWebhook(headers, body, WEBHOOK_SECRET).object.id).toBe(ids[1]);
  });

  it('reports an address without a receiver', async () => {
    const { line, result } = listening(['--forward', 'http://127.0.0.1:9/hooks']);
    await line();
    await line();
    await registered();
    expect(await result()).toMatch(/ user\.created evt_\S+ → failed: /);
  });

  it('names the missing setting, the wrong option and the rejected password', async () => {
    const forward = ['--forward', 'http://127.0.0.1:9'];
    const { BROKERAGE_URL: _, ...incomplete } = credentials();
    const wrong = { ...credentials(), BROKERAGE_PASSWORD: 'not this one' };
    for (const [args, env, code, reason] of [
      [forward, incomplete, 2, 'set the variable BROKERAGE_URL'],
      [[], credentials(), 2, '--forward is missing'],
      [['--forward', 'here'], credentials(), 2, '--forward is not an address: here'],
      [['--to', 'here'], credentials(), 2, "Unknown option '--to'"],
      [forward, wrong, 1, 'invalid_credentials'],
      [[...forward, '--after', 'evt_1'], credentials(), 1, 'cursor_unknown'],
    ] as const) {
      const { code: actual, stderr } = await listening(args, env).ended();
      expect([actual, stderr.split('\n')[0]]).toEqual([code, expect.stringContaining(reason)]);
    }
  });
});
