import {
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
  ValidateIf,
  type ValidationOptions,
} from 'class-validator';
import { EMAIL_UNITS_MAX, isCleanText, isEmailAddress, isPlainText } from './clean-text.js';
import { note } from './contract-notes.js';

/** Code of a failed constraint, and whether it concerns the shape (400) or the content (422). */
export type Meaning = { readonly code: string; readonly shape: boolean };

export type FieldRules = {
  readonly optional?: boolean;
  /** Description in the OpenAPI document, and a valid example. */
  readonly about?: string;
  readonly example?: unknown;
};

/** The subset of JSON Schema that fields use. */
export type FieldSchema = {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array';
  readonly items?: { readonly type: 'string'; readonly enum: string[] };
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly enum?: string[];
};

/**
 * Decorator for a field of a request body or query. Declares its validation and its OpenAPI
 * description. Absent optional fields pass, but `null` does not. Constraints run in the given
 * order, and only the first failure is reported.
 */
export const field =
  (
    { optional = false, about, example }: FieldRules,
    schema: FieldSchema,
    ...decorators: readonly PropertyDecorator[]
  ): PropertyDecorator =>
  (target, property) => {
    const described = about === undefined ? {} : { description: about };
    const shown = example === undefined ? {} : { examples: [example] };
    const options = { ...schema, ...described, ...shown, required: !optional };
    note({ target, property, kind: 'field', options });
    if (optional) ValidateIf((_, value: unknown) => value !== undefined)(target, property);
    for (const decorator of decorators) decorator(target, property);
  };

export const shape = (detail: string): ValidationOptions => ({
  message: detail,
  context: { code: 'type_invalid', shape: true } satisfies Meaning,
});

export const content = (code: string, detail: string): ValidationOptions => ({
  message: detail,
  context: { code, shape: false } satisfies Meaning,
});

const isText = IsString(shape('must be a string'));

const isClean = ValidateBy(
  { name: 'isCleanText', validator: { validate: isCleanText } },
  content('text_invalid', 'must be whole Unicode text without control or invisible characters'),
);

const hasLength = (min: number, max: number, code = 'length_invalid') => {
  const bad = content(code, `must have ${min} to ${max} characters`);
  return [MinLength(min, bad), MaxLength(max, bad)];
};

type TextRules = FieldRules & {
  /** Default 1, so that a required text is not empty. */
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** Code and detail for a text that does not match the pattern. */
  readonly code?: string;
  readonly detail?: string;
};

export const TextField = ({ min = 1, max = 255, pattern, code, detail, ...rest }: TextRules = {}) =>
  field(
    rest,
    {
      type: 'string',
      ...(min === 0 ? {} : { minLength: min }),
      maxLength: max,
      ...(pattern === undefined ? {} : { pattern: pattern.source }),
    },
    isText,
    isClean,
    ...hasLength(min, max, code),
    ...(pattern === undefined
      ? []
      : [Matches(pattern, content(code ?? 'format_invalid', detail ?? `must match ${pattern}`))]),
  );

const EXTERNAL_ID_MAX = 50;

/** A partner's own id of an object. Ids that look alike are equal. */
export const ExternalIdField = (rules: FieldRules = {}) =>
  field(
    rules,
    { type: 'string', minLength: 1, maxLength: EXTERNAL_ID_MAX },
    isText,
    ...hasLength(1, EXTERNAL_ID_MAX),
    ValidateBy(
      { name: 'isPlainText', validator: { validate: isPlainText } },
      content(
        'text_invalid',
        'must be composed text (NFC) without hidden characters, or spaces at its ends',
      ),
    ),
  );

/** Text of several lines, for example a file. The handler validates its content. */
export const LinesField = ({ max, ...rules }: FieldRules & { readonly max: number }) =>
  field(rules, { type: 'string', minLength: 1, maxLength: max }, isText, ...hasLength(1, max));

/** Any clean text, including the empty one. */
export const StringField = (rules: FieldRules = {}) =>
  field(rules, { type: 'string' }, isText, isClean);

/** Id of an object. A malformed id results in 404, not in 422. */
export const IdField = (rules: FieldRules = {}) =>
  field(rules, { type: 'string', format: 'uuid' }, isText);

export const EmailField = (rules: FieldRules = {}) =>
  field(
    rules,
    { type: 'string', format: 'email', maxLength: EMAIL_UNITS_MAX },
    isText,
    isClean,
    MaxLength(
      EMAIL_UNITS_MAX,
      content('email_invalid', `must have at most ${EMAIL_UNITS_MAX} characters`),
    ),
    ValidateBy(
      { name: 'isEmail', validator: { validate: isEmailAddress } },
      content('email_invalid', 'must be an e-mail address'),
    ),
  );

type WholeRules = FieldRules & { readonly min: number; readonly max: number };

export const WholeField = ({ min, max, ...rules }: WholeRules) => {
  const bad = content('number_invalid', `must be a whole number, ${min} to ${max}`);
  return field(
    rules,
    { type: 'integer', minimum: min, maximum: max },
    IsNumber({ allowNaN: false, allowInfinity: false }, shape('must be a number')),
    IsInt(bad),
    Min(min, bad),
    Max(max, bad),
  );
};

export const FlagField = (rules: FieldRules = {}) =>
  field(rules, { type: 'boolean' }, IsBoolean(shape('must be true or false')));

export const WordField = (words: readonly string[], code: string, rules: FieldRules = {}) =>
  field(
    rules,
    { type: 'string', enum: [...words] },
    isText,
    IsIn(words, content(code, `must be one of: ${words.join(', ')}`)),
  );

/** A list of different words. It may be empty. */
export const WordListField = (words: readonly string[], code: string, rules: FieldRules = {}) =>
  field(
    rules,
    {
      type: 'array',
      items: { type: 'string', enum: [...words] },
      maxItems: words.length,
      uniqueItems: true,
    },
    IsArray(shape('must be a list of strings')),
    IsString({ each: true, ...shape('must be a list of strings') }),
    IsIn(words, { each: true, ...content(code, `must have only these: ${words.join(', ')}`) }),
    ArrayUnique(content(code, 'must have each of them once')),
  );
