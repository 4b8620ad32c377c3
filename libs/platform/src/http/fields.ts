import {
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

/** What a failed constraint means: its code, and whether the shape (400) or the content (422) is wrong. */
export type Meaning = { readonly code: string; readonly shape: boolean };

export type FieldRules = {
  readonly optional?: boolean;
  /** The sentence about it in the OpenAPI document, and a value that can be pasted. */
  readonly about?: string;
  readonly example?: unknown;
};

/** JSON Schema of a field, as far as this house needs it. */
export type FieldSchema = {
  readonly type: 'string' | 'number' | 'integer' | 'boolean';
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
 * Decorators for request bodies and queries: one place says what is checked and what the OpenAPI
 * document tells. Absent optional fields pass; `null` never does. A field's constraints are judged
 * in the order written here; its first failure is reported.
 */
export const field =
  (
    { optional = false, about, example }: FieldRules,
    schema: FieldSchema,
    ...decorators: readonly PropertyDecorator[]
  ): PropertyDecorator =>
  (target, property) => {
    const told = about === undefined ? {} : { description: about };
    const shown = example === undefined ? {} : { examples: [example] };
    const options = { ...schema, ...told, ...shown, required: !optional };
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

const IsCleanText = () =>
  ValidateBy(
    { name: 'isCleanText', validator: { validate: isCleanText } },
    content('text_invalid', 'must be whole Unicode text without control or invisible characters'),
  );

type TextRules = FieldRules & {
  /** Default 1: a required text is not empty. */
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** Code and detail when the pattern does not match. */
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
    IsString(shape('must be a string')),
    IsCleanText(),
    MinLength(min, content(code ?? 'length_invalid', `must have ${min} to ${max} characters`)),
    MaxLength(max, content(code ?? 'length_invalid', `must have ${min} to ${max} characters`)),
    ...(pattern === undefined
      ? []
      : [Matches(pattern, content(code ?? 'format_invalid', detail ?? `must match ${pattern}`))]),
  );

const EXTERNAL_ID_MAX = 50;
const EXTERNAL_ID_LENGTH = `must have 1 to ${EXTERNAL_ID_MAX} characters`;

/** A partner's own id of something: the same text, as people see it, is the same thing. */
export const ExternalIdField = (rules: FieldRules = {}) =>
  field(
    rules,
    { type: 'string', minLength: 1, maxLength: EXTERNAL_ID_MAX },
    IsString(shape('must be a string')),
    MinLength(1, content('length_invalid', EXTERNAL_ID_LENGTH)),
    MaxLength(EXTERNAL_ID_MAX, content('length_invalid', EXTERNAL_ID_LENGTH)),
    ValidateBy(
      { name: 'isPlainText', validator: { validate: isPlainText } },
      content(
        'text_invalid',
        'must be composed text (NFC) without hidden characters, or spaces at its ends',
      ),
    ),
  );

/** Text of several lines, such as a file; who reads it judges its content. */
export const LinesField = ({ max, ...rules }: FieldRules & { readonly max: number }) =>
  field(
    rules,
    { type: 'string', minLength: 1, maxLength: max },
    IsString(shape('must be a string')),
    MinLength(1, content('length_invalid', `must have 1 to ${max} characters`)),
    MaxLength(max, content('length_invalid', `must have 1 to ${max} characters`)),
  );

/** Any clean text, the empty one too. */
export const StringField = (rules: FieldRules = {}) =>
  field(rules, { type: 'string' }, IsString(shape('must be a string')), IsCleanText());

/** The id of an object: one that is no UUID names nothing, so it is 404 and not 422. */
export const IdField = (rules: FieldRules = {}) =>
  field(rules, { type: 'string', format: 'uuid' }, IsString(shape('must be a string')));

export const EmailField = (rules: FieldRules = {}) =>
  field(
    rules,
    { type: 'string', format: 'email', maxLength: EMAIL_UNITS_MAX },
    IsString(shape('must be a string')),
    IsCleanText(),
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
    IsString(shape('must be a string')),
    IsIn(words, content(code, `must be one of: ${words.join(', ')}`)),
  );
