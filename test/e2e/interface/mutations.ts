import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Schema } from '../../support/described-api.js';

/**
 * Expected response to a body. `shape` is 400 and `content` 422, both with the field. `unknown id` is
 * 404. `taken` satisfies the document, so it is not 400, but the API may reject its content.
 */
export type Expected = 'shape' | 'content' | 'refused' | 'unknown id' | 'taken';

export type Mutation = {
  readonly what: string;
  /** JSON text, because some mutations cannot be JavaScript values. */
  readonly text: string;
  readonly pointer: string;
  readonly expected: Expected;
};

type Path = readonly (string | number)[];

const RAW = 'raw-json-text';
const EXTRA_FIELDS = ['extra', '__proto__', 'constructor', 'toString', 'a/b~c', ''];
const UNICODE = 'Žofia 李 😀 \u202Eabc';
const NASTY = ['\u0000', '\ud800', '\u0007', "' OR 1=1 --", '${7*7}', '<b>', '\n', '   '];
const NUMBERS = [
  '1e400',
  '-1e400',
  '1e308',
  '-1',
  '0.12345678901',
  '123456789012345678901234567890',
];

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);

/** Returns bodies with a single wrong field, for all fields and all kinds of errors. */
export const mutationsOf = (schema: Schema, example: unknown): Mutation[] => {
  const validate = ajv.compile(schema);
  const mutated = (
    what: string,
    path: Path,
    text: string,
    pointer = pointerOf(path),
  ): Mutation => ({
    what,
    text,
    pointer,
    expected: expectedFor(validate, text),
  });
  const fields = fieldsOf(schema, example, []);
  return [
    ...fields.flatMap(({ path, field }) => [
      mutated('absent', path, without(example, path)),
      ...wrongValues(field).map(([what, raw]) => mutated(what, path, replaced(example, path, raw))),
    ]),
    ...fields
      .filter(({ field }) => isOf(field, 'number') || isOf(field, 'integer'))
      .flatMap(({ path }) => NUMBERS.map((raw) => number(raw, path, example))),
    ...objectsOf(schema, example, []).flatMap((path) =>
      EXTRA_FIELDS.map((name) => extra(name, path, example)),
    ),
    ...WHOLE_BODIES.map(([what, text]): Mutation => ({
      what,
      text,
      pointer: '',
      expected: 'shape',
    })),
  ];
};

const WHOLE_BODIES: [string, string][] = [
  ['an array', '[]'],
  ['a text', '"text"'],
  ['a number', '1'],
  ['null', 'null'],
  ['nothing', ''],
  ['cut off', '{"a":'],
  ['two values', '{} {}'],
  ['a comment', '{/**/}'],
  ['two thousand levels of lists', `${'['.repeat(2_000)}${']'.repeat(2_000)}`],
  ['two thousand levels of objects', `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`],
  ['half a character for a name', '{"\\ud800":1}'],
];

type Field = { readonly path: Path; readonly field: Schema };

const fieldsOf = (schema: Schema, example: unknown, path: Path): Field[] => {
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    { path: [...path, name], field },
    ...fieldsOf(field, (example as Record<string, unknown>)[name], [...path, name]),
  ]);
  const [first] = Array.isArray(example) ? (example as unknown[]) : [];
  const items =
    schema.items === undefined || first === undefined
      ? []
      : [
          { path: [...path, 0], field: schema.items },
          ...fieldsOf(schema.items, first, [...path, 0]),
        ];
  return [...inner, ...items];
};

const objectsOf = (schema: Schema, example: unknown, path: Path): Path[] => [
  ...(schema.properties === undefined ? [] : [path]),
  ...fieldsOf(schema, example, path)
    .filter(({ field }) => field.properties !== undefined)
    .map((each) => each.path),
];

const isOf = ({ type }: Schema, wanted: string): boolean =>
  type === wanted || (Array.isArray(type) && type.includes(wanted));

const OF_TYPE: Readonly<Record<string, string>> = {
  string: '"text"',
  number: '17',
  boolean: 'true',
  object: '{"a":1}',
  array: '["a"]',
};

const wrongValues = (field: Schema): [string, string][] => [
  ['null', 'null'],
  ...Object.entries(OF_TYPE).map(([type, raw]): [string, string] => [`a ${type}`, raw]),
  ...(isOf(field, 'string') ? texts(field) : []),
  ...(isOf(field, 'array') ? ([['an empty list', '[]']] as [string, string][]) : []),
];

const texts = ({ maxLength }: Schema): [string, string][] => [
  ['empty', '""'],
  ['too long', JSON.stringify('x'.repeat((maxLength ?? 9_999) + 1))],
  ['unicode', JSON.stringify(UNICODE)],
  ...NASTY.map((text): [string, string] => [
    `the text ${JSON.stringify(text)}`,
    JSON.stringify(text),
  ]),
];

/** The document does not state all limits of numbers. */
const number = (raw: string, path: Path, example: unknown): Mutation => ({
  what: `the number ${raw}`,
  text: replaced(example, path, raw),
  pointer: pointerOf(path),
  expected: 'refused',
});

const extra = (name: string, path: Path, example: unknown): Mutation => {
  const text = edited(example, path, (object) => [...Object.entries(object), [name, 1]]);
  return {
    what: `an extra field ${JSON.stringify(name)}`,
    text,
    pointer: pointerOf([...path, name]),
    expected: 'shape',
  };
};

const SHAPE = ['type', 'required', 'additionalProperties'];

const expectedFor = (validate: ReturnType<typeof ajv.compile>, text: string): Expected => {
  if (validate(JSON.parse(text))) return 'taken';
  const errors = validate.errors ?? [];
  if (errors.some(({ keyword }) => SHAPE.includes(keyword))) return 'shape';
  const onlyIds = errors.every(
    ({ keyword, params }) =>
      keyword === 'format' && (params as { format: string }).format === 'uuid',
  );
  return onlyIds ? 'unknown id' : 'content';
};

const pointerOf = (path: Path): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const without = (example: unknown, path: Path): string => {
  const [parent, last] = [path.slice(0, -1), path.at(-1)];
  return edited(example, parent, (object) =>
    Object.entries(object).filter(([name]) => name !== String(last)),
  );
};

const replaced = (example: unknown, path: Path, raw: string): string => {
  const [parent, last] = [path.slice(0, -1), path.at(-1)];
  return edited(example, parent, (object) =>
    Object.entries(object).map(([name, value]) =>
      name === String(last) ? [name, { [RAW]: raw }] : [name, value],
    ),
  );
};

type Entries = [string, unknown][];

/** Returns the example as JSON text with changed entries of the object or list at `path`. */
const edited = (value: unknown, path: Path, change: (object: object) => Entries): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (RAW in value) return String((value as Record<string, unknown>)[RAW]);
  const [head, ...rest] = path;
  const entries = path.length === 0 ? change(value) : Object.entries(value);
  const texts = entries.map(([name, each]): [string, string] => [
    name,
    path.length > 0 && name === String(head) ? edited(each, rest, change) : plain(each),
  ]);
  return Array.isArray(value)
    ? `[${texts.map(([, text]) => text).join(',')}]`
    : `{${texts.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
};

const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null && RAW in value
    ? String((value as Record<string, unknown>)[RAW])
    : JSON.stringify(value);
