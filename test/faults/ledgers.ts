import { createSecretKey } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { readEncryptionKeys } from '#config/keys.js';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { decryptFields, ciphertextIn } from '#event-log/encryption/encrypted-fields.js';
import type { Stored, StoredEvents } from '../support/esdb-server/stored-events.js';
import { type Service, call } from '../support/service.js';

/** A stored event. The checks use only the service's decryption, no other code of the service. */
export type LoggedEvent = {
  readonly position: number;
  readonly category: string;
  readonly id: string;
  readonly type: string;
  /** Text fields, which are all fields that the checks need. */
  readonly data: Fields;
  readonly partnerId: string;
};

type Fields = { readonly [field: string]: string | undefined };

type Row = Readonly<Record<'stream' | 'id' | 'type' | 'data' | 'metadata', string>> & {
  readonly position: number;
};

/** Returns the wrapped key of a person, or undefined for a person without a key. */
type KeyOf = (person: string) => string | undefined;

/** Returns the events of the SQLite file, without the streams with these ids. */
export const readFileLog = (
  { dataDir, stores }: Service,
  without: ReadonlySet<string>,
): readonly LoggedEvent[] => {
  const db = new Database(join(dataDir, 'events.db'), { readonly: true });
  try {
    const rows = db.prepare<[], Row>('SELECT * FROM events ORDER BY position').iterate();
    const keyOf = db
      .prepare<[string], string>('SELECT wrapped FROM person_keys WHERE person = ?')
      .pluck();
    const opened = openedBy((person) => keyOf.get(person), stores.ENCRYPTION_KEYS);
    return [...rows].filter(({ stream }) => !without.has(idIn(stream))).map(opened);
  } finally {
    db.close();
  }
};

/** Returns the events of the test server, without the streams with these ids. */
export const readServerLog = (
  events: StoredEvents,
  { stores }: Service,
  without: ReadonlySet<string>,
): readonly LoggedEvent[] => {
  const isEvent = ({ stream }: Stored) =>
    !/^(\$|person-key-)/.test(stream) && !without.has(idIn(stream));
  const rows = events.log.filter(isEvent).map(rowOf);
  const keyOf = (person: string): string | undefined => {
    const last = events.stream(`person-key-${person}`).at(-1);
    return last && (JSON.parse(rowOf(last).data) as { wrapped: string }).wrapped;
  };
  return rows.map(openedBy(keyOf, stores.ENCRYPTION_KEYS));
};

const rowOf = ({ stream, id, type, position, data, metadata }: Stored): Row => ({
  ...{ stream, id, type, position: Number(position) },
  data: Buffer.from(data).toString(),
  metadata: Buffer.from(metadata).toString(),
});

const idIn = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

const openedBy = (keyOf: KeyOf, encryptionKeys: string) => {
  const dataOf = opener(keyOf, encryptionKeys);
  return (row: Row): LoggedEvent => eventOf(row, dataOf(row));
};

const eventOf = ({ position, stream, type, metadata }: Row, data: Fields): LoggedEvent => ({
  position,
  category: stream.slice(0, stream.indexOf('-')),
  id: idIn(stream),
  type,
  data,
  partnerId: (JSON.parse(metadata) as { partnerId: string }).partnerId,
});

const opener = (keyOf: KeyOf, encryptionKeys: string) => {
  const ring = new SecretCipher(readEncryptionKeys(encryptionKeys));
  return (row: Row): Fields => {
    const data = JSON.parse(row.data) as Fields;
    const sealed = ciphertextIn(data);
    const wrapped = sealed && keyOf(sealed.of);
    if (!sealed || !wrapped) return data;
    const key = createSecretKey(ring.open(wrapped, `personKey:${sealed.of}`), 'base64');
    return decryptFields(data, sealed, key, row) as Fields;
  };
};

export type Ledger = {
  readonly accounts: readonly {
    id: string;
    email: string;
    status: string;
    blocks: readonly string[];
  }[];
  readonly journals: readonly {
    id: string;
    idempotencyKey: string | null;
    from: string;
    to: string;
    amount: string;
    status: string;
    reversedAt: string | null;
  }[];
  readonly orders: readonly {
    clientOrderId: string;
    symbol: string;
    status: string;
    filledQty: string;
    /** Average price; null before the first fill. */
    filledAvgPrice: string | null;
  }[];
  /** Repeated sends of existing objects. */
  readonly repeats: readonly { kind: string; key: string; count: number }[];
};

export const readLedger = async ({ sandbox }: Service): Promise<Ledger> => {
  const { body: ledger } = await call(sandbox, 'GET', '/control/ledger');
  const { body: repeats } = await call(sandbox, 'GET', '/control/repeats');
  return { ...ledger, ...repeats } as unknown as Ledger;
};

export const toCents = (amount: string): bigint => BigInt(amount.replace('.', ''));
