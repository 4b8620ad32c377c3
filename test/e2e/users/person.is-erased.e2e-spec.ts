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
/** Where the command dies, in the order in which it goes on. */
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
/** Every total, deposit and order of the partner, and the statements of its periods. */
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
/** Closes the period with what was deposited, so that there is a statement that is final. */
const settled = async () => {
  const { id } = service.demo.partner;
  const { stdout } = await opsHere(service, 'settlement', 'cut-off', '--partner', id, '--json');
  const path = `/v1/settlements/${String((JSON.parse(stdout) as Json)['id'])}`;
  await client.until(path, ({ closedAt }) => closedAt !== null);
};

/** Whoever opened anything of anybody meanwhile would fail. */
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

/** Another machine, on which nothing is yet. */
const elsewhere = (): Service => {
  const DATA_DIR = mkdtempSync(join(points, 'machine-'));
  return Object.assign(Object.create(service) as Service, { env: { ...service.env, DATA_DIR } });
};

/** Files of the service that hold any of these texts; the providers' and the demo's are not its own. */
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

describe('what tells of a person', () => {
  it('is in no file of the service but the read models', () => {
    expect(person.length).toBeGreaterThan(3);
    expect(filesWith(person, ['read-models.db', 'read-models.db-wal'])).toEqual([]);
  });

  it('is opened by no deposit and by no order', () =>
    withBrokenKeys(async () => {
      const { status } = await client.get(`/v1/users/${userId}`);
      expect(status).toBeGreaterThanOrEqual(500);
      await deposited();
      await bought();
    }));

  it('is given out with all that is held', async () => {
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

  it('is refused while records are to be kept', async () => {
    Object.assign(service.env, { RETENTION_YEARS: '6' });
    expect((await erase()).stderr).toContain('records are kept until');
    Object.assign(service.env, RETENTION);
  });

  it('wants a second step', async () => {
    await opsHere(service, 'backup', '--to', join(points, 'older.db'));
    const first = JSON.parse((await erase()).stdout) as Json;
    expect(first).toMatchObject({ state: 'to_confirm', toAsk: [{ provider: 'broker' }, {}] });
    expect((await erase('--confirm', 'wrong')).stderr).toContain('first step');
    before = await ledgers();
  });

  it('is whole after the second', async () => {
    const { stdout } = await erase(...(await confirm()));
    expect(JSON.parse(stdout)).toMatchObject({ id: userId, state: 'erased' });
  });

  it('leaves nothing of the person in any file', () => expect(filesWith(person)).toEqual([]));

  it('leaves no key', () => expect(keptKey(userId)).toEqual({ wrapped: null }));

  it('leaves every total as it was, to the cent', async () => {
    expect(await ledgers()).toEqual(before);
    expect(before).toMatchObject({ periods: [{}, {}], statements: [{}, { lines: [{}] }] });
    const { code, stdout } = await opsHere(service, 'reconcile', '--json');
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ ok: true })]);
  });

  it('takes no change of who it was', async () =>
    expect(await client.patch(`/v1/users/${userId}`, { firstName: 'Ada' })).toMatchObject({
      status: 409,
      body: { code: 'user_not_active' },
    }));

  it('shows null wherever the person was', async () => {
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

  it('leaves nothing behind in a rebuild', async () => {
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

  it('is done again after a backup from before it was put back', async () => {
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
  it('is put back on a new machine without the person, whom the newest manifest names', async () => {
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
  it('is not put back, unless that is said', async () => {
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

  /** A user without an account, who was verified. */
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

  it.each(STEPS)('at %s is whole when it is given again', async (step) => {
    await dies(step, ...(await begin(step)));
    await isErased();
    await isWhole();
  });

  longIt.each(APPENDS)(
    'at %s of the first event has not begun, or is whole when given again',
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
    'at %s of the event of a verification is whole when it is given again',
    async (step) => {
      await dies('erasure.destroyed', ...(await begin(`kyc-${step}`)));
      await dies(step);
      await isErased();
      await isWhole();
    },
  );
});
