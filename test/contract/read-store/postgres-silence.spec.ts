import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { PostgresEngine } from '#read-models/postgres-engine.js';
import { type TestPostgres, startPostgres } from '../../support/postgres.js';
import { TcpProxy } from '../../support/tcp-proxy.js';

let postgres: TestPostgres;
let link: TcpProxy;
let engine: PostgresEngine;

beforeAll(async () => {
  postgres = await startPostgres();
  const url = new URL(await postgres.database());
  link = await TcpProxy.open(Number(url.port));
  url.port = String(link.port);
  engine = PostgresEngine.open(url.href);
});
afterAll(async () => {
  await engine.close();
  await link.close();
  await postgres.stop();
});

const ask = () => sql`select 1`.execute(engine.db);
const write = () => engine.write((tx) => sql`select 1`.execute(tx.db));

it.each([
  ['a statement', ask],
  ['a transaction', write],
])('a connection on which %s timed out is not used again', async (_, once) => {
  await once();
  link.inject({ kind: 'half-open' });
  await expect(once()).rejects.toThrow('Query read timeout');
  link.inject(null);
  await expect(once()).resolves.toBeDefined();
});
