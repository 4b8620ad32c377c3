import { getMetadataStorage } from 'class-validator';
import type { Meaning } from '../fields.js';
import { itemsOf } from '../request-shape.js';

type Constructor = new () => object;

const SHAPE = ['type_invalid', 'field_missing'];

export type FieldError = {
  readonly pointer?: string;
  readonly code: string;
  readonly detail: string;
};

export type RequestCodes = {
  readonly shape: readonly string[];
  readonly content: readonly string[];
  /** Every error that field decorators declare, in the order of the fields. */
  readonly errors: readonly FieldError[];
};

/** Returns the error codes of the fields of request classes, for shape (400) and content (422). */
export const requestCodes = (types: readonly unknown[]): RequestCodes => {
  const found = types.filter(isRequestClass).flatMap((type) => errorsOf(type, ''));
  const codes = (shape: boolean) =>
    found.filter((each) => each.shape === shape).map(({ code }) => code);
  return {
    shape: found.length === 0 ? [] : [...new Set([...SHAPE, ...codes(true)])],
    content: [...new Set(codes(false))],
    errors: found.map(({ shape: _, ...error }) => error),
  };
};

/** Example: `name` and `familyName` must have 1 to 255 characters. */
export const allowedText = (code: string, errors: readonly FieldError[]): string => {
  const mine = errors.filter((each) => each.code === code);
  const details = [...new Set(mine.map(({ detail }) => detail))];
  const sentences = details.map((detail) => {
    const fields = mine
      .filter((each) => each.detail === detail)
      .map(({ pointer }) => nameOf(pointer));
    return `${LIST.format(new Set(fields))} ${detail}.`;
  });
  return sentences.join(' ');
};

/** Converts `/files/0/type` to `files[].type`. */
const nameOf = (pointer = ''): string =>
  `\`${pointer.slice(1).replaceAll('/0/', '[].').replaceAll('/', '.')}\``;

const LIST = new Intl.ListFormat('en-GB');

type Found = FieldError & { readonly shape: boolean };

const errorsOf = (type: Constructor, above: string): Found[] =>
  validationsOf(type).flatMap(({ context, target, propertyName, message }) => {
    const pointer = `${above}/${propertyName}`;
    const prototype = (target as Constructor).prototype as object;
    const nested: unknown = Reflect.getMetadata('design:type', prototype, propertyName);
    const item = itemsOf(prototype).get(propertyName);
    const inner =
      isRequestClass(nested) && nested !== type
        ? errorsOf(nested, pointer)
        : context === undefined && item !== undefined
          ? errorsOf(item, `${pointer}/0`)
          : [];
    if (!isMeaning(context)) return inner;
    const { code, shape } = context;
    return [{ pointer, code, shape, detail: String(message) }, ...inner];
  });

const isMeaning = (context: unknown): context is Meaning =>
  typeof context === 'object' && context !== null && 'code' in context && 'shape' in context;

const isRequestClass = (type: unknown): type is Constructor =>
  typeof type === 'function' && validationsOf(type as Constructor).length > 0;

const validationsOf = (type: Constructor) =>
  getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
