import { expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { SQLITE } from './dialect.js';
import { CachedStatements } from './cached-statements.js';

const ID = '0e4bb1f5-1111-4222-8333-abcdefabcdef';

it('stores a UUID as its 16 bytes, in any case', () => {
  const bytes = SQLITE.encode('uuid', ID) as Buffer;
  expect(bytes.toString('hex')).toBe(ID.replaceAll('-', ''));
  expect(SQLITE.encode('uuid', ID.toUpperCase())).toEqual(bytes);
  expect(SQLITE.decode('uuid', bytes)).toBe(ID);
});

it.each([
  ['too short', ID.slice(1)],
  ['too long', `${ID}0`],
  ['with a letter that is not a digit', ID.replace('f', 'g')],
  ['with a first character that is not a digit', `g${ID.slice(1)}`],
  ['without its dashes', `${ID.replaceAll('-', '')}0000`],
  ['with a character of another alphabet', ID.replace('f', 'ф')],
])('rejects a UUID %s', (_, text) => {
  expect(() => SQLITE.encode('uuid', text)).toThrow(RangeError);
});

it.each([1, 2, 100])('%i keys of a partner are looked up one by one in SQLite', async (count) => {
  const file = new Database(':memory:');
  file.exec(`create table t (partner_id blob not null, ordinal integer not null, id blob not null,
    primary key (partner_id, ordinal), unique (partner_id, id)) strict, without rowid`);
  const db = new Kysely<{ t: { readonly id: string } }>({ dialect: new CachedStatements(file) });
  const keys = Array.from({ length: count }, (_, n) => Buffer.from([n]));
  const wanted = SQLITE.withKeys({ partner: ['partner_id', keys[0]], key: ['id', keys] });
  const { rows: plan } = await sql`explain query plan select * from t where ${wanted}`.execute(db);
  expect(plan).toContainEqual(
    expect.objectContaining({ detail: expect.stringContaining('(partner_id=? AND id=?)') }),
  );
  await db.destroy();
});
