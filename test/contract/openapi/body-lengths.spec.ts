import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { BODY_BYTES_MAX } from '#http/json-body.js';

type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
};
type Operation = {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** Each character as an escape. */
const UNIT_BYTES = 6;
/** Of a text whose length the document does not tell: a day, a code of a country, a line of an address. */
const OTHER_TEXT_MAX = 255;

const longest = (schema: Schema, document: Document): number => {
  const { $ref, type, maxLength = OTHER_TEXT_MAX, maxItems = 1, items = {}, properties } = schema;
  if ($ref !== undefined)
    return longest(document.components.schemas[$ref.split('/').at(-1)!]!, document);
  if (schema.enum !== undefined)
    return UNIT_BYTES * Math.max(...schema.enum.map(({ length }) => length)) + 2;
  if (type === 'array') return maxItems * longest(items, document);
  const members = Object.entries(properties ?? {});
  return type === 'object'
    ? members.reduce((sum, [name, each]) => sum + name.length + 6 + longest(each, document), 2)
    : UNIT_BYTES * maxLength + 2;
};

const lengths = ['docs/reference/openapi.json', 'docs/reference/staff-openapi.json'].flatMap(
  (file) => {
    const document = JSON.parse(readFileSync(file, 'utf8')) as Document;
    return Object.values(document.paths)
      .flatMap((path) => Object.values(path))
      .flatMap(({ operationId, requestBody }): [string, number][] => {
        const schema = requestBody?.content['application/json']?.schema;
        return schema === undefined ? [] : [[operationId, longest(schema, document)]];
      });
  },
);

/** They have limits of their own. Tokens are not escaped. */
const OTHERS = [
  'uploadDocuments',
  'importTransfers',
  'refreshToken',
  'receiveIdentityNotification',
];
const STRANGERS = ['logIn', 'signIn'];

it('no body that every field allows is refused for its length', () => {
  expect(lengths.length).toBeGreaterThan(30);
  for (const [operation, bytes] of lengths.filter(([each]) => !OTHERS.includes(each))) {
    const max = STRANGERS.includes(operation)
      ? BODY_BYTES_MAX.unauthenticated
      : BODY_BYTES_MAX.usual;
    expect({ operation, fits: bytes <= max, bytes }).toMatchObject({ fits: true });
  }
  for (const stranger of STRANGERS) expect(lengths.map(([each]) => each)).toContain(stranger);
});
