import type { Parameter, Schema } from '../../support/described-api.js';

export type QueryMutation = {
  readonly what: string;
  readonly query: string;
  readonly pointer: string;
  readonly expected: 'shape' | 'taken';
};

const VALUES = ['', ' ', '0', '1', '-1', '+1', '1.5', '1e3', '0x10', 'NaN', 'true', 'null', '[]'];
const ODD = ['\u0000', '李😀', 'x'.repeat(5_000), '99999999999999999999', '../..', "' OR 1=1 --"];

/** Returns queries with a wrong or an unknown parameter. */
export const queryMutationsOf = (parameters: readonly Parameter[]): QueryMutation[] =>
  changes(parameters).map(({ query, pointer, ...rest }) => {
    const others = requiredOnes(parameters.filter(({ name }) => `/${name}` !== pointer));
    return { ...rest, pointer, query: [...others, query].join('&') };
  });

export const requiredOnes = (parameters: readonly Parameter[]): string[] =>
  parameters
    .filter(({ required }) => required === true)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(schema.examples?.[0]))}`);

const changes = (parameters: readonly Parameter[]): QueryMutation[] => [
  ...parameters.flatMap(({ name, schema }): QueryMutation[] => [
    ...[...VALUES, ...ODD].map((value): QueryMutation => ({
      what: `${name}=${value.slice(0, 30)}`,
      query: `${name}=${encodeURIComponent(value)}`,
      pointer: `/${name}`,
      expected: fits(schema, value) ? 'taken' : 'shape',
    })),
    { what: `${name} twice`, query: `${name}=1&${name}=1`, pointer: `/${name}`, expected: 'shape' },
    refused(`${name}[]`, `${name}[]=1`, `/${name}[]`),
  ]),
  ...parameters
    .filter(({ required }) => required === true)
    .map(({ name }) => refused(`${name} absent`, '', `/${name}`)),
  refused('an unknown one', 'extra=1', '/extra'),
  refused('__proto__', '__proto__=1', '/__proto__'),
  refused('constructor', 'constructor=1', '/constructor'),
];

const refused = (what: string, query: string, pointer: string): QueryMutation => ({
  what,
  query,
  pointer,
  expected: 'shape',
});

const fits = (schema: Schema, value: string): boolean => {
  const {
    type,
    format,
    minimum = 0,
    maximum = Infinity,
    minLength = 0,
    maxLength = Infinity,
  } = schema;
  if (type === 'integer')
    return /^\d+$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;
  if (schema.enum !== undefined) return schema.enum.includes(value);
  if (schema.pattern !== undefined) return new RegExp(schema.pattern, 'u').test(value);
  if (format === 'uuid' || format === 'date') return false;
  return value.length >= minLength && value.length <= maxLength;
};
