import {
  IsEmail,
  IsIn,
  IsNumber,
  IsString,
  Matches,
  MaxLength,
  MinLength,
  ValidateIf,
  type ValidationOptions,
} from 'class-validator';

/** What a failed constraint means: its code, and whether the shape (400) or the content (422) is wrong. */
export type Meaning = { readonly code: string; readonly shape: boolean };

type Presence = { readonly optional?: boolean };

/**
 * Decorators for request bodies and queries. Absent optional fields pass; `null` never does.
 * A field's constraints are judged in the order written here; its first failure is reported.
 */
const field =
  (
    { optional = false }: Presence,
    ...decorators: readonly PropertyDecorator[]
  ): PropertyDecorator =>
  (target, property) => {
    if (optional) ValidateIf((_, value: unknown) => value !== undefined)(target, property);
    for (const decorator of decorators) decorator(target, property);
  };

const shape = (detail: string): ValidationOptions => ({
  message: detail,
  context: { code: 'type_invalid', shape: true } satisfies Meaning,
});

export const content = (code: string, detail: string): ValidationOptions => ({
  message: detail,
  context: { code, shape: false } satisfies Meaning,
});

type TextRules = Presence & {
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
    IsString(shape('must be a string')),
    MinLength(min, content(code ?? 'length_invalid', `must have ${min} to ${max} characters`)),
    MaxLength(max, content(code ?? 'length_invalid', `must have ${min} to ${max} characters`)),
    ...(pattern === undefined
      ? []
      : [Matches(pattern, content(code ?? 'format_invalid', detail ?? `must match ${pattern}`))]),
  );

/** Any string: for ids, whose content decides about 404 and not about 422. */
export const StringField = (presence: Presence = {}) =>
  field(presence, IsString(shape('must be a string')));

export const EmailField = (presence: Presence = {}) =>
  field(
    presence,
    IsString(shape('must be a string')),
    MaxLength(254, content('email_invalid', 'must have at most 254 characters')),
    IsEmail({}, content('email_invalid', 'must be an e-mail address')),
  );

export const NumberField = (presence: Presence = {}) =>
  field(presence, IsNumber({ allowNaN: false, allowInfinity: false }, shape('must be a number')));

export const WordField = (words: readonly string[], code: string, presence: Presence = {}) =>
  field(
    presence,
    IsString(shape('must be a string')),
    IsIn(words, content(code, `must be one of: ${words.join(', ')}`)),
  );
