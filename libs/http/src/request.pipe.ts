import { ownValue } from '#kernel/own-value.js';
import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { type ValidationError, validateSync } from 'class-validator';
import type { Config } from '#config/config.js';
import { type FieldError, malformed, unacceptable } from '#kernel/refused.js';
import type { Meaning } from './fields.js';
import {
  constraintsOf,
  isObject,
  shaped,
  unknownField,
  unknownParameter,
  unwrapNumbers,
} from './request-shape.js';
import { pointerTo } from './json-pointer.js';

/** Validation of a request class across fields or with the configuration. */
export interface SemanticValidator {
  contentErrors(config: Config): readonly FieldError[];
}

/**
 * Validates bodies and queries against their class. Reports all errors of shape first, as 400,
 * otherwise all errors of content, as 422. Never coerces values.
 */
@Injectable()
export class RequestPipe implements PipeTransform {
  constructor(private readonly config: Config) {}

  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'body' && type !== 'query') return value;
    if (metatype === undefined || metatype === Object) return value;
    if (!isObject(value))
      throw malformed([{ pointer: '', code: 'type_invalid', detail: 'must be a JSON object' }]);
    const unknown = type === 'query' ? unknownParameter : unknownField;
    const { request, errors: unexpected } = shaped(metatype as new () => object, value, unknown);
    const found = validateSync(request, { forbidUnknownValues: false }).flatMap((error) =>
      errorsOfFields(error, []),
    );
    const ofShape = [
      ...unexpected,
      ...found.filter(({ shape }) => shape).map(({ fault }) => fault),
    ];
    if (ofShape.length > 0) throw malformed(ofShape);
    unwrapNumbers(request);
    const ofContent = found.map(({ fault }) => fault).concat(this.semanticErrors(request, found));
    if (ofContent.length > 0) throw unacceptable(...ofContent);
    return request;
  }

  /** Returns the errors that the class itself finds in fields without other errors. */
  private semanticErrors(
    request: object,
    known: readonly { fault: FieldError }[],
  ): readonly FieldError[] {
    if (!('contentErrors' in request)) return [];
    const pointers = new Set(known.map(({ fault }) => fault.pointer));
    const found = (request as SemanticValidator).contentErrors(this.config);
    return found.filter(({ pointer }) => !pointers.has(pointer));
  }
}

type Found = { readonly shape: boolean; readonly fault: FieldError };

const errorsOfFields = (error: ValidationError, above: readonly string[]): Found[] => {
  const path = [...above, error.property];
  const own = ownError(error, pointerTo(...path));
  const inside = (error.children ?? []).flatMap((child) => errorsOfFields(child, path));
  return own === null ? inside : [own, ...inside];
};

const ownError = (
  { target, property, value, constraints, contexts = {} }: ValidationError,
  pointer: string,
): Found | null => {
  if (constraints === undefined) return null;
  if (value === undefined)
    return { shape: true, fault: { pointer, code: 'field_missing', detail: 'is required' } };
  const declared = constraintsOf(target?.constructor as new () => object).get(property) ?? [];
  const failed = declared.filter((name) => Object.hasOwn(constraints, name));
  const name = failed.find((each) => meaning(ownValue(contexts, each)).shape) ?? failed[0];
  if (name === undefined) return null;
  const { code, shape } = meaning(ownValue(contexts, name));
  return { shape, fault: { pointer, code, detail: ownValue(constraints, name) ?? 'is not valid' } };
};

const meaning = (context: unknown): Meaning =>
  (context as Meaning | undefined) ?? { code: 'type_invalid', shape: true };
