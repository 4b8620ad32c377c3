import { IsIn, IsString, IsUUID, Length, Matches, ValidateBy } from 'class-validator';
import { type FieldRules, type Meaning, field, shape } from './fields.js';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;

/** Query parameters are text, and whatever is wrong with one is a fault of shape (400). */
const bad = (code: string, detail: string) => ({
  message: detail,
  context: { code, shape: true } satisfies Meaning,
});

type CountRules = Omit<FieldRules, 'optional'> & {
  readonly min: number;
  readonly max: number;
  readonly byDefault: number;
};

/** A whole number in plain digits. Nothing is clamped. */
const CountParameter = ({ min, max, byDefault, ...rules }: CountRules) => {
  const detail =
    max === Number.MAX_SAFE_INTEGER
      ? `must be a whole number, ${min} or more`
      : `must be a whole number, ${min} to ${max}`;
  const validate = (value: unknown) => Number(value) >= min && Number(value) <= max;
  return field(
    { ...rules, optional: true },
    { type: 'integer', minimum: min, maximum: max, default: byDefault },
    IsString(shape('must be given once')),
    Matches(/^\d{1,16}$/, bad('count_invalid', detail)),
    ValidateBy({ name: 'inRange', validator: { validate } }, bad('count_invalid', detail)),
  );
};

/** One of these words. */
export const WordParameter = (words: readonly string[], rules: Omit<FieldRules, 'optional'> = {}) =>
  field(
    { ...rules, optional: true },
    { type: 'string', enum: [...words] },
    IsString(shape('must be given once')),
    IsIn(words, bad('word_unknown', `must be one of: ${words.join(', ')}`)),
  );

type TextRules = FieldRules & { readonly max: number };

/** Any text that is not empty. */
export const TextParameter = ({ max, ...rules }: TextRules) => {
  const detail = `must have 1 to ${max} characters`;
  return field(
    rules,
    { type: 'string', minLength: 1, maxLength: max },
    IsString(shape('must be given once')),
    Length(1, max, bad('length_invalid', detail)),
  );
};

/** The id of an object; unlike in a path or a body, one that is no UUID is refused. */
export const IdParameter = (rules: Omit<FieldRules, 'optional'> = {}) =>
  field(
    { ...rules, optional: true },
    { type: 'string', format: 'uuid' },
    IsString(shape('must be given once')),
    IsUUID('all', bad('id_invalid', 'must be a UUID')),
  );

/** Which part of a list: extend it with the filters of the list. */
export class PageQuery {
  @CountParameter({
    min: 1,
    max: LIMIT_MAX,
    byDefault: LIMIT_DEFAULT,
    about: 'The largest number of objects in the answer.',
  })
  readonly limit?: string;

  @CountParameter({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    byDefault: 0,
    about: 'How many objects to skip.',
  })
  readonly offset?: string;
}

export const pageOf = ({ limit, offset }: PageQuery) => ({
  limit: limit === undefined ? LIMIT_DEFAULT : Number(limit),
  offset: offset === undefined ? 0 : Number(offset),
});
