import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { Config } from '#config/config.js';
import type { Secrets } from './secrets.js';

/** Secrets of a service's settings and key files, and its users' data at the identity provider. */
export const collectOwnSecrets = (secrets: Secrets, config: Config): void => {
  const { broker, identity, encryptionKeys, signingKeys, tls, dataDir } = config;
  const signIns = join(dataDir, 'demo.json');
  if (existsSync(signIns)) secrets.collect(JSON.parse(readFileSync(signIns, 'utf8')));
  secrets.add('the key for the broker', broker.secret);
  secrets.add('the key for the identity provider', identity.secretKey);
  secrets.add('the secret of webhooks', identity.webhookSecret);
  for (const { key } of encryptionKeys) secrets.add('an encryption key', key.toString('base64'));
  for (const { d } of signingKeys) secrets.add('a signing key', d);
  if (tls !== null) secrets.add('the key of TLS', readFileSync(tls.keyFile, 'utf8'));
  for (const { name, value } of toldToTheSandbox(dataDir)) secrets.add(name, value);
};

const toldToTheSandbox = (dataDir: string): { name: string; value: string }[] => {
  const file = join(dataDir, 'sandbox', 'sandbox.db');
  if (!existsSync(file)) return [];
  const database = new SqliteDatabase(file, { readonly: true });
  try {
    return database.prepare<[], { name: string; value: string }>(TOLD).all();
  } finally {
    database.close();
  }
};

const TOLD = `
  SELECT DISTINCT 'a tax id' AS name, body ->> '$.value' AS value FROM vault
    WHERE field = 'id.ssn9'
  UNION SELECT 'an onboarding token', id FROM sessions
  UNION SELECT 'a validation token', validationToken FROM sessions
    WHERE validationToken IS NOT NULL`;
