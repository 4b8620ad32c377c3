import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { jpeg, png } from '../../support/images.js';
import { longDescribe } from '../../support/long.js';
import { type Service, call } from '../../support/service.js';
import { leasedService } from '../../support/shared-service/shared-service.js';
import { KycPartner, fileOf, problem } from './kyc-partner.js';

let service: Service;
let partner: KycPartner;
/** User whose notification is lost, so the service polls after half a minute. */
let unreported: string;

beforeAll(async () => {
  service = await leasedService();
  partner = await KycPartner.logIn(service);
  await partner.faults('EVENT webhook', 'drop');
  unreported = (await uploaded()).id;
  await sleep(2_000);
});

afterEach(() => partner.noFaults());
afterAll(() => service.stop());

/** Response to an upload. */
const uploaded = async (familyName?: string) => {
  const userId = await partner.register(familyName);
  const id = await partner.started(userId);
  expect((await partner.upload(id)).status).toBe(200);
  return { userId, id };
};

describe('a review', () => {
  it('approves, and activates the user', async () => {
    const userId = await partner.register();
    expect(await partner.user(userId)).toMatchObject({ status: 'pending_verification' });
    const id = await partner.started(userId);
    const { status, body } = await partner.upload(id, [fileOf('front'), fileOf('selfie', jpeg())]);
    expect({ status, body }).toEqual({
      status: 200,
      body: { verificationId: id, status: 'under_review', updatedAt: body['updatedAt'] },
    });
    expect(await partner.until(id, 'approved')).toMatchObject({ status: 'approved' });
    expect(await partner.user(userId)).toMatchObject({
      status: 'active',
      verificationStatus: { identity: 'verified', address: 'pending', email: 'pending' },
    });
    expect(await partner.upload(id)).toMatchObject(problem(409, 'verification_closed'));
    expect((await partner.start(userId)).status).toBe(201);
  });

  it('rejects by the family name', async () => {
    const { userId, id } = await uploaded('McFail');
    expect(await partner.until(id, 'rejected')).toMatchObject({ status: 'rejected' });
    expect(await partner.user(userId)).toMatchObject({
      status: 'pending_verification',
      verificationStatus: { identity: 'rejected' },
    });
    expect(await partner.upload(id)).toMatchObject(problem(409, 'verification_closed'));
  });

  it('waits for the reviewer and rejects further uploads', async () => {
    const { userId, id } = await uploaded('Review');
    await sleep(1_500);
    expect(await partner.show(id)).toMatchObject({ status: 'under_review' });
    expect(await partner.upload(id)).toMatchObject(problem(409, 'verification_under_review'));
    expect(await partner.start(userId)).toMatchObject(problem(409, 'verification_in_progress'));
    expect((await partner.review(userId, 'pass')).status).toBe(200);
    expect(await partner.until(id, 'approved')).toMatchObject({ status: 'approved' });
    expect(await partner.user(userId)).toMatchObject({ status: 'active' });
  });

  it('of an address does not activate the user', async () => {
    const userId = await partner.register();
    const bill = { documentType: 'utility_bill' };
    const id = await partner.started(userId, { verificationType: 'address', ...bill });
    expect((await partner.upload(id, [fileOf('front')], bill)).status).toBe(200);
    expect(await partner.until(id, 'approved')).toMatchObject({ documentType: 'utility_bill' });
    expect(await partner.user(userId)).toMatchObject({
      status: 'pending_verification',
      verificationStatus: { identity: 'pending', address: 'verified' },
    });
  });

  it('records author and reason of the decision', async () => {
    const { id } = await uploaded('McFail');
    await partner.until(id, 'rejected');
    const { stdout } = await service.ops('events', '--stream', `verification-${id}`, '--json');
    const events = JSON.parse(stdout) as { type: string; data: object }[];
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['VerificationDecided', 'VerificationRejected']),
    );
    expect(events.find(({ type }) => type === 'VerificationRejected')?.data).toMatchObject({
      decidedBy: 'provider:identity',
      reason: 'The identity provider answered fail',
    });
  });
});

longDescribe('kill -9', () => {
  it('of the worker in the middle of a review delays it', async () => {
    await partner.faults('POST /users/', 'delay:1500');
    const { userId, id } = await uploaded();
    await sleep(300);
    service.kill('worker');
    expect(await partner.until(id, 'approved')).toMatchObject({ status: 'approved' });
    expect(await partner.user(userId)).toMatchObject({ status: 'active' });
  });

  it('of the sandbox in the middle of a review delays it', async () => {
    const { id } = await uploaded('McFail');
    service.kill('sandbox');
    expect(await partner.until(id, 'rejected')).toMatchObject({ status: 'rejected' });
  });

  it('of the API in the middle of an upload: the repeat works', async () => {
    const userId = await partner.register();
    const id = await partner.started(userId);
    await partner.faults('PATCH /users/', 'delay:3000');
    const first = partner.upload(id).catch(() => null);
    await sleep(1_000);
    service.kill('api');
    expect(await first).toBeNull();
    const again = async () => {
      for (let i = 0; i < 500; i++) {
        const answer = await partner.upload(id).catch(() => null);
        if (answer !== null) return answer;
        await sleep(200);
      }
      return null;
    };
    expect(await again()).toMatchObject({ status: 200, body: { status: 'under_review' } });
    expect(await partner.until(id, 'approved')).toMatchObject({ status: 'approved' });
  });
});

describe('a review without a notification', () => {
  it('ends, too', async () => {
    expect(await partner.until(unreported, 'approved')).toMatchObject({ status: 'approved' });
  });
});

describe('an image', () => {
  it('is stored only in the provider’s vault, unchanged', async () => {
    const image = png({ bytes: 300_000 });
    const id = await partner.started(await partner.register());
    await partner.upload(id, [fileOf('front', image)]);
    await partner.until(id, 'approved');
    const { stdout } = await service.ops('events', '--stream', `verification-${id}`, '--json');
    const ref = /"providerRef": ?"([^"]+)"/.exec(stdout)?.[1] ?? '';
    const field = 'document.passport.front.image';
    const held = await call(service.sandbox, 'POST', `/identity/users/${ref}/vault/decrypt`, {
      headers: { authorization: `Basic ${Buffer.from('sk_test_demo:').toString('base64')}` },
      body: { fields: [field], reason: 'test' },
    });
    expect(held.body).toEqual({ [field]: image.toString('base64') });
    const needles = [
      image.subarray(1_000, 1_060),
      Buffer.from(image.toString('base64', 999, 1_059)),
    ];
    const files = filesUnder(service.dataDir).filter((file) => !file.includes('sandbox'));
    expect(files.length).toBeGreaterThan(3);
    for (const file of files)
      for (const needle of needles)
        if (readFileSync(file).includes(needle)) throw new Error(`${file} holds an image`);
    await expectNothingInRedis(needles);
  });
});

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());

const expectNothingInRedis = async (needles: readonly Buffer[]): Promise<void> => {
  const redis = new Redis(service.redisPort, '127.0.0.1');
  const keys = await redis.keys('*');
  expect(keys.length).toBeGreaterThan(10);
  for (const key of keys) {
    const value = (await redis.dumpBuffer(key)) as Buffer | null;
    // A limit's window may have expired since its key was listed.
    for (const needle of needles) expect(value?.includes(needle) ?? false).toBe(false);
  }
  redis.disconnect();
};
