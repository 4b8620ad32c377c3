import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { applyNotes } from './apply-notes.js';
import { type JsonSchemas, namedSchemas } from './json-schema.js';
import { describeOperation, type Operation } from './operation.js';
import { fieldErrorSchema, problemSchema, sharedProblems } from './problems.js';

type SecurityScheme = Parameters<DocumentBuilder['addSecurity']>[1];

export type About = {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** Groups of operations by name: description, and the paths of the group. */
  readonly tags: Readonly<Record<string, readonly [about: string, paths: RegExp]>>;
  readonly covers: (path: string) => boolean;
  /** Requests that the service sends to callers, by name. */
  readonly webhooks?: () => Readonly<Record<string, object>>;
  /** Security schemes by name. */
  readonly credentials: Readonly<Record<string, SecurityScheme>>;
};

/**
 * Generates the OpenAPI 3.1 document of an application. Routes and request classes come from Nest,
 * responses and errors from each `Endpoint`. @throws {Error} for a route without an
 * `Endpoint` or without a tag
 */
export const apiDocument = (app: INestApplication, about: About): OpenAPIObject => {
  applyNotes();
  const scanned = SwaggerModule.createDocument(app, frame(about), {
    operationIdFactory: (controller, method) => `${controller}.${method}`,
  });
  const requests = (scanned.components?.schemas ?? {}) as JsonSchemas;
  const schemas: JsonSchemas = {
    ...Object.fromEntries(
      Object.entries(requests).map(([name, each]) => [
        name,
        { ...each, additionalProperties: false },
      ]),
    ),
    ...namedSchemas(),
    Problem: problemSchema,
    Fault: fieldErrorSchema,
  };
  const covered = Object.entries(scanned.paths).filter(([path]) => about.covers(path));
  const paths = covered.map(([path, item]): [string, object] => [
    path,
    Object.fromEntries(
      Object.entries(item as Record<string, Operation>).map(([method, operation]) => [
        method,
        describeOperation(
          `${method.toUpperCase()} ${path}`,
          { ...operation, tags: [tagOf(path, about)] },
          schemas,
        ),
      ]),
    ),
  ]);
  return usedOnly(
    sorted({
      ...scanned,
      info: {
        ...scanned.info,
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      paths: Object.fromEntries(paths),
      ...(about.webhooks === undefined ? {} : { webhooks: about.webhooks() }),
      components: components(scanned, schemas),
    }),
  );
};

const tagOf = (path: string, { tags }: About): string => {
  const [name] = Object.entries(tags).find(([, [, paths]]) => paths.test(path)) ?? [];
  if (name === undefined) throw new Error(`${path} needs a tag`);
  return name;
};

const frame = ({ title, version, description, tags, credentials }: About) => {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(title)
    .setVersion(version)
    .setDescription(description)
    .addServer('/', 'This service');
  for (const [name, scheme] of Object.entries(credentials)) builder.addSecurity(name, scheme);
  for (const [name, [text]] of Object.entries(tags)) builder.addTag(name, text);
  return builder.build();
};

const components = ({ components }: OpenAPIObject, schemas: JsonSchemas) => ({
  securitySchemes: components?.securitySchemes,
  responses: sharedProblems(),
  parameters: {
    'X-Request-Id': {
      name: 'X-Request-Id',
      in: 'header',
      description:
        'Your own id for this request. The response and our records contain it. If it is absent or has another form, the API generates one.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$', examples: ['checkout-7731'] },
    },
    'Idempotency-Key': {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Makes a repeat harmless for 24 hours: the same key and body get the first response again.',
      schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['3f8a3f2e-7a53-4c55'] },
    },
    'If-None-Match': {
      name: 'If-None-Match',
      in: 'header',
      description:
        'The `ETag` of an earlier response. If the content is the same, the status is 304.',
      schema: { type: 'string', examples: ['"x7sQp0tW9b1k"'] },
    },
  },
  headers: {
    'X-Request-Id': header('The id of this request, yours or generated.'),
    'WWW-Authenticate': header('The scheme with which to authenticate.'),
    'Retry-After': header('Seconds to wait before the next try.'),
    RateLimit: header('The remaining requests of the limit, and when it resets.'),
    'RateLimit-Policy': header('The limit and its window.'),
    ETag: header('The tag of this content, for `If-None-Match`.'),
    'Idempotent-Replayed': header('`true` if this is the first response, sent again.'),
  },
  schemas,
});

const header = (description: string) => ({ description, schema: { type: 'string' } });

/** Sorts paths and names, so that the document does not depend on module order. */
const sorted = (document: object): OpenAPIObject => {
  const { paths, components, ...rest } = document as OpenAPIObject;
  const byName = <T>(record: Record<string, T> | undefined) =>
    Object.fromEntries(Object.entries(record ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    ...rest,
    paths: byName(paths),
    components: { ...components, schemas: byName(components?.schemas) },
  };
};

const ROUNDS_MAX = 10;

/** Removes unreferenced components. */
const usedOnly = (document: OpenAPIObject): OpenAPIObject => {
  let current = document;
  for (let round = 1; round <= ROUNDS_MAX; round++) {
    const text = JSON.stringify(current);
    const isUsed = (kind: string, name: string) =>
      kind === 'securitySchemes' || text.includes(`"#/components/${kind}/${name}"`);
    const components = Object.fromEntries(
      Object.entries(current.components ?? {}).map(([kind, parts]) => [
        kind,
        Object.fromEntries(Object.entries(parts as object).filter(([name]) => isUsed(kind, name))),
      ]),
    );
    const next = { ...current, components };
    if (JSON.stringify(next) === text) return next;
    current = next;
  }
  return current;
};
