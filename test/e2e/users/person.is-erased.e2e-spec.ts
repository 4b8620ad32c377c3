import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import { accountOfUser } from '../../support/ledger.js';
import { LONG, longIt } from '../../support/long.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { opsHere } from '../../support/ops-here.js';
import { type Json, PartnerClient, Service } from '../../support/service.js';

const FAMILY = 'Quintessenz-Przybylski';
const EMAIL = `q-${randomUUID()}@users.example`;
/** Crash points of the command, in order. */
const STEPS = [
  'erasure.overwritten',
  ...(LONG ? ['erasure.recorded', 'erasure.listed', 'erasure.destroyed'] : []),
  ...(LONG ? ['erasure.told', 'erasure.shown', 'erasure.scrubbed'] : []),
];
const APPENDS = ['log.appending', 'log.appended'];
const RETENTION = { RETENTION_YEARS: '0' };

const points = mkdtempSync(join(tmpdir(), 'brokerage-erasure-'));
let service: Service;
let client: PartnerClient;
let userId: string;
let person: readonly string[];
let before: unknown;

const done = (word: string) => (body: Json) => body['status'] === word;
const bodyOf = async (path: string) => (await client.get(path)).body;
/** Returns all totals, deposits, orders and statements of the partner. */
const ledgers = async () => {
  const [settled, deposits, orders] = await Promise.all(
    ['/v1/settlements', '/v1/funding', '/v1/orders'].map(bodyOf),
  );
  const periods = settled!['settlements'] as Json[];
  const statements = periods.map(({ id }) => bodyOf(`/v1/settlements/${String(id)}/statement`));
  return { periods, deposits, orders, statements: await Promise.all(statements) };
};
const deposited = async () => {
  const wanted = { userId, direction: 'DEPOSIT', amount: '500.00', externalId: randomUUID() };
  const { body } = await client.post('/v1/funding', wanted);
  await client.until(`/v1/funding/${String(body['id'])}`, done('completed'));
};
const bought = async () => {
  const wanted = { userId, symbol: 'AAPL', amount: 10, side: 'buy', externalId: randomUUID() };
  const { body } = await client.post('/v1/orders', wanted);
  await client.until(`/v1/orders/${String(body['id'])}`, done('filled'));
};
/** Closes the period with the deposits, so that a final statement exists. */
const settled = async () => {
  const { id } = service.demo.partner;
  const { stdout } = await opsHere(service, 'settlement', 'cut-off', '--partner', id, '--json');
  const path = `/v1/settlements/${String((JSON.parse(stdout) as Json)['id'])}`;
  await client.until(path, ({ closedAt }) => closedAt !== null);
};

/** Removes the keys, so that every decryption would fail. */
const withBrokenKeys = async (work: () => Promise<void>): Promise<void> => {
  const db = new Database(join(service.dataDir, 'events.db'));
  const change = (sql: string) => db.prepare(sql).run().changes;
  try {
    expect(change("UPDATE person_keys SET wrapped = 'no ' || wrapped")).toBeGreaterThan(1);
    await work();
  } finally {
    change("UPDATE person_keys SET wrapped = substr(wrapped, 4) WHERE wrapped LIKE 'no %'");
    db.close();
  }
};
const ERASE = ['user', 'erase', '--json', '--reason', 'a letter'];
const erase = (...more: string[]) => opsHere(service, ...ERASE, '--user', userId, ...more);
const confirm = async () => {
  const { stdout } = await erase();
  return ['--confirm', String((JSON.parse(stdout) as Json)['confirm'])];
};

const keptKey = (id: string, dataDir = service.dataDir) => {
  const db = new Database(join(dataDir, 'events.db'), { readonly: true });
  try {
    return db.prepare('SELECT wrapped FROM person_keys WHERE person = ?').get(id);
  } finally {
    db.close();
  }
};

/** A new, empty machine. */
const elsewhere = (): Service => {
  const DATA_DIR = mkdtempSync(join(points, 'machine-'));
  return Object.assign(Object.create(service) as Service, { env: { ...service.env, DATA_DIR } });
};

/** Returns the service's files that contain any of these texts, without files of the sandbox and the demo. */
const filesWith = (texts: readonly string[], but: readonly string[] = []): string[] =>
  readdirSync(service.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !/^(sandbox|demo|secrets)/.test(relative(service.dataDir, file)))
    .filter((file) => !but.some((name) => file.endsWith(name)))
    .flatMap((file) => {
      const bytes = readFileSync(file);
      const found = texts.filter((text) => bytes.includes(text));
      return found.length === 0 ? [] : [`${relative(service.dataDir, file)}: ${found.join()}`];
    });

