import { ownValue } from '../core/own-value.js';
import { getMetadataStorage } from 'class-validator';
import { decimalText } from '../core/decimal-text.js';
import type { Fault } from '../core/refused.js';
import { pointerTo } from './json-pointer.js';
import { numberText } from './json-remarks.js';

/** A JSON number with all its digits, as plain decimal text. */
export class ExactNumber {
  constructor(readonly text: string) {}
}

type RequestClass = new () => object;

const EXACT_NUMBERS = Symbol('exact numbers');
const ITEMS = Symbol('items');

/** Names of a class's fields that keep their digits; to be added to by decorators. */
export const exactNumbers = (prototype: object): Set<string> =>
  own(prototype, EXACT_NUMBERS, (inherited: Set<string> | undefined) => new Set(inherited));

/** A class's fields that are lists, and of what; to be added to by decorators. */
export const itemsOf = (prototype: object): Map<string, RequestClass> =>
  own(prototype, ITEMS, (inherited: Map<string, RequestClass> | undefined) => new Map(inherited));

const own = <Value>(
  prototype: object,
  key: symbol,
  make: (inherited: Value | undefined) => Value,
): Value => {
  const holder = prototype as Record<symbol, Value | undefined>;
  const value = Object.hasOwn(holder, key) ? holder[key] : undefined;
  return value ?? (holder[key] = make(holder[key]));
};

/**
 * Names of the constraints of every field, as they are declared, so that the first failure is the
 * one reported. Only fields with a decorator count as fields.
 */
export const constraintsOf = (metatype: RequestClass): ReadonlyMap<string, readonly string[]> => {
  const known = constraints.get(metatype);
  if (known !== undefined) return known;
  const found = new Map<string, string[]>();
  const storage = getMetadataStorage();
  for (const { propertyName, name, type } of storage.getTargetValidationMetadatas(
    metatype,
    '',
    false,
    false,
  ))
    found.set(propertyName, [...(found.get(propertyName) ?? []), name ?? type]);
  constraints.set(metatype, found);
  return found;
};

const constraints = new WeakMap<RequestClass, ReadonlyMap<string, readonly string[]>>();

/**
 * The value as an object of its class, its lists as objects of theirs. Faults: members that are no
 * fields, each as `unknown` has it, and items that are no objects. Copies by name, so no member can
 * reach a prototype.
 */
export const shaped = (
  metatype: RequestClass,
  value: object,
  unknown = unknownField,
  path: readonly string[] = [],
): { readonly request: object; readonly faults: readonly Fault[] } => {
  const fields = constraintsOf(metatype);
  const request = new metatype() as Record<string, unknown>;
  const faults: Fault[] = [];
  for (const [name, member] of Object.entries(value)) {
    if (fields.has(name)) request[name] = member;
    else faults.push(unknown([...path, name]));
  }
  const prototype = metatype.prototype as object;
  for (const name of exactNumbers(prototype)) {
    const text = numberText(value, name);
    if (text !== undefined) request[name] = new ExactNumber(decimalText(text));
  }
  for (const [name, item] of itemsOf(prototype)) {
    const list = ownValue(request, name);
    if (!Array.isArray(list)) continue;
    const items = (list as unknown[]).map((each, i) =>
      shapedItem(item, each, unknown, [...path, name, String(i)]),
    );
    request[name] = items.map(({ request: each }) => each);
    faults.push(...items.flatMap(({ faults: found }) => found));
  }
  return { request, faults };
};

const shapedItem = (
  item: RequestClass,
  value: unknown,
  unknown: Unknown,
  path: readonly string[],
) => {
  if (isObject(value)) return shaped(item, value, unknown, path);
  const detail = 'must be a JSON object';
  return { request: {}, faults: [{ pointer: pointerTo(...path), code: 'type_invalid', detail }] };
};

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Unknown = (path: readonly string[]) => Fault;

export const unknownField: Unknown = (path) => ({
  pointer: pointerTo(...path),
  code: 'field_unknown',
  detail: 'is not a field of this request',
});

export const unknownParameter: Unknown = (path) => ({
  pointer: pointerTo(...path),
  code: 'parameter_unknown',
  detail: 'is not a query parameter of this endpoint',
});

/** After checking: numbers as their text, which is what the class declares. */
export const unwrapNumbers = (request: object): void => {
  const fields = request as Record<string, unknown>;
  for (const name of exactNumbers(Object.getPrototypeOf(request) as object)) {
    const number = ownValue(fields, name);
    if (number instanceof ExactNumber) fields[name] = number.text;
  }
};
