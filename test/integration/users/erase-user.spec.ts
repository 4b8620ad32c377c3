import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verificationTable } from '#kyc/show-verification/verifications.projection.js';
import { verifications } from '#kyc/verification/verification.state.js';
import { onboardings } from '#onboarding/onboarding/onboarding.state.js';
import { pause } from '#kernel/concurrency/pause.js';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { applyErasures } from '#event-log/encryption/erasure-list.js';
import { PersonKeys } from '#event-log/encryption/person-keys.js';
import { EncryptedEventLog } from '#event-log/encryption/encrypted-event-log.js';
import { backUpLog } from '#event-log/sqlite/sqlite-backup.js';
import { SqliteEventLog } from '#event-log/sqlite/sqlite-event-log.js';
import { restoreLog } from '#event-log/sqlite/sqlite-restore.js';
import { rebuildOnce } from '#read-models/rebuild.js';
import { Rebuild } from '#read-models/rebuild.js';
import { ReadYourWrites } from '#read-models/read-your-writes.js';
import { catchUp } from '#kernel/event-store/catch-up.js';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { BEGINNING, after, checkpointAfter } from '#read-models/checkpoint-position.js';
import { ReadStore } from '#read-models/read-store.js';
import { Rows } from '#read-models/rows.js';
import { SqliteEngine } from '#read-models/sqlite-engine.js';
import { isRegistered, users } from '#users/user/user.state.js';
import { openErasureTable } from '#users/open-erasures/open-erasures.projection.js';
import { readModels } from '../../../apps/features.js';
import { feed } from '../../support/feed.js';
import { quiet } from '../../support/memory-reads.js';
import { UserRecords } from '../../../libs/erasure/src/user-records.js';
import {
  EraseUser,
  EraseUserHandler,
} from '../../../libs/erasure/src/erase-user/erase-user.handler.js';
import {
  RecordErasure,
  RecordErasureHandler,
} from '../../../libs/erasure/src/erase-user/record-erasure.handler.js';
import {
  ExportUser,
  ExportUserHandler,
} from '../../../libs/erasure/src/export-user/export-user.handler.js';
import {
  UpdateUser,
  UpdateUserHandler,
} from '../../../libs/users/src/update-user/update-user.handler.js';

const PERSON = ['quintessenz@users.example', 'Wilhelmine', 'Przybylski', '1990-12-10'];
const [email, firstName, lastName, dateOfBirth] = PERSON as [string, string, string, string];
const partnerId = randomUUID();
const cause = { partnerId, correlationId: 'c', causationId: 'c', actor: 'a' };
const ring = new SecretCipher([{ kid: 'k', key: Buffer.alloc(32, 1) }]);

/** One process: what it has open, and how it ends. */
const open = async (dataDir: string) => {
  const log = SqliteEventLog.open(join(dataDir, 'events.db'));
  const keys = new PersonKeys(log.keys, ring);
  await applyErasures(dataDir, keys);
  const sealed = new EncryptedEventLog(log, keys);
  const engine = SqliteEngine.open(join(dataDir, 'read-models.db'));
  const reads = new ReadStore(engine, readModels);
  const rows = new Rows(reads, sealed, quiet);
  const store = new EventStore(sealed);
  const records = new UserRecords(store, rows);
  const eventStoreUrl = `sqlite:${join(dataDir, 'events.db')}`;
  const config = { dataDir, retentionYears: 6, backupDays: 35, eventStoreUrl };
  const close = async () => {
    await engine.close();
    await log.close();
  };
  return { log, keys, sealed, engine, reads, rows, store, records, config, close };
};
type Opened = Awaited<ReturnType<typeof open>>;

const handlerOf = ({ store, records, keys, reads, log, config }: Opened): EraseUserHandler =>
  new EraseUserHandler(store, records, keys, new ReadYourWrites(reads, log), reads, config);

let dataDir: string;
let opened: Opened;
let userId: string;
let place = BEGINNING;

const behind = async () => {
  const found: RecordedEvent[] = [];
  const asked = { log: opened.sealed, after: after(place) };
  await catchUp(asked, (events) => void found.push(...events));
  return found;
};
const project = async (events?: Awaited<ReturnType<typeof behind>>) => {
  const { reads } = opened;
  events ??= await behind();
  if (events.length === 0) return;
  await feed(reads, events);
  place = checkpointAfter(events, place);
};

const register = async (id: string) => {
  const person = { email, firstName, lastName, dateOfBirth, phone: null, externalId: 'x-1' };
  const data = { userId: id, partnerId, ...person, country: 'USA', at: new Date().toISOString() };
  const registered = { type: 'UserRegistered', data } as const;
  await opened.store.transact(users, id, () => [registered], cause);
  await project();
};

/** A verification by a passport of the United States. */
const start = async (verificationId: string) => {
  const about = { verificationId, partnerId, userId, at: new Date().toISOString() };
  const terms = { country: 'US', expiresAt: about.at, documentType: 'passport' as const };
  const data = { ...about, ...terms, verificationType: 'identity' as const };
  const started = () => [{ type: 'VerificationStarted' as const, data }];
  await opened.store.transact(verifications, verificationId, started, cause);
  return about;
};

