import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { type RawUniversalConfig, createConfig, lintFromString } from '@redocly/openapi-core';
import {
  CLIENT_TYPES,
  CONSOLE_TYPES,
  clientTypes,
  consoleTypes,
} from '../../../test/contract/openapi/client-types.js';
import { generateDocuments } from '../../../test/support/generate-document.js';

const FILE = resolve('docs/openapi.json');
const STAFF_FILE = resolve('docs/staff-openapi.json');

/** Redocly's own strictness about examples does not see through allOf; ours is tested below. */
const RULES: RawUniversalConfig = {
  extends: ['recommended-strict'],
  rules: {
    'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
    // Health and keys refuse nobody.
    'operation-4xx-response': 'off',
  },
};

let documents: Awaited<ReturnType<typeof generateDocuments>>;

beforeAll(async () => {
  documents = await generateDocuments();
});

describe.each([
  ['partners', FILE],
  ['staff', STAFF_FILE],
] as const)('the OpenAPI document for %s', (whose, file) => {
  let document: OpenAPIObject;
  beforeAll(() => {
    document = documents[whose];
  });

  it('is checked in as it is made from the code (else: npm run docs:openapi)', () => {
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('passes the strict rules of Redocly without a warning', async () => {
    const config = await createConfig(RULES);
    const source = JSON.stringify(document);
    const problems = await lintFromString({ source, config, absoluteRef: file });
    const told = problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
    );
    expect(told).toEqual([]);
  });

  it('describes every field, and shows a value of it', () => {
    const silent = fieldsOf(document).filter(({ schema }) => !isTold(schema));
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  it('allows no field in any object that it does not name', () => {
    const open = objectsOf(document).filter(({ schema }) => schema.additionalProperties !== false);
    expect(open.map(({ path }) => path)).toEqual([]);
  });
});

describe('the contract of partners', () => {
  it('gives the client its types (else: npm run docs:openapi)', async () => {
    const plain = JSON.parse(JSON.stringify(documents.partners)) as object;
    expect(await clientTypes(plain)).toBe(readFileSync(CLIENT_TYPES, 'utf8'));
  });

  it('gives the console its types (else: npm run docs:openapi)', async () => {
    const plain = JSON.parse(JSON.stringify(documents.staff)) as object;
    expect(await consoleTypes(plain)).toBe(readFileSync(CONSOLE_TYPES, 'utf8'));
  });

  it('asks for the bearer token everywhere but where nobody can have one', () => {
    const without = operationsOf(documents.partners).filter(
      ({ operation }) => JSON.stringify(operation.security) !== '[{"token":[]}]',
    );
    expect(without.map(({ operation }) => operation.operationId)).toEqual([
      'listKeys',
      'isLive',
      'isReady',
      'getOpenApi',
      'logIn',
      'receiveIdentityNotification',
    ]);
  });

  it('shows nothing of the staff API', () => {
    const { partners, staff } = documents;
    const paths = Object.keys(partners.paths);
    expect(paths.filter((path) => path.includes('staff'))).toEqual([]);
    expect(Object.keys(partners.components?.securitySchemes ?? {})).toEqual(['token', 'apiKey']);
    expect(Object.keys(staff.paths).filter((path) => !path.startsWith('/staff/'))).toEqual([]);
  });
});

type Schema = {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: unknown;
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  readonly additionalProperties?: unknown;
};
type Found = { readonly path: string; readonly schema: Schema };

/** A reference is told where it leads, and a whole object by its parts. */
const isTold = ({ $ref, description, examples, enum: words, properties, items }: Schema) =>
  $ref !== undefined ||
  (description !== undefined &&
    (examples !== undefined ||
      words !== undefined ||
      properties !== undefined ||
      items !== undefined));

/** Problem documents are shown whole with every response. */
const PROBLEMS = ['Problem', 'Fault'];

const schemasOf = ({ components }: OpenAPIObject): Found[] =>
  Object.entries((components?.schemas ?? {}) as Record<string, Schema>)
    .filter(([name]) => !PROBLEMS.includes(name))
    .flatMap(([path, schema]) => within(path, schema));

const within = (path: string, schema: Schema): Found[] => [
  { path, schema },
  ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
    within(`${path}/${name}`, each),
  ),
  ...(schema.items === undefined ? [] : within(`${path}/*`, schema.items)),
];

const fieldsOf = (from: OpenAPIObject) =>
  schemasOf(from).filter(({ path }) => path.includes('/') && !path.endsWith('/*'));

const objectsOf = (from: OpenAPIObject) =>
  schemasOf(from).filter(({ schema }) => schema.properties !== undefined);

const operationsOf = ({ paths }: OpenAPIObject) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, { operationId: string; security: unknown }>).map(
      ([method, operation]) => ({ path, method, operation }),
    ),
  );
