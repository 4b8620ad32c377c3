import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { openEventLog } from '#event-log/open-event-log.js';
import { PersonKeys } from '#event-log/encryption/person-keys.js';
import type { EncryptionKeys } from '#config/keys.js';
import { type Apis, newPartner, openApis } from '../../support/apis.js';
import { logIn } from '../../support/log-in.js';
import { registration } from '../../support/people.js';
import { type Demo, type Json, call } from '../../support/service.js';

const CALLERS = 4;
const APIS = 2;
/** At least so many more requests in each step, before the next begins. */
const REQUESTS_PER_STEP = 40;
/** Processes are starting meanwhile, and want the processor. */
const BETWEEN_MS = 25;

let apis: Apis;
let partner: Demo;

beforeAll(async () => {
  apis = await openApis();
  partner = await newPartner(apis);
});
afterAll(() => apis.close());

const settingsOf = (ring: EncryptionKeys) => ({
  ENCRYPTION_KEYS: ring.map(({ kid, key }) => `${kid}:${key.toString('base64')}`).join(','),
  PARTNER_RATE_PER_S: '100000',
});

/** Who registers users and reads them, at whichever process is told, and what did not go well. */
class Load {
  readonly failed: unknown[] = [];
  readonly made: { readonly id: string; readonly email: string }[] = [];
  sent = 0;
  private at: readonly string[] = [];
  private readonly busy = new Map<string, number>();
  private readonly callers: Promise<void>[] = [];
  private isOver = false;

  constructor(private readonly headers: Record<string, string>) {}

  /** As a load balancer does it: who leaves is sent nothing more, and answers what it has. */
  async moveTo(addresses: readonly string[]): Promise<void> {
    const before = this.at;
    this.at = addresses;
    if (before.length === 0)
      this.callers.push(...Array.from({ length: CALLERS }, () => this.goOn()));
    while (before.some((address) => (this.busy.get(address) ?? 0) > 0)) await sleep(5);
    for (const address of before) await apis.end(address);
    await this.more();
  }

  async more(): Promise<void> {
    const until = this.sent + REQUESTS_PER_STEP;
    while (this.sent < until && this.failed.length === 0) await sleep(20);
  }

  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.callers);
  }

  /** Once more with an e-mail that was taken under the old key. */
  async register(address: string, email: string): Promise<number> {
    const body = registration({ email });
    return (await call(address, 'POST', '/v1/user', { headers: this.headers, body })).status;
  }

  private async goOn(): Promise<void> {
    while (!this.isOver) {
      const body = registration();
      const { id } = await this.ask('POST', '/v1/user', 201, body);
      this.made.push({ id: String(id), email: String(body['email']) });
      const known = this.made[Math.floor(Math.random() * this.made.length)]!;
      const read = await this.ask('GET', `/v1/user/${known.id}`, 200);
      if (read['email'] !== known.email) this.failed.push(read);
      await sleep(BETWEEN_MS);
    }
  }

  private async ask(method: string, path: string, wanted: number, body?: Json): Promise<Json> {
    const address = this.at[this.sent++ % this.at.length]!;
    this.busy.set(address, (this.busy.get(address) ?? 0) + 1);
    try {
      const { headers } = this;
      const answer = await call(address, method, path, { headers, body });
      if (answer.status !== wanted) this.failed.push(answer.body);
      return answer.body;
    } catch (error) {
      this.failed.push(error);
      return {};
    } finally {
      this.busy.set(address, this.busy.get(address)! - 1);
    }
  }
}

it('a ring is rotated under load, and no request fails', async () => {
  const old = apis.configWith().encryptionKeys;
  const fresh = [{ kid: 'fresh', key: randomBytes(32) }];
  const start = (ring: EncryptionKeys) =>
    Promise.all(Array.from({ length: APIS }, () => apis.start(settingsOf(ring))));
  const first = await start(old);
  const { body } = await logIn(first[0]!, partner);
  const load = new Load({ authorization: `bearer ${String(body['authToken'])}` });
  await load.moveTo(first);
  await load.moveTo(await start([...old, ...fresh]));
  await load.moveTo(await start([...fresh, ...old]));

  const log = await openEventLog(apis.configWith().eventStoreUrl);
  const progress: (readonly [seen: number, rewrapped: number])[] = [];
  const keys = new PersonKeys(log.keys, new SecretCipher([...fresh, ...old]));
  const rewrapped = await keys.rewrap((...counts) => progress.push(counts));
  await log.close();
  expect(rewrapped).toBeGreaterThan(REQUESTS_PER_STEP / 4);
  expect(progress.map(([seen]) => seen)).toEqual(progress.map((_, i) => i + 1));
  expect(progress.at(-1)?.[1]).toBe(rewrapped);

  await load.more();
  const last = await start(fresh);
  await load.moveTo(last);
  await load.end();
  expect(load.failed).toEqual([]);
  expect(load.made.length).toBeGreaterThan(REQUESTS_PER_STEP);
  expect(await load.register(last[0]!, load.made[0]!.email)).toBe(409);
});
