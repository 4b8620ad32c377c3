import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { type RawUniversalConfig, createConfig, lintFromString } from '@redocly/openapi-core';
import { generateDocuments } from '../../../test/support/generate-document.js';
import { stepsByCode } from './next-steps.js';

const FILE = resolve('docs/reference/openapi.json');
const PROBLEMS_FILE = resolve('docs/reference/problem-codes.json');
const STAFF_FILE = resolve('docs/reference/staff-openapi.json');

const RULES: RawUniversalConfig = {
  extends: ['recommended-strict'],
  rules: {
    'no-invalid-media-type-examples': 'error',
    'operation-tag-defined': 'error',
    // Health and keys have no 4xx responses.
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

  it('equals the checked-in file (otherwise run npm run docs:openapi)', () => {
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('passes the strict rules of Redocly without a warning', async () => {
    const config = await createConfig(RULES);
    const source = JSON.stringify(document);
    const problems = await lintFromString({ source, config, absoluteRef: file });
    const reported = problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
    );
    expect(reported).toEqual([]);
  });

  it('has one schema for all error responses, and their codes next to it', () => {
    const refusals = errorsOf(document);
    expect(refusals.length).toBeGreaterThan(20);
    for (const { content, 'x-codes': codes, description } of refusals) {
      expect(content).toMatchObject({ [PROBLEM]: { schema: { $ref: PROBLEM_REF } } });
      expect(Object.keys(content?.[PROBLEM]?.schema ?? {})).toEqual(['$ref']);
      expect(codes?.length).toBeGreaterThan(0);
      for (const code of codes ?? []) expect(description).toContain(`\`${code}\``);
    }
  });

  it('lists the codes of an operation in its text and in x-codes', () => {
    for (const { operation } of operationsOf(document)) {
      const { responses, description, 'x-codes': codes } = operation;
      const found = Object.values(responses).flatMap(
        (each) => resolved(each, document)['x-codes'] ?? [],
      );
      expect(codes).toEqual(found);
      for (const code of found) expect(description).toContain(`\`${code}\``);
    }
  });

  it('describes every field and has an example', () => {
    const silent = fieldsOf(document).filter(({ schema }) => !isDescribed(schema));
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  it('rejects unknown fields in all objects', () => {
    const open = objectsOf(document).filter(({ schema }) => schema.additionalProperties !== false);
    expect(open.map(({ path }) => path)).toEqual([]);
  });
});

describe('the list of problem codes', () => {
  const codes = () => documents.problems.map(({ code }) => code);

  it('equals the checked-in file (otherwise run npm run docs:openapi)', () => {
    const file = JSON.parse(readFileSync(PROBLEMS_FILE, 'utf8')) as unknown;
    expect(file).toEqual(JSON.parse(JSON.stringify(documents.problems)));
  });

  it('has all codes of error responses and their errors', () => {
    const text = JSON.stringify([documents.partners, documents.staff]);
    const lists = [...text.matchAll(/"x-(?:error-)?codes":(\[[^\]]*\])/g)];
    const declared = lists.flatMap(([, list = '[]']) => JSON.parse(list) as string[]);
    expect(declared.length).toBeGreaterThan(100);
    expect(declared.filter((code) => !codes().includes(code))).toEqual([]);
  });

  it('has a meaning and a next step for each code', () => {
    const silent = documents.problems.filter(
      ({ meanings, nextStep }) => meanings.length === 0 || nextStep === '',
    );
    expect(silent).toEqual([]);
  });

  it('has next steps only for existing codes', () =>
    expect(stepsByCode().filter((code) => !codes().includes(code))).toEqual([]));
});

describe('the examples of partners', () => {
  it('name a field and its allowed values for each 422', () => {
    const text = JSON.stringify(documents.partners);
    expect(text).not.toContain('See the field');
    for (const { content } of errorsOf(documents.partners))
      for (const { value } of Object.values(content?.[PROBLEM]?.examples ?? {}))
        for (const { pointer, code, detail } of value.errors ?? []) {
          const isOfHeader = code === 'idempotency_key_reused';
          expect({ code, pointer }).toEqual({
            code,
            pointer: isOfHeader ? undefined : expect.stringMatching(/^\/(?!field$)\w/),
          });
          expect(detail).not.toMatch(/right shape/);
        }
  });

  it('follow the rule that open objects have no end', () => {
    const examples = operationsOf(documents.partners).flatMap(({ operation }) =>
      Object.values(operation.responses).map(
        ({ content }) => content?.['application/json']?.example ?? {},
      ),
    );
    const pending = examples.filter((each) => 'completedAt' in each);
    expect(pending.map((each) => each['completedAt'])).toEqual(pending.map(() => null));
    const orders = examples.filter((each) => each['filledQty'] === 0);
    expect(orders.map((each) => each['filledAvgPrice'])).toEqual(orders.map(() => null));
    const periods = examples.filter((each) => 'closedAt' in each);
    expect(periods.map((each) => each['closedAt'])).toEqual(periods.map(() => null));
    expect(Math.min(pending.length, orders.length, periods.length)).toBeGreaterThan(0);
    const uploads = operationsOf(documents.partners).find(
      ({ operation }) => operation.operationId === 'uploadDocuments',
    );
    const { content } = uploads?.operation.responses['200'] ?? {};
    expect(content?.['application/json']?.example).toMatchObject({ status: 'under_review' });
  });
});

describe('the contract of partners', () => {
  it('requires the bearer token except where callers cannot have one', () => {
    const without = operationsOf(documents.partners).filter(
      ({ operation }) => JSON.stringify(operation.security) !== '[{"token":[]}]',
    );
    expect(without.map(({ operation }) => operation.operationId)).toEqual([
      'listKeys',
      'listWebhookAddresses',
      'isLive',
      'isReady',
      'getOpenApi',
      'logIn',
      'receiveIdentityNotification',
    ]);
  });

  it('excludes the staff API', () => {
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
  readonly anyOf?: unknown;
  readonly additionalProperties?: unknown;
};
type Found = { readonly path: string; readonly schema: Schema };

/** A reference needs a description at its target, and an object needs it at its properties. */
const isDescribed = ({
  $ref,
  description,
  examples,
  enum: words,
  properties,
  items,
  anyOf,
}: Schema) =>
  $ref !== undefined ||
  (description !== undefined &&
    (examples !== undefined ||
      words !== undefined ||
      properties !== undefined ||
      items !== undefined ||
      anyOf !== undefined));

/** Schemas without examples, because every error response has a complete example. */
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

const PROBLEM = 'application/problem+json';
const PROBLEM_REF = '#/components/schemas/Problem';

type Media = {
  readonly schema: object;
  readonly example?: Readonly<Record<string, unknown>>;
  readonly examples?: Readonly<Record<string, { readonly value: { errors?: FieldError[] } }>>;
};
type FieldError = { pointer?: string; code: string; detail: string };
type Response = {
  readonly $ref?: string;
  readonly description?: string;
  readonly 'x-codes'?: readonly string[];
  readonly content?: Readonly<Record<string, Media>>;
};
type Operation = {
  readonly operationId: string;
  readonly description: string;
  readonly security: unknown;
  readonly responses: Readonly<Record<string, Response>>;
  readonly 'x-codes'?: readonly string[];
};

const sharedOf = ({ components }: OpenAPIObject) =>
  (components?.responses ?? {}) as Record<string, Response>;

const resolved = (response: Response, document: OpenAPIObject): Response =>
  response.$ref === undefined ? response : sharedOf(document)[response.$ref.split('/').at(-1)!]!;

/** The readiness check has specific 503 codes. */
const errorsOf = (document: OpenAPIObject): Response[] =>
  operationsOf(document)
    .filter(({ operation }) => operation.operationId !== 'isReady')
    .flatMap(({ operation }) => Object.entries(operation.responses))
    .filter(([status]) => Number(status) >= 400)
    .map(([, response]) => resolved(response, document));

const operationsOf = ({ paths }: OpenAPIObject) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
      path,
      method,
      operation,
    })),
  );