/** The projector goes on while the command waits for it. */
const erase = async (confirm: string | null, handler = handlerOf(opened)) => {
  const command = new EraseUser(userId, 'a letter', confirm);
  const projecting = setInterval(() => void project(), 20);
  try {
    return await handler.execute(command);
  } finally {
    clearInterval(projecting);
  }
};

const inClear = () =>
  readdirSync(dataDir).flatMap((name) => {
    const bytes = readFileSync(join(dataDir, name));
    return PERSON.filter((text) => bytes.includes(text)).map((text) => `${name}: ${text}`);
  });
const filesWith = (text: string) =>
  readdirSync(dataDir).filter((name) => readFileSync(join(dataDir, name)).includes(text));
const user = async () => {
  const state = await opened.store.load(users, userId);
  return isRegistered(state) ? state : null;
};
const listed = async () =>
  (await opened.rows.page(partnerId, readModels[0]!.tables[0]!, PAGE)).rows;
const PAGE = { offset: 0, limit: 10 };

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'erase-user-'));
  place = BEGINNING;
  opened = await open(dataDir);
  await rebuildOnce(opened.reads, opened.sealed);
  userId = randomUUID();
  await register(userId);
});
afterEach(async () => {
  await opened.close();
  rmSync(dataDir, { recursive: true });
});

