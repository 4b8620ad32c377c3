import type { SqlEngine } from './sql-engine.js';

/** Values as SQLite keeps them: a UUID is 16 bytes, a time milliseconds. */
export const sqliteCodec: Pick<SqlEngine, 'encode' | 'decode'> = {
  encode: (type, value) => {
    if (value === null) return null;
    switch (type) {
      case 'uuid':
        return bytesOf(String(value));
      case 'time':
        return BigInt(Date.parse(String(value)));
      case 'text':
      case 'integer':
        return value;
    }
  },
  decode: (type, raw) => {
    if (raw === null || raw === undefined) return null;
    switch (type) {
      case 'uuid':
        return uuidOf(raw as Buffer);
      case 'time':
        return new Date(Number(raw)).toISOString();
      case 'text':
      case 'integer':
        return raw as string | bigint;
    }
  },
};

const [UUID_LENGTH, UUID_BYTES] = [36, 16];

/** @throws {RangeError} for what is no UUID. */
const bytesOf = (text: string): Buffer => {
  const bytes = Buffer.from(text.replaceAll('-', ''), 'hex');
  if (text.length === UUID_LENGTH && bytes.length === UUID_BYTES) return bytes;
  throw new RangeError('a UUID is asked for');
};

const uuidOf = (bytes: Buffer): string => {
  const hex = bytes.toString('hex');
  const [time, rest] = [hex.slice(0, 16), hex.slice(16)];
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-${time.slice(12)}-${rest.slice(0, 4)}-${rest.slice(4)}`;
};
