import { decimalText } from '#kernel/decimal-text.js';
import { type FieldError, malformed } from '#kernel/refused.js';
import { pointerTo } from './json-pointer.js';

declare global {
  interface RawJson {
    readonly rawJSON: string;
  }
  interface JSON {
    /** Returns a value that `stringify` writes as this text. @throws {SyntaxError} */
    rawJSON(text: string): RawJson;
  }
}

/** Levels of objects and arrays. A request of this API needs three. */
const JSON_DEPTH_MAX = 32;
/** Members of one object or array. */
const JSON_MEMBERS_MAX = 1_000;

/** `source`: the text of a primitive value, which the library's declaration lacks. */
type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** A JSON number with all its digits, as plain decimal text. */
export class ExactNumber {
  constructor(readonly text: string) {}
}

/**
 * Parses JSON. Returns an `ExactNumber` for a number that a double cannot represent. @throws
 * {Refused} 400 if the text is not JSON, too deep or too wide
 */
export const parseJson = (text: string): unknown => {
  const value = exactValue(text);
  checkLimits(value, []);
  return value;
};

const exactValue = (text: string): unknown => {
  try {
    return parseWithSource(text, (_name, value, { source }) =>
      typeof value === 'number' && source !== undefined ? exactly(value, source) : value,
    );
  } catch (error) {
    // The pass that keeps the digits is recursive.
    if (error instanceof RangeError) throw tooDeep([]);
    const detail = 'The body is not well-formed JSON';
    throw malformed([{ pointer: '', code: 'json_malformed', detail }], detail);
  }
};

const exactly = (value: number, source: string): number | ExactNumber => {
  const digits = decimalText(source);
  return decimalText(value) === digits ? value : new ExactNumber(digits);
};

const checkLimits = (value: unknown, path: readonly string[]): void => {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return;
  if (path.length >= JSON_DEPTH_MAX) throw tooDeep(path);
  const members = Object.entries(value);
  if (members.length > JSON_MEMBERS_MAX)
    throw malformed([limitError(path, 'json_too_large', `${JSON_MEMBERS_MAX} members`)]);
  for (const [name, member] of members) checkLimits(member, [...path, name]);
};

const tooDeep = (path: readonly string[]) =>
  malformed([limitError(path, 'json_too_deep', `${JSON_DEPTH_MAX} levels`)]);

const limitError = (path: readonly string[], code: string, limit: string): FieldError => ({
  pointer: pointerTo(...path),
  code,
  detail: `must have at most ${limit}`,
});
