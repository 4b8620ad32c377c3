import type { KeyObject } from 'node:crypto';
import { ownValue } from '#kernel/own-value.js';
import { decryptText, encryptText } from './text-encryption.js';

/** Beside the plain fields of an event's data; no field of an event can be called so. */
const PLACE = '$personal';

/** Identity of an event. A ciphertext is bound to it and does not decrypt in another event. */
export type Place = { readonly stream: string; readonly id: string; readonly type: string };

/**
 * Person, names and values of the personal fields. Values are missing after the destruction of the
 * key.
 */
export type Ciphertext = {
  readonly of: string;
  readonly fields: readonly string[];
  /** Base64url of iv, tag and cipher text of the values as JSON, in the order of `fields`. */
  readonly box?: string;
};

type Data = Readonly<Record<string, unknown>>;

/** The event's data with all its personal fields in one box; without a key what they hold is lost. */
export const encryptFields = (
  data: Data,
  { of, fields }: Pick<Ciphertext, 'of' | 'fields'>,
  key: KeyObject | null,
  place: Place,
): Data => {
  const present = fields.filter((field) => ownValue(data, field) !== undefined);
  if (present.length === 0) return data;
  const plain = Object.fromEntries(
    Object.entries(data).filter(([name]) => !present.includes(name)),
  );
  const ciphertext: Ciphertext = { of, fields: present };
  if (key === null) return { ...plain, [PLACE]: ciphertext };
  const values = JSON.stringify(present.map((field) => ownValue(data, field)));
  const box = encryptText(key, values, boundTo(ciphertext, place));
  return { ...plain, [PLACE]: { ...ciphertext, box } };
};

/** A box that nobody could have made: it holds what no schema takes. */
const DAMAGED: Ciphertext = { of: '', fields: [] };

/** Null for data without a box. */
export const ciphertextIn = (data: unknown): Ciphertext | null => {
  if (typeof data !== 'object' || data === null || !(PLACE in data)) return null;
  const { of, fields } = (data[PLACE] ?? {}) as Partial<Ciphertext>;
  const isWhole = typeof of === 'string' && Array.isArray(fields);
  return isWhole ? (data[PLACE] as Ciphertext) : DAMAGED;
};

/** The data with its personal fields null. */
export const withNulls = (data: unknown, ciphertext: Ciphertext): unknown =>
  ciphertext === DAMAGED
    ? unreadable(data)
    : {
        ...without(data),
        ...Object.fromEntries(ciphertext.fields.map((field) => [field, null])),
      };

/**
 * The data as it was appended, or what cannot be read where the box is not of this event, or box or key
 * were changed.
 */
export const decryptFields = (
  data: unknown,
  ciphertext: Ciphertext,
  key: KeyObject | null,
  place: Place,
): unknown => {
  if (key === null) return unreadable(data);
  try {
    const text = decryptText(key, ciphertext.box ?? '', boundTo(ciphertext, place));
    const values = JSON.parse(text) as readonly unknown[];
    const fields = Object.fromEntries(ciphertext.fields.map((name, i) => [name, values[i]]));
    return { ...without(data), ...fields };
  } catch {
    return unreadable(data);
  }
};

/** No schema takes a text, so whoever parses the event parks it, and the log goes on. */
const unreadable = (data: unknown): string => JSON.stringify(data);

const without = (data: unknown): Data => {
  const { [PLACE]: _, ...plain } = data as Record<string, unknown>;
  return plain;
};

const boundTo = ({ of, fields }: Ciphertext, { stream, id, type }: Place): string =>
  JSON.stringify([stream, id.toLowerCase(), type, of, ...fields]);
