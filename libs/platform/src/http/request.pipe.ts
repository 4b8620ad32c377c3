import { ownValue } from '../core/own-value.js';
import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { type ValidationError, validateSync } from 'class-validator';
import type { Config } from '../config/config.js';
import { type Fault, malformed, unacceptable } from '../core/refused.js';
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
import { memberFaultsOf } from './json-remarks.js';

/** A request class may judge content that spans fields or depends on configuration. */
export interface JudgesContent {
  contentFaults(config: Config): readonly Fault[];
}

/**
 * Checks bodies and queries against their class. Shape first: all faults of shape at once as 400;
 * only then all faults of content as 422. Nothing is coerced.
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
    const { request, faults: strange } = shaped(metatype as new () => object, value, unknown);
    const found = validateSync(request, { forbidUnknownValues: false }).flatMap((error) =>
      faultsOf(error, []),
    );
    const ofShape = [
      ...memberFaultsOf(value),
      ...strange,
      ...found.filter(({ shape }) => shape).map(({ fault }) => fault),
    ];
    if (ofShape.length > 0) throw malformed(ofShape);
    unwrapNumbers(request);
    const ofContent = found.map(({ fault }) => fault).concat(this.judge(request, found));
    if (ofContent.length > 0) throw unacceptable(...ofContent);
    return request;
  }

  /** Faults the class itself finds, for fields that no decorator has found fault with. */
  private judge(request: object, known: readonly { fault: Fault }[]): readonly Fault[] {
    if (!('contentFaults' in request)) return [];
    const pointers = new Set(known.map(({ fault }) => fault.pointer));
    const found = (request as JudgesContent).contentFaults(this.config);
    return found.filter(({ pointer }) => !pointers.has(pointer));
  }
}

type Found = { readonly shape: boolean; readonly fault: Fault };

const faultsOf = (error: ValidationError, above: readonly string[]): Found[] => {
  const path = [...above, error.property];
  const own = ownFault(error, pointerTo(...path));
  const inside = (error.children ?? []).flatMap((child) => faultsOf(child, path));
  return own === null ? inside : [own, ...inside];
};

const ownFault = (
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
