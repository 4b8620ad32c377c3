import { getMetadataStorage } from 'class-validator';
import type { Meaning } from '../http/fields.js';

type Constructor = new () => object;

const SHAPE = ['type_invalid', 'field_missing'];

export type RequestCodes = {
  readonly shape: readonly string[];
  readonly content: readonly string[];
};

/** With what codes the fields of request classes can be at fault, of shape (400) and content (422). */
export const requestCodes = (types: readonly unknown[]): RequestCodes => {
  const meanings = types.filter(isRequestClass).flatMap((type) => meaningsOf(type));
  const codes = (shape: boolean) =>
    meanings.filter((each) => each.shape === shape).map(({ code }) => code);
  return {
    shape: meanings.length === 0 ? [] : [...new Set([...SHAPE, ...codes(true)])],
    content: [...new Set(codes(false))],
  };
};

const meaningsOf = (type: Constructor): Meaning[] =>
  validationsOf(type).flatMap(({ context, target, propertyName }) => {
    const nested: unknown = Reflect.getMetadata(
      'design:type',
      (target as Constructor).prototype as object,
      propertyName,
    );
    const inner = isRequestClass(nested) && nested !== type ? meaningsOf(nested) : [];
    return isMeaning(context) ? [context, ...inner] : inner;
  });

const isMeaning = (context: unknown): context is Meaning =>
  typeof context === 'object' && context !== null && 'code' in context && 'shape' in context;

const isRequestClass = (type: unknown): type is Constructor =>
  typeof type === 'function' && validationsOf(type as Constructor).length > 0;

const validationsOf = (type: Constructor) =>
  getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
