import { ownValue } from '#kernel/own-value.js';
import type { JsonSchema, JsonSchemas } from './json-schema.js';

/** Builds a value that fits the schema from the examples of its parts. */
export const exampleOf = (schema: JsonSchema, shared: JsonSchemas, depth = 0): unknown => {
  if (depth > 10) throw new Error('the schema is recursive: add an example to it');
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.$ref !== undefined) {
    const target = ownValue(shared, schema.$ref.replace('#/components/schemas/', ''));
    return target === undefined ? undefined : exampleOf(target, shared, depth + 1);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return exampleOf(schema.anyOf[0] ?? {}, shared, depth + 1);
  if (schema.properties !== undefined)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, each]) => [
        name,
        exampleOf(each, shared, depth + 1),
      ]),
    );
  if (schema.items !== undefined) return [exampleOf(schema.items, shared, depth + 1)];
  return schema.type === 'object' ? {} : null;
};
