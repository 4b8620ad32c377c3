import type { KeyObject } from 'node:crypto';
import { ownValue } from '#kernel/own-value.js';
import { decryptText, encryptText } from './text-encryption.js';

/** Field of the stored data with the ciphertext. Fields of events have other names. */
const CIPHERTEXT = '$personal';

/** Identity of an event. A ciphertext is bound to it and does not decrypt in another event. */
export type EventIdentity = { readonly stream: string; readonly id: string; readonly type: string };

/**
 * Person, names and values of the personal fields. Values are missing after the destruction of the
 * key.
 */
export type Ciphertext = {
  readonly of: string;
  readonly fields: readonly string[];
  /** Encrypted JSON of the values in the order of `fields`: iv, tag and ciphertext in base64url. */
  readonly box?: string;
};

type Data = Readonly<Record<string, unknown>>;

/** Returns the data with its personal fields encrypted. Without a key it drops their values. */
export const encryptFields = (
  data: Data,
  { of, fields }: Pick<Ciphertext, 'of' | 'fields'>,
  key: KeyObject | null,
  event: EventIdentity,
): Data => {
  const present = fields.filter((field) => ownValue(data, field) !== undefined);
  if (present.length === 0) return data;
  const plain = Object.fromEntries(
    Object.entries(data).filter(([name]) => !present.includes(name)),
  );
  const ciphertext: Ciphertext = { of, fields: present };
  if (key === null) return { ...plain, [CIPHERTEXT]: ciphertext };
  const values = JSON.stringify(present.map((field) => ownValue(data, field)));
  const box = encryptText(key, values, boundTo(ciphertext, event));
  return { ...plain, [CIPHERTEXT]: { ...ciphertext, box } };
};

const DAMAGED: Ciphertext = { of: '', fields: [] };

/** Returns the ciphertext in data, null without one, `DAMAGED` for an invalid one. */
export const ciphertextIn = (data: unknown): Ciphertext | null => {
  if (typeof data !== 'object' || data === null || !(CIPHERTEXT in data)) return null;
  const { of, fields } = (data[CIPHERTEXT] ?? {}) as Partial<Ciphertext>;
  const isWhole = typeof of === 'string' && Array.isArray(fields);
  return isWhole ? (data[CIPHERTEXT] as Ciphertext) : DAMAGED;
};

/** Returns the data with null in its personal fields. */
export const withNulls = (data: unknown, ciphertext: Ciphertext): unknown =>
  ciphertext === DAMAGED
    ? unreadable(data)
    : {
        ...without(data),
        ...Object.fromEntries(ciphertext.fields.map((field) => [field, null])),
      };

/**
 * Returns the data as it was appended. Returns unreadable data if the ciphertext belongs to another
 * event, or if ciphertext or key are damaged.
 */
export const decryptFields = (
  data: unknown,
  ciphertext: Ciphertext,
  key: KeyObject | null,
  event: EventIdentity,
): unknown => {
  if (key === null) return unreadable(data);
  try {
    const text = decryptText(key, ciphertext.box ?? '', boundTo(ciphertext, event));
    const values = JSON.parse(text) as readonly unknown[];
    const fields = Object.fromEntries(ciphertext.fields.map((name, i) => [name, values[i]]));
    return { ...without(data), ...fields };
  } catch {
    return unreadable(data);
  }
};

/** Returns text, which every schema rejects, so that projections quarantine the event. */
const unreadable = (data: unknown): string => JSON.stringify(data);

const without = (data: unknown): Data => {
  const { [CIPHERTEXT]: _, ...plain } = data as Record<string, unknown>;
  return plain;
};

const boundTo = ({ of, fields }: Ciphertext, { stream, id, type }: EventIdentity): string =>
  JSON.stringify([stream, id.toLowerCase(), type, of, ...fields]);
