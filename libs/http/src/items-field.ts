import { ArrayMaxSize, ArrayMinSize, IsArray, ValidateIf, ValidateNested } from 'class-validator';
import { note } from './contract-notes.js';
import { type FieldRules, content, shape } from './fields.js';
import { itemsOf } from './request-shape.js';

type ItemRules = Omit<FieldRules, 'example'> & {
  readonly min: number;
  readonly max: number;
  /** Code for too few or too many items. */
  readonly code: string;
};

/** A list of objects. Each is validated against the class `item`. */
export const ItemsField = (item: new () => object, rules: ItemRules) => {
  const { min, max, code, about, optional = false } = rules;
  const size = content(code, `must have ${min} to ${max} items`);
  const described = about === undefined ? {} : { description: about };
  const type: [new () => object] = [item];
  const options = { type, minItems: min, maxItems: max, required: !optional, ...described };
  const decorators = [
    ...(optional ? [ValidateIf((_, value: unknown) => value !== undefined)] : []),
    IsArray(shape('must be an array')),
    ArrayMinSize(min, size),
    ArrayMaxSize(max, size),
    ValidateNested({ each: true }),
  ];
  return (target: object, property: string): void => {
    itemsOf(target).set(property, item);
    note({ target, property, kind: 'field', options });
    for (const decorator of decorators) decorator(target, property);
  };
};
