import { type Operation, type Schema, describedOperations } from '../../support/described-api.js';

export type Kind =
  | 'user'
  | 'verification'
  | 'deposit'
  | 'order'
  | 'settlement'
  | 'event'
  | 'webhook'
  | 'delivery';

/** Part of a request that names an object: path, body or query. */
export type IdPlace = {
  readonly operation: Operation;
  readonly where: 'path' | 'body' | 'query';
  readonly name: string;
  readonly kind: Kind;
};

/** Path parameters with the same meaning for all partners. */
const SYMBOL = 'symbol';

const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [/ userId$/, 'user'],
  [/^\/v1\/events objectId$/, 'user'],
  [/^\/v1\/events undeliveredTo$/, 'webhook'],
  [/ deliveryId$/, 'delivery'],
  [/^\/v1\/webhook-endpoints\/\S* id$/, 'webhook'],
  [/ verificationId$/, 'verification'],
  [/^\/v1\/user\/\S* id$/, 'user'],
  [/^\/v1\/funding\/\S* id$/, 'deposit'],
  [/^\/v1\/orders\/\S* id$/, 'order'],
  [/^\/v1\/settlements\/\S* id$/, 'settlement'],
  [/^\/v1\/events\/\S* id$/, 'event'],
];

/** Returns all ids in requests of all operations. @throws {Error} for an unknown kind of id */
export const idPlaces = (): IdPlace[] =>
  describedOperations().flatMap((operation) => [
    ...operation.pathNames
      .filter((name) => name !== SYMBOL)
      .map((name) => place(operation, 'path', name)),
    ...namesOfIds(operation.body?.schema.properties).map((name) => place(operation, 'body', name)),
    ...operation.query
      .filter(({ schema }) => schema.format === 'uuid')
      .map(({ name }) => place(operation, 'query', name)),
  ]);

const namesOfIds = (properties: Readonly<Record<string, Schema>> = {}): string[] =>
  Object.entries(properties)
    .filter(([, { format }]) => format === 'uuid')
    .map(([name]) => name);

const place = (operation: Operation, where: IdPlace['where'], name: string): IdPlace => {
  const [, kind] = KINDS.find(([pattern]) => pattern.test(`${operation.path} ${name}`)) ?? [];
  if (kind === undefined)
    throw new Error(`${operation.id}: say what ${name} in its ${where} names`);
  return { operation, where, name, kind };
};

/** Symbol that every user of the test holds. */
export const HELD = 'AAPL';

/** Returns path, query and body of a request for this object, with the document's other examples. */
export const requestNaming = ({ operation, where, name }: IdPlace, id: string) => {
  const template = operation.path.replace(`{${SYMBOL}}`, HELD);
  const path = where === 'path' ? template.replace(`{${name}}`, id) : template;
  const query = where === 'query' ? `?${name}=${id}` : '';
  const example = operation.body?.example as object | undefined;
  const body = where === 'body' ? { ...example, [name]: id } : example;
  return { path: `${path}${query}`, options: body === undefined ? {} : { body } };
};