beforeAll(async () => {
  service = await Service.start(RETENTION);
  client = await PartnerClient.logIn(service);
  userId = await onboardedUser(service, client, { familyName: FAMILY, email: EMAIL });
  await deposited();
  await bought();
  await settled();
  const profile = await bodyOf(`/v1/onboarding/${userId}/trader-profile`);
  person = [
    ...[FAMILY, EMAIL, String(profile['residentialAddress']), String(profile['phone'])],
    ...[String(profile['dateOfBirth']).slice(0, 10), String(profile['postalCode'])],
  ].filter((text) => text.length > 5);
});
afterAll(async () => {
  rmSync(points, { recursive: true });
  await service.stop();
});

describe('personal data', () => {
  it('is only in the read models, not in other files of the service', () => {
    expect(person.length).toBeGreaterThan(3);
    expect(filesWith(person, ['read-models.db', 'read-models.db-wal'])).toEqual([]);
  });

  it('is not decrypted for deposits and orders', () =>
    withBrokenKeys(async () => {
      const { status } = await client.get(`/v1/users/${userId}`);
      expect(status).toBeGreaterThanOrEqual(500);
      await deposited();
      await bought();
    }));

  it('is exported with all stored data', async () => {
    const { stdout } = await opsHere(service, 'user', 'export', '--user', userId);
    for (const text of person) expect(stdout).toContain(text);
    expect(Object.keys(JSON.parse(stdout) as Json)).toContain('atProviders');
  });
});

describe('an erasure', () => {
  it('is refused while the account is open', async () => {
    const { code, stderr } = await erase();
    expect([code, stderr]).toEqual([1, expect.stringContaining('not closed')]);
  });

  it('is refused under a legal hold', async () => {
    const account = await accountOfUser(service, userId);
    await service.control('POST', `/accounts/${account}`, { status: 'ACCOUNT_CLOSED' });
    const path = `/v1/onboarding/${userId}/trader-profile`;
    await client.until(path, (body) => body['brokerAccountStatus'] === 'ACCOUNT_CLOSED');
    await opsHere(service, 'user', 'hold', '--user', userId, '--reason', 'a court asks');
    expect((await erase()).stderr).toContain('legal hold');
    await opsHere(service, 'user', 'release', '--user', userId, '--reason', 'closed');
  });

  it('is refused while records must be kept', async () => {
    Object.assign(service.env, { RETENTION_YEARS: '6' });
    expect((await erase()).stderr).toContain('records are kept until');
    Object.assign(service.env, RETENTION);
  });

  it('needs a second step', async () => {
    await opsHere(service, 'backup', '--to', join(points, 'older.db'));
    const first = JSON.parse((await erase()).stdout) as Json;
    expect(first).toMatchObject({ state: 'to_confirm', toAsk: [{ provider: 'broker' }, {}] });
    expect((await erase('--confirm', 'wrong')).stderr).toContain('first step');
    before = await ledgers();
  });

  it('is complete after the second step', async () => {
    const { stdout } = await erase(...(await confirm()));
    expect(JSON.parse(stdout)).toMatchObject({ id: userId, state: 'erased' });
  });

  it('removes the person from all files', () => expect(filesWith(person)).toEqual([]));

  it('destroys the key', () => expect(keptKey(userId)).toEqual({ wrapped: null }));

  it('keeps every total to the cent', async () => {
    expect(await ledgers()).toEqual(before);
    expect(before).toMatchObject({ periods: [{}, {}], statements: [{}, { lines: [{}] }] });
    const { code, stdout } = await opsHere(service, 'reconcile', '--json');
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ ok: true })]);
  });

  it('rejects later changes of details', async () =>
    expect(await client.patch(`/v1/users/${userId}`, { firstName: 'Ada' })).toMatchObject({
      status: 409,
      body: { code: 'user_not_active' },
    }));

  it('returns null for personal fields', async () => {
    const profile = await bodyOf(`/v1/onboarding/${userId}/trader-profile`);
    expect(profile).toMatchObject({ legalLastName: null, taxID: null, residentialAddress: null });
    for (const text of person) {
      expect(JSON.stringify(profile)).not.toContain(text);
      const way = await opsHere(service, 'trace', '--json', '--user', userId);
      const held = await opsHere(service, 'user', 'export', '--user', userId);
      expect([way.code, held.code]).toEqual([0, 0]);
      expect(way.stdout + held.stdout).not.toContain(text);
    }
  });

  it('is complete after a rebuild', async () => {
    const { code } = await opsHere(service, 'rebuild', '--projection', 'user-list');
    expect(code).toBe(0);
    expect(filesWith(person)).toEqual([]);
  });

  it('frees the e-mail', async () => {
    const again = { name: 'New', familyName: 'Person', email: EMAIL, countryCode: 'USA' };
    const { status, body } = await client.post('/v1/user', again);
    expect([status, body['email']]).toEqual([201, EMAIL]);
    expect(body['id']).not.toBe(userId);
  });

  it('is repeated after an earlier backup was restored', async () => {
    await service.goDown();
    const from = join(points, 'older.db');
    const { code, stdout } = await opsHere(service, 'restore', '--json', '--from', from);
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ erasedAgain: 1 })]);
    expect(keptKey(userId)).toEqual({ wrapped: null });
    await service.comeUp();
    client = await PartnerClient.logIn(service);
    const { body } = await client.get(`/v1/users/${userId}`);
    expect(body).toMatchObject({ email: null, firstName: null });
  });
});

