import type { KeyObject } from 'node:crypto';
import { ownValue } from '../core/own-value.js';
import { openText, sealText } from '../core/sealing.js';

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
  const values = JSON.stringify(present.map((field) => ownValue(data, field)));
  const box = sealText(key, values, boundTo(sealed, place));
  return { ...plain, [PLACE]: { ...sealed, box } };
};

/** A box that nobody could have made: it holds what no schema takes. */
const DAMAGED: Sealed = { of: '', fields: [] };

/** Null for data without a box. */
export const sealedIn = (data: unknown): Sealed | null => {
  if (typeof data !== 'object' || data === null || !(PLACE in data)) return null;
  const { of, fields } = (data[PLACE] ?? {}) as Partial<Sealed>;
  const isWhole = typeof of === 'string' && Array.isArray(fields);
  return isWhole ? (data[PLACE] as Sealed) : DAMAGED;
};

/** The data with its personal fields null. */
export const withNulls = (data: unknown, sealed: Sealed): unknown =>
  sealed === DAMAGED
    ? unreadable(data)
    : {
        ...without(data),
        ...Object.fromEntries(sealed.fields.map((field) => [field, null])),
      };

/**
 * The data as it was appended, or what cannot be read where the box is not of this event, or box or key
 * were changed.
 */
export const openData = (
  data: unknown,
  sealed: Sealed,
  key: KeyObject | null,
  place: Place,
): unknown => {
  if (key === null) return unreadable(data);
  try {
    const text = openText(key, sealed.box ?? '', boundTo(sealed, place));
    const values = JSON.parse(text) as readonly unknown[];
    const fields = Object.fromEntries(sealed.fields.map((name, i) => [name, values[i]]));
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

const boundTo = ({ of, fields }: Sealed, { stream, id, type }: Place): string =>
  JSON.stringify([stream, id.toLowerCase(), type, of, ...fields]);
