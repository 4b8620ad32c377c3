import { IsIn, IsString, IsUUID, Length, Matches, ValidateBy } from 'class-validator';
import { isDate } from '#kernel/dates.js';
import { type FieldRules, type Meaning, field, shape } from './fields.js';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;

/** Errors of query parameters always concern the shape (400), because parameters are text. */
const bad = (code: string, detail: string) => ({
  message: detail,
  context: { code, shape: true } satisfies Meaning,
});

type OptionalRules = Omit<FieldRules, 'optional'>;

const isGivenOnce = IsString(shape('must be given once'));

type CountRules = OptionalRules & {
  readonly min: number;
  readonly max: number;
  readonly byDefault: number;
};

/** A whole number in plain digits. Values outside the range are rejected. */
const CountParameter = ({ min, max, byDefault, ...rules }: CountRules) => {
  const detail =
    max === Number.MAX_SAFE_INTEGER
      ? `must be a whole number, ${min} or more`
      : `must be a whole number, ${min} to ${max}`;
  const validate = (value: unknown) => Number(value) >= min && Number(value) <= max;
  return field(
    { ...rules, optional: true },
    { type: 'integer', minimum: min, maximum: max, default: byDefault },
    isGivenOnce,
    Matches(/^\d{1,16}$/, bad('count_invalid', detail)),
    ValidateBy({ name: 'inRange', validator: { validate } }, bad('count_invalid', detail)),
  );
};

export const WordParameter = (words: readonly string[], rules: OptionalRules = {}) =>
  field(
    { ...rules, optional: true },
    { type: 'string', enum: [...words] },
    isGivenOnce,
    IsIn(words, bad('word_unknown', `must be one of: ${words.join(', ')}`)),
  );

/** Several words of an enumeration, separated by commas. */
export const WordsParameter = (words: readonly string[], rules: OptionalRules = {}) => {
  const word = `(?:${words.map((each) => each.replaceAll('.', String.raw`\.`)).join('|')})`;
  const pattern = `^${word}(?:,${word})*$`;
  const detail = `must be some of these, separated by commas: ${words.join(', ')}`;
  return field(
    { ...rules, optional: true },
    { type: 'string', pattern },
    isGivenOnce,
    Matches(new RegExp(pattern), bad('word_unknown', detail)),
  );
};

type TextRules = FieldRules & { readonly max: number };

export const TextParameter = ({ max, ...rules }: TextRules) => {
  const detail = `must have 1 to ${max} characters`;
  return field(
    rules,
    { type: 'string', minLength: 1, maxLength: max },
    isGivenOnce,
    Length(1, max, bad('length_invalid', detail)),
  );
};

/** Id of an object. A malformed id is rejected, unlike in a path or a body. */
export const IdParameter = (rules: OptionalRules = {}) =>
  field(
    { ...rules, optional: true },
    { type: 'string', format: 'uuid' },
    isGivenOnce,
    IsUUID('all', bad('id_invalid', 'must be a UUID')),
  );

/** A day, `YYYY-MM-DD`. */
export const DateParameter = (rules: OptionalRules = {}) =>
  field(
    rules,
    { type: 'string', format: 'date' },
    isGivenOnce,
    ValidateBy(
      { name: 'isDate', validator: { validate: (value) => isDate(String(value)) } },
      bad('date_invalid', 'must be a day that exists, as YYYY-MM-DD'),
    ),
  );

/** Part of a list that has a cursor. Extend it with the filters of the list. */
export class LimitQuery {
  @CountParameter({
    min: 1,
    max: LIMIT_MAX,
    byDefault: LIMIT_DEFAULT,
    about: 'The largest number of objects in the response.',
  })
  readonly limit?: string;
}

/** Page of a list. Extend it with the filters of the list. */
export class PageQuery extends LimitQuery {
  @CountParameter({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    byDefault: 0,
    about: 'Number of objects to skip.',
  })
  readonly offset?: string;
}

export const limitOf = ({ limit }: LimitQuery): number =>
  limit === undefined ? LIMIT_DEFAULT : Number(limit);

export const pageOf = ({ offset, ...rest }: PageQuery) => ({
  limit: limitOf(rest),
  offset: offset === undefined ? 0 : Number(offset),
});
