import { ownValue } from '#kernel/own-value.js';
import { getMetadataStorage } from 'class-validator';
import { decimalText } from '#kernel/decimal-text.js';
import type { FieldError } from '#kernel/refused.js';
import { ExactNumber } from './exact-json.js';
import { pointerTo } from './json-pointer.js';

type RequestClass = new () => object;

const EXACT_NUMBERS = Symbol('exact numbers');
const ITEMS = Symbol('items');

/** Names of fields whose exact digits are kept. Decorators add to the set. */
export const exactNumbers = (prototype: object): Set<string> =>
  own(prototype, EXACT_NUMBERS, (inherited: Set<string> | undefined) => new Set(inherited));

/** Classes of list items, by field name. Decorators add to the map. */
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
 * Returns the names of each field's constraints in declared order, so that the first failure is
 * reported. Only decorated fields count.
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
 * Converts a value to an object of its class, including lists. Returns errors for unknown members,
 * in the form of `unknown`, and for items that are not objects. Copies members by name, so that
 * none can reach a prototype.
 */
export const shaped = (
  metatype: RequestClass,
  value: object,
  unknown = unknownField,
  path: readonly string[] = [],
): { readonly request: object; readonly errors: readonly FieldError[] } => {
  const fields = constraintsOf(metatype);
  const request = new metatype() as Record<string, unknown>;
  const errors: FieldError[] = [];
  for (const [name, member] of Object.entries(value)) {
    if (fields.has(name)) request[name] = member;
    else errors.push(unknown([...path, name]));
  }
  const prototype = metatype.prototype as object;
  for (const name of exactNumbers(prototype)) {
    const number = ownValue(request, name);
    if (typeof number === 'number') request[name] = new ExactNumber(decimalText(number));
  }
  for (const [name, item] of itemsOf(prototype)) {
    const list = ownValue(request, name);
    if (!Array.isArray(list)) continue;
    const items = (list as unknown[]).map((each, i) =>
      shapedItem(item, each, unknown, [...path, name, String(i)]),
    );
    request[name] = items.map(({ request: each }) => each);
    errors.push(...items.flatMap(({ errors: found }) => found));
  }
  return { request, errors };
};

const shapedItem = (
  item: RequestClass,
  value: unknown,
  unknown: Unknown,
  path: readonly string[],
) => {
  if (isObject(value)) return shaped(item, value, unknown, path);
  const detail = 'must be a JSON object';
  return { request: {}, errors: [{ pointer: pointerTo(...path), code: 'type_invalid', detail }] };
};

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof ExactNumber);

type Unknown = (path: readonly string[]) => FieldError;

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

/** Replaces validated numbers with their text, which is the declared type. */
export const unwrapNumbers = (request: object): void => {
  const fields = request as Record<string, unknown>;
  for (const name of exactNumbers(Object.getPrototypeOf(request) as object)) {
    const number = ownValue(fields, name);
    if (number instanceof ExactNumber) fields[name] = number.text;
  }
};