describe('a backup from before an erasure', () => {
  it('is restored on a new machine without the person in the newest manifest', async () => {
    const [older, newest] = ['older.db', 'newest.db'].map((name) => join(points, name)) as [
      string,
      string,
    ];
    await opsHere(service, 'backup', '--to', newest);
    const there = elsewhere();
    const args = ['--json', '--from', older, '--erased', `${newest}.manifest.json`];
    const { code, stdout } = await opsHere(there, 'restore', ...args);
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ erasedAgain: 1 })]);
    expect(keptKey(userId, there.env['DATA_DIR'])).toEqual({ wrapped: null });
  });
});

describe('a backup that is too old', () => {
  it('is restored only with an explicit option', async () => {
    const from = join(points, 'expired.db');
    copyFileSync(join(points, 'older.db'), from);
    const manifest = { at: '2020-01-01T00:00:00.000Z', erased: [] };
    writeFileSync(`${from}.manifest.json`, JSON.stringify(manifest));
    const there = elsewhere();
    const refused = await opsHere(there, 'restore', '--from', from);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('BACKUP_DAYS')]);
    expect((await opsHere(there, 'restore', '--from', from, '--expired')).code).toBe(0);
  });
});

describe('an erasure that dies', () => {
  let who: { readonly id: string; readonly texts: readonly string[]; readonly args: string[] };

  /** Creates a verified user without an account. */
  const begin = async (step: string) => {
    const [familyName, email] = [`${FAMILY}-${step}`, `${step}-${EMAIL}`];
    const named = { name: 'Wilhelmine', familyName, email, countryCode: 'USA' };
    const { body: user } = await client.post('/v1/user', named);
    const id = String(user['id']);
    const kyc = { userId: id, verificationType: 'identity', documentType: 'passport' };
    await client.post('/v1/auth/verify', { ...kyc, country: 'US' });
    who = { id, texts: [familyName, email], args: [...ERASE, '--user', id] };
    return ['--confirm', String((await again())['confirm'])];
  };
  const again = async () => JSON.parse((await opsHere(service, ...who.args)).stdout) as Json;
  const dies = async (at: string, ...more: string[]) => {
    writeFileSync(join(points, `ops.${at}`), '');
    service.env['CRASH_POINTS'] = points;
    const died = await service.ops(...who.args, ...more);
    delete service.env['CRASH_POINTS'];
    expect(existsSync(join(points, `ops.${at}`))).toBe(false);
    expect(died.stdout).not.toContain('erased');
  };
  const isErased = async () => {
    const { body } = await client.get(`/v1/users/${who.id}`);
    expect(body).toMatchObject({ email: null, lastName: null, status: 'closed' });
  };
  const isWhole = async () => {
    expect(await again()).toMatchObject({ id: who.id, state: 'erased' });
    await isErased();
    expect(keptKey(who.id)).toEqual({ wrapped: null });
    expect(filesWith(who.texts)).toEqual([]);
  };

  it.each(STEPS)('at %s is complete after a repeat', async (step) => {
    await dies(step, ...(await begin(step)));
    await isErased();
    await isWhole();
  });

  longIt.each(APPENDS)(
    'at %s of the first event has not begun, or is complete after a repeat',
    async (step) => {
      const confirmed = await begin(step);
      await dies(step, ...confirmed);
      const { body } = await client.get(`/v1/users/${who.id}`);
      const begun = step === 'log.appended';
      expect(body['email']).toBe(begun ? null : who.texts[1]);
      if (!begun) await opsHere(service, ...who.args, ...confirmed);
      await isWhole();
    },
  );

  longIt.each(APPENDS)(
    'at %s of the event of a verification is complete after a repeat',
    async (step) => {
      await dies('erasure.destroyed', ...(await begin(`kyc-${step}`)));
      await dies(step);
      await isErased();
      await isWhole();
    },
  );
});
