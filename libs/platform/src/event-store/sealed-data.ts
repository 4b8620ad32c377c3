import { type KeyObject, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ownValue } from '../core/own-value.js';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** A shorter tag would be accepted otherwise, and can be forged. */
const TAG = { authTagLength: TAG_BYTES };

/** Beside the plain fields of an event's data; no field of an event can be called so. */
const PLACE = '$personal';

/** What tells one event from every other: a box that was moved elsewhere does not open. */
export type Place = { readonly stream: string; readonly id: string; readonly type: string };

/** Whose the personal fields are, which they are, and what they hold, unless the key is gone. */
export type Sealed = {
  readonly of: string;
  readonly fields: readonly string[];
  /** Base64url of iv, tag and cipher text of the values as JSON, in the order of `fields`. */
  readonly box?: string;
};

type Data = Readonly<Record<string, unknown>>;

/** The event's data with all its personal fields in one box; without a key what they hold is lost. */
export const sealData = (
  data: Data,
  { of, fields }: Pick<Sealed, 'of' | 'fields'>,
  key: KeyObject | null,
  place: Place,
): Data => {
  const present = fields.filter((field) => ownValue(data, field) !== undefined);
  if (present.length === 0) return data;
  const plain = Object.fromEntries(
    Object.entries(data).filter(([name]) => !present.includes(name)),
  );
  const sealed: Sealed = { of, fields: present };
  if (key === null) return { ...plain, [PLACE]: sealed };
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, TAG).setAAD(boundTo(sealed, place));
  const values = JSON.stringify(present.map((field) => ownValue(data, field)));
  const body = Buffer.concat([cipher.update(values, 'utf8'), cipher.final()]);
  const box = Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
  return { ...plain, [PLACE]: { ...sealed, box } };
};

/** Null for data without a box. */
export const sealedIn = (data: unknown): Sealed | null =>
  typeof data === 'object' && data !== null && PLACE in data ? (data[PLACE] as Sealed) : null;

/** The data with its personal fields null. */
export const withNulls = (data: unknown, { fields }: Sealed): Data => ({
  ...without(data),
  ...Object.fromEntries(fields.map((field) => [field, null])),
});

/**
 * The data as it was appended. Where the box is not of this event, or was changed, the fields are
 * missing: no schema takes that, so whoever parses the event parks it, and the log goes on.
 */
export const openData = (data: unknown, sealed: Sealed, key: KeyObject, place: Place): Data => {
  const bytes = Buffer.from(sealed.box ?? '', 'base64url');
  const plain = without(data);
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), TAG)
      .setAAD(boundTo(sealed, place))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const body = bytes.subarray(IV_BYTES + TAG_BYTES);
    const text = Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    const values = JSON.parse(text) as readonly unknown[];
    return { ...plain, ...Object.fromEntries(sealed.fields.map((name, i) => [name, values[i]])) };
  } catch {
    return plain;
  }
};

const without = (data: unknown): Data => {
  const { [PLACE]: _, ...plain } = data as Record<string, unknown>;
  return plain;
};

const boundTo = ({ of, fields }: Sealed, { stream, id, type }: Place): Buffer =>
  Buffer.from(JSON.stringify([stream, id.toLowerCase(), type, of, ...fields]));