describe('erasing a user', () => {
  it('changes nothing in the first step', async () => {
    const { state, confirm, toAsk } = await erase(null);
    expect([state, confirm?.length]).toEqual(['to_confirm', 8]);
    expect(toAsk).toEqual([{ provider: 'identity_provider', ids: [userId] }]);
    expect((await user())?.email).toBe(email);
  });

  it('stays open until a scavenge, where the log is in EventStoreDB', async () => {
    const config = { ...opened.config, eventStoreUrl: 'esdb://localhost:2113' };
    const handler = handlerOf({ ...opened, config });
    const { confirm, toAsk } = await erase(null, handler);
    const scavenge = { provider: 'event-store', ids: [`person-key-${userId}`] };
    expect(toAsk).toContainEqual(scavenge);
    expect((await erase(confirm, handler)).toAsk).toContainEqual(scavenge);
    const open = async () =>
      (await opened.rows.find(null, openErasureTable, {})).map(({ provider }) => provider);
    expect((await open()).toSorted()).toEqual(['event-store', 'identity_provider']);
    const records = new RecordErasureHandler(opened.store);
    await records.execute(new RecordErasure(userId, 'event-store', 'scavenge of 2 March'));
    await project();
    expect(await open()).toEqual(['identity_provider']);
  });

  it('names every record that the identity provider has images of the user in', async () => {
    const about = await start(randomUUID());
    const data = { ...about, providerRef: 'fp_id_passport', documents: [] };
    const uploaded = () => [{ type: 'VerificationDocumentsUploaded' as const, data }];
    await opened.store.transact(verifications, about.verificationId, uploaded, cause);
    const said = { userId, partnerId, messageId: 'm', kind: 'k', at: about.at };
    const reported = { ...said, providerRef: 'fp_id_onboarded' };
    const heard = () => [{ type: 'OnboardingReported' as const, data: reported }];
    await opened.store.transact(onboardings, userId, heard, cause);
    await project();
    const { toAsk } = await erase(null);
    expect(toAsk.flatMap(({ ids }) => ids)).toEqual([userId, 'fp_id_onboarded', 'fp_id_passport']);
  });

  it('wants the code of the first step, of the user as it is', async () => {
    const { confirm } = await erase(null);
    await expect(erase('00000000')).rejects.toMatchObject({ code: 'not_confirmed' });
    const at = '2026-03-16T12:00:00.000Z';
    const data = {
      userId,
      partnerId,
      reason: 'a fraud',
      from: 'pending_verification',
      at,
    } as const;
    const suspended = { type: 'UserSuspended', data } as const;
    await opened.store.transact(users, userId, () => [suspended], cause);
    await project();
    await expect(erase(confirm)).rejects.toMatchObject({ code: 'not_confirmed' });
  });

  it('is not held up by a partner that changes the user without pause', async () => {
    const updates = new UpdateUserHandler(opened.store, opened.rows);
    const caller = { partnerId, partnerUserId: randomUUID(), requestId: 'r' };
    const change = (firstName: string) =>
      updates.execute(new UpdateUser(caller, userId, { firstName }));
    let isOver = false;
    // Few enough that a quick machine makes no hundred of them.
    const changing = async () => {
      for (let n = 0; !isOver; n++) await change(`Ada ${n}`).then(() => pause(8));
    };
    const refused = changing().catch((error: unknown) => error);
    try {
      const { confirm } = await erase(null);
      await change('Grace');
      expect(await erase(confirm)).toMatchObject({ state: 'erased' });
      expect(await refused).toMatchObject({ code: 'user_not_active' });
    } finally {
      isOver = true;
      await refused;
    }
  });

  it('leaves nothing of the person in any file', async () => {
    expect(inClear()).not.toEqual([]);
    expect(inClear().filter((name) => name.startsWith('events'))).toEqual([]);
    const { confirm } = await erase(null);
    expect(await erase(confirm)).toMatchObject({ state: 'erased' });
    expect(inClear()).toEqual([]);
    expect(await user()).toMatchObject({ email: null, status: 'closed' });
  });

  it('takes the country of a verification that was on its way into the list', async () => {
    const { confirm } = await erase(null);
    const { keys } = opened;
    const destroy = keys.destroy.bind(keys);
    const projector = { isSlow: true };
    const goOn = async () => {
      if (!projector.isSlow) await project();
    };
    const late = async (person: string) => {
      await start(randomUUID());
      const open = await behind();
      await destroy(person);
      void pause(100).then(() => project(open).then(() => (projector.isSlow = false)));
    };
    Object.assign(keys, { destroy: late });
    const projecting = setInterval(() => void goOn(), 20);
    try {
      await handlerOf(opened).execute(new EraseUser(userId, 'a letter', confirm));
    } finally {
      clearInterval(projecting);
    }
    const { rows } = await opened.rows.page(partnerId, verificationTable, PAGE);
    expect(rows).toMatchObject([{ userId, country: null }]);
  });

  it('leaves nothing of the person in read models that were being filled', async () => {
    const rebuild = new Rebuild(opened.reads, opened.sealed);
    await opened.reads.requestRebuild();
    const { generation } = await rebuild.begin(1);
    const goOn = async () => {
      const { signal } = new AbortController();
      for await (const _ of rebuild.follow(generation, signal)) return;
    };
    await goOn();
    const { confirm } = await erase(null);
    const state = { isOver: false };
    const erasing = erase(confirm).finally(() => (state.isOver = true));
    while (!state.isOver) await pause(100).then(goOn);
    expect(await erasing).toMatchObject({ state: 'erased' });
    expect(inClear()).toEqual([]);
  });

  it('leaves nothing of the key in any file', async () => {
    const wrapped = (await opened.log.keys.find([userId])).get(userId) ?? '';
    expect(filesWith(wrapped)).not.toEqual([]);
    await erase((await erase(null)).confirm);
    expect(filesWith(wrapped)).toEqual([]);
  });

  it('holds in a process that has had the user open', async () => {
    const other = await open(dataDir);
    expect(await other.store.load(users, userId)).toMatchObject({ email });
    await erase((await erase(null)).confirm);
    expect(await other.store.load(users, userId)).toMatchObject({ email: null });
    const [event] = await other.sealed.read(`user-${userId}`);
    expect(event?.data).toMatchObject({ userId, email: null });
    await other.close();
  });

  it.each<[string, (parts: Opened) => void]>([
    ['before the key went', ({ keys }) => Object.assign(keys, { destroy: dies })],
    ['before its rows were cleared', ({ engine }) => Object.assign(engine, { scrub: dies })],
  ])('that died %s is whole when it is given again', async (_, harm) => {
    const { confirm } = await erase(null);
    const dying = await open(dataDir);
    harm(dying);
    await expect(erase(confirm, handlerOf(dying))).rejects.toThrow('died');
    await dying.close();
    expect((await user())?.email).toBeNull();
    expect(await erase(null)).toMatchObject({ state: 'erased' });
    expect(inClear()).toEqual([]);
  });

  it('that died before the key went is done by whichever process starts next', async () => {
    const { confirm } = await erase(null);
    const dying = await open(dataDir);
    Object.assign(dying.keys, { destroy: dies });
    await expect(erase(confirm, handlerOf(dying))).rejects.toThrow('died');
    await dying.close();
    await (await open(dataDir)).close();
    expect([...(await opened.log.keys.find([userId]))]).toEqual([[userId, null]]);
  });

  it('is done again when a backup from before it is put back', async () => {
    const backup = join(dataDir, '..', `${userId}.db`);
    const file = join(dataDir, 'events.db');
    await backUpLog(file, backup, { force: false, onProgress: () => undefined });
    await erase((await erase(null)).confirm);
    await opened.close();
    expect(restoreLog(backup, file, new Date())).toMatchObject({ erasedAgain: 1 });
    rmSync(backup);
    opened = await open(dataDir);
    expect(await opened.store.load(users, userId)).toMatchObject({ email: null });
  });

  it('shows null in the list', async () => {
    await erase((await erase(null)).confirm);
    await project();
    expect(JSON.stringify(await listed())).not.toMatch(/Przybylski|Wilhelmine/);
  });
});

const dies = () => Promise.reject(new Error('died'));

it('an export has what was written a moment ago', async () => {
  const { verificationId } = await start(randomUUID());
  const { store, records, rows, sealed } = opened;
  const readYourWrites = { afterWrites: () => project() } as unknown as ReadYourWrites;
  const handler = new ExportUserHandler(store, records, rows, sealed, readYourWrites);
  const held = await handler.execute(new ExportUser(userId));
  const stream = `verification-${verificationId}`;
  expect(held.events).toContainEqual(
    expect.objectContaining({ stream, type: 'VerificationStarted' }),
  );
});
