import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { opsHere } from '../../support/ops-here.js';
import { type Demo, type Json, PartnerClient, type Service, call } from '../../support/service.js';
import { leasedService } from '../../support/shared-service/shared-service.js';
import { logIn } from '../../support/log-in.js';

const CLIENTS = 6;
const CALLS_PER_LOG_IN = 8;
const LOAD_MS = 3_000;

let service: Service;

beforeAll(async () => {
  service = await leasedService();
  // A list responds 503 until its read model contains the partner, for every key.
  for (const partner of [service.demo.partner, service.demo.secondPartner])
    await (await PartnerClient.logIn(service, partner)).until('/v1/users?limit=1', () => true);
});
afterAll(() => service.stop());

const ops = async (...args: string[]): Promise<Json> => {
  const { code, stdout, stderr } = await opsHere(service, ...args, '--json');
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Json;
};
/** Sets an expiry that is still in the future when the command runs on a slow machine. */
const endSoon = async (
  keyId: string,
  aheadMs = 10_000,
): Promise<{ endsAtMs: number; endsAt: string }> => {
  const endsAtMs = Date.now() + aheadMs;
  const endsAt = new Date(endsAtMs).toISOString();
  const revoke = ['key', 'revoke', '--key', keyId, '--at', endsAt, '--json'];
  const { code, stdout } = await opsHere(service, ...revoke);
  if (code !== 0 && Date.now() > endsAtMs) return endSoon(keyId, 2 * aheadMs);
  expect(JSON.parse(stdout)).toEqual({ keyId, endsAt });
  return { endsAtMs, endsAt };
};
const statusWith = async (token: unknown) => {
  const headers = { authorization: `bearer ${String(token)}` };
  return (await call(service.api, 'GET', '/v1/users?limit=1', { headers })).status;
};
const tokenOf = async (partner: Demo): Promise<string> =>
  String((await logIn(service.api, partner)).body['authToken']);

/** A partner's servers, which log in with their key and make calls with the token. */
class Load {
  readonly statuses = new Map<number, number>();
  /** Clients by the key of their last log-in. */
  private readonly keyOf = new Map<number, string>();
  private readonly stop = new AbortController();
  private readonly clients: readonly Promise<void>[];

  constructor(public partner: Demo) {
    this.clients = Array.from({ length: CLIENTS }, (_, i) => this.run(i));
  }

  get failed(): number {
    return [...this.statuses].reduce((sum, [status, n]) => sum + (status === 200 ? 0 : n), 0);
  }

  get total(): number {
    return [...this.statuses.values()].reduce((sum, n) => sum + n, 0);
  }

  /** Resolves when every client has logged in with the current key. */
  async moved(): Promise<void> {
    const isMoved = () => [...this.keyOf.values()].every((key) => key === this.partner.apiKey);
    while (this.keyOf.size < CLIENTS || !isMoved()) await sleep(20);
  }

  async end(): Promise<void> {
    this.stop.abort();
    await Promise.all(this.clients);
  }

  private async run(client: number): Promise<void> {
    const { signal } = this.stop;
    while (!signal.aborted) {
      const { partner } = this;
      const { status, body } = await logIn(service.api, partner);
      this.count(status);
      this.keyOf.set(client, partner.apiKey);
      for (let i = 0; i < CALLS_PER_LOG_IN; i++) this.count(await statusWith(body['authToken']));
    }
  }

  private count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }
}

describe('an API key', () => {
  it('is regenerated under load without a failed request, and the old key is rejected', async () => {
    const old = service.demo.partner;
    const load = new Load(old);
    await sleep(LOAD_MS);
    const oldToken = await tokenOf(old);
    const { keyId, apiKey } = await ops('key', 'create', '--partner', old.id);
    load.partner = { ...old, apiKey: String(apiKey) };
    await load.moved();
    const [, oldKeyId = ''] = old.apiKey.split('_');
    await ops('key', 'revoke', '--key', oldKeyId);
    const revokedMs = performance.now();
    const statuses = async () => [
      await statusWith(oldToken),
      (await logIn(service.api, old)).status,
    ];
    while ((await statuses()).some((status) => status !== 401)) await sleep(20);
    const shutMs = performance.now() - revokedMs;
    await sleep(LOAD_MS);
    expect(await statuses()).toEqual([401, 401]);
    await load.end();
    console.info(
      `${load.total} requests, ${load.failed} failed; the old key was refused ${Math.round(shutMs)} ms after`,
    );
    expect([...load.statuses.keys()]).toEqual([200]);
    expect(load.total).toBeGreaterThan(CLIENTS * CALLS_PER_LOG_IN);
    const listed = (await ops('key', 'list', '--partner', old.id)) as unknown as Json[];
    expect(listed).toMatchObject([
      { keyId: oldKeyId, revokedAt: expect.any(String), lastUsedAt: expect.any(String) },
      { keyId, revokedAt: null, lastUsedAt: expect.any(String) },
    ]);
  });

  it('expires at its end, together with its tokens', async () => {
    const partner = service.demo.secondPartner;
    const [, keyId = ''] = partner.apiKey.split('_');
    const token = await tokenOf(partner);
    const { endsAtMs, endsAt } = await endSoon(keyId);
    const listed = (await ops('key', 'list', '--partner', partner.id)) as unknown as Json[];
    if (Date.now() < endsAtMs) expect(listed).toMatchObject([{ keyId, endsAt, revokedAt: null }]);
    for (;;) {
      const begunMs = Date.now();
      const statuses = [await statusWith(token), (await logIn(service.api, partner)).status];
      if (Date.now() < endsAtMs) expect(statuses).toEqual([200, 200]);
      if (begunMs >= endsAtMs) {
        expect(statuses).toEqual([401, 401]);
        break;
      }
      await sleep(50);
    }
  });

  it('rejects an expiry in the past', async () => {
    const [, keyId = ''] = service.demo.partner.apiKey.split('_');
    const past = await service.ops('key', 'revoke', '--key', keyId, '--at', '2020-01-01T00:00:00Z');
    expect(past.code).toBe(1);
    const none = await service.ops('key', 'revoke', '--key', keyId, '--at', 'tomorrow');
    expect(none).toMatchObject({ code: 1, stderr: expect.stringMatching(/time with its offset/) });
  });
});
