import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { withTypedCodes } from './typed-codes.js';

type Media = Readonly<Record<string, { readonly schema: object }>>;
type Response = { readonly $ref?: string; readonly content?: Media };
type Operation = { readonly responses: Readonly<Record<string, Response>> };
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
};

const read = (file: string) =>
  withTypedCodes(JSON.parse(readFileSync(resolve(file), 'utf8')) as object) as Document;

const readDocuments = () => ({
  openapi: read('docs/reference/openapi.json'),
  'staff-openapi': read('docs/reference/staff-openapi.json'),
});
type Name = keyof ReturnType<typeof readDocuments>;

const makeContract = () => {
  const documents = readDocuments();
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  for (const [name, document] of Object.entries(documents)) ajv.addSchema(document, name);
  return { documents, ajv, validators: new Map<string, ValidateFunction>() };
};

/** Shared by all test files of a process, because the compilation takes half a second. */
const keeper = globalThis as { answersContract?: ReturnType<typeof makeContract> };
const { documents, ajv, validators } = (keeper.answersContract ??= makeContract());

export type Seen = {
  readonly method: string;
  /** Path with query, without the base URL. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
};

/** The document leaves out pages for people and unknown routes. */
const isOutside = ({ path, body }: Seen): boolean =>
  /^\/(docs|problems)(\/|$)/.test(path) ||
  ['route_not_found', 'method_not_allowed'].includes(String((body as Problem | null)?.code));

type Problem = { readonly code?: unknown };

/**
 * Requires that the OpenAPI document declares the operation, status, headers, media type, fields and
 * codes of a response.
 * @throws {Error} that names the undeclared part and how to declare it
 */
export const requireDeclared = (seen: Seen): void => {
  if (isOutside(seen)) return;
  const { method, path, status, headers, body } = seen;
  const fail = (what: string): never => {
    throw new Error(
      `${method} ${path} answered ${status} ${JSON.stringify(body).slice(0, 600)}\n${what}\n` +
        'Declare it in the @Endpoint of the controller, then: npm run docs:openapi',
    );
  };
  const operation = operationOf(method, path);
  if (operation === null) return fail('The OpenAPI document has no such operation.');
  const response = operation.found.responses[String(status)];
  if (response === undefined) return fail('The OpenAPI document has no such status here.');
  const absent = headersOf(status).filter((name) => !headers.has(name));
  if (absent.length > 0) return fail(`It lacks the headers ${absent.join(', ')}.`);
  if (response.$ref === undefined && response.content === undefined && body === null) return;
  const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
  const pointer = schemaPointer(operation, status, response, type);
  if (pointer === null) return fail(`The OpenAPI document has no ${type} here.`);
  if (!type.endsWith('json')) return;
  const validate = validatorAt(pointer);
  if (validate(body)) return;
  const faults = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  fail(`The OpenAPI document says otherwise:\n  ${faults.join('\n  ')}`);
};

const headersOf = (status: number): string[] => [
  'x-request-id',
  ...(status === 401 ? ['www-authenticate'] : []),
  ...(status === 429 || status === 503 ? ['retry-after'] : []),
  ...(status === 429 ? ['ratelimit', 'ratelimit-policy'] : []),
];

type Located = { readonly document: Name; readonly found: Operation; readonly pointer: string };

/** A literal path has priority over a path with parameters. */
const operationOf = (method: string, path: string): Located | null => {
  const segments = (path.split('?')[0] ?? '').split('/');
  const document = segments[1] === 'staff' ? 'staff-openapi' : 'openapi';
  const [match] = Object.entries(documents[document].paths)
    .filter(([template]) => matches(template.split('/'), segments))
    .sort(([a], [b]) => a.split('{').length - b.split('{').length);
  const found = match?.[1][method.toLowerCase()];
  if (match === undefined || found === undefined) return null;
  return { document, found, pointer: `#/paths/${escaped(match[0])}/${method.toLowerCase()}` };
};

const matches = (template: readonly string[], segments: readonly string[]): boolean =>
  template.length === segments.length &&
  template.every((part, i) => part.startsWith('{') || part === segments[i]);

const schemaPointer = (
  { document, pointer }: Located,
  status: number,
  { $ref, content }: Response,
  type: string,
): string | null => {
  const shared = $ref?.replace('#/components/responses/', '');
  const media =
    shared === undefined ? content : documents[document].components.responses[shared]?.content;
  if (media?.[type] === undefined) return null;
  const response = $ref ?? `${pointer}/responses/${status}`;
  return `${document}${response}/content/${escaped(type)}/schema`;
};

const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

const validatorAt = (pointer: string): ValidateFunction => {
  const known = validators.get(pointer) ?? ajv.compile({ $ref: encodeURI(pointer) });
  validators.set(pointer, known);
  return known;
};
