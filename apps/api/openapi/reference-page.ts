import type { JsonSchema } from '#http/openapi/json-schema.js';
import { ownValue } from '#kernel/own-value.js';
import { codeHtml, escapeHtml, htmlPage, listOf, tableOf } from './html-page.js';
import { htmlFromMarkdown, inlineHtml } from './markdown.js';

/** The parts of an OpenAPI document that the page shows. */
export type ReferenceDocument = {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly securitySchemes: Readonly<Record<string, { readonly description?: string }>>;
  };
};

type Schema = JsonSchema;

type Parameter = {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
};

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
type Response = {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Content;
};

type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
};

type Located = Operation & { readonly method: string; readonly path: string };
type Links = Parameters<typeof htmlPage>[0]['links'];

/** The page at `/docs`: every endpoint and every object of the document, with examples for curl. */
export const referencePage = (document: ReferenceDocument, links: Links): string => {
  const { info, components } = document;
  const groups = groupsOf(document);
  return htmlPage({
    title: 'API reference',
    links,
    main: `<h1>${escapeHtml(info.title)}: API reference</h1>
<p>Version ${escapeHtml(info.version)}</p>
${htmlFromMarkdown(info.description)}
${contents(groups)}
${groups.map((group) => groupHtml(group, document)).join('\n')}
<h2 id="shared-refusals">Error responses of many endpoints</h2>
${Object.entries(components.responses)
  .map(
    ([name, each]) => `<h3 id="${anchorOf(name)}">${escapeHtml(name)}</h3>\n${refusalHtml(each)}`,
  )
  .join('\n')}
<h2 id="objects">Objects</h2>
${Object.entries(components.schemas)
  .map(([name, schema]) => objectHtml(name, schema))
  .join('\n')}`,
  });
};

type Group = {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Located[];
};

const groupsOf = ({ tags, paths }: ReferenceDocument): readonly Group[] => {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, each]): Located => ({
      ...each,
      path,
      method: method.toUpperCase(),
    })),
  );
  const names = new Set([
    ...tags.map(({ name }) => name),
    ...operations.flatMap((each) => each.tags),
  ]);
  return [...names]
    .map((name) => ({
      name,
      description: tags.find((tag) => tag.name === name)?.description ?? '',
      operations: operations.filter((each) => each.tags.includes(name)),
    }))
    .filter((group) => group.operations.length > 0);
};

const contents = (groups: readonly Group[]): string => `<nav aria-label="Endpoints">
${groups
  .map(
    ({ name, operations }) =>
      `<p><strong>${escapeHtml(name)}</strong></p>\n${listOf(
        operations.map(({ operationId, summary }) => [`#${operationId}`, summary]),
      )}`,
  )
  .join('\n')}
</nav>`;

const groupHtml = ({ name, description, operations }: Group, document: ReferenceDocument): string =>
  `<h2>${escapeHtml(name)}</h2>
${htmlFromMarkdown(description)}
${operations.map((each) => operationHtml(each, document)).join('\n')}`;

const operationHtml = (operation: Located, document: ReferenceDocument): string => {
  const { operationId, method, path, summary, description, responses } = operation;
  const parameters = operation.parameters.map((each) =>
    resolved(each, document.components.parameters),
  );
  const isRefusal = (status: string) => Number(status) >= 400;
  const all = Object.entries(responses);
  return `<section aria-labelledby="${operationId}">
<h3 id="${operationId}">${escapeHtml(summary)}</h3>
<p>${codeHtml(`${method} ${path}`)}</p>
${htmlFromMarkdown(description.replace(LISTED_CODES, ''))}
<p>Credential: ${credentialHtml(operation, document)}</p>
${parametersHtml(parameters)}
${bodyHtml('Body', operation.requestBody?.content)}
<pre><code>${escapeHtml(curlOf(operation, parameters))}</code></pre>
${all
  .filter(([status]) => !isRefusal(status))
  .map(
    ([status, { description: text = '', content }]) =>
      `<p>Response ${status}: ${inlineHtml(text)}</p>\n${bodyHtml('Content', content)}`,
  )
  .join('\n')}
<details><summary>Error responses of ${codeHtml(operationId)}</summary>
<ul>
${all
  .filter(([status]) => isRefusal(status))
  .map(([status, response]) => `<li>${status}: ${sharedOrOwn(response)}</li>`)
  .join('\n')}
</ul>
</details>
</section>`;
};

/** For readers of generated clients; this page lists the refusals with their meanings. */
const LISTED_CODES = /\n\nError codes: .*$/s;

const resolved = <Part extends { readonly $ref?: string }>(
  part: Part,
  shared: Readonly<Record<string, Part>>,
): Part => ownValue(shared, nameOf(part.$ref ?? '')) ?? part;

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? '';
const anchorOf = (name: string): string => `object-${name}`;

const sharedOrOwn = (response: Response): string => {
  if (response.$ref === undefined) return refusalHtml(response);
  const name = nameOf(response.$ref);
  return `<a href="#${anchorOf(name)}">${escapeHtml(name)}</a>`;
};

const CODE_ITEM = /^- `([a-z_]+)`:/gm;

const refusalHtml = ({ description = '' }: Response): string =>
  htmlFromMarkdown(description.replaceAll(CODE_ITEM, '- [`$1`](/problems/$1):'));

const credentialHtml = ({ security }: Operation, { components }: ReferenceDocument): string => {
  const names = security.flatMap((each) => Object.keys(each));
  return names.length === 0
    ? 'none.'
    : names
        .map((name) => inlineHtml(ownValue(components.securitySchemes, name)?.description ?? name))
        .join(' ');
};

const parametersHtml = (parameters: readonly Parameter[]): string =>
  tableOf(
    ['Parameter', 'In', 'Type', 'Meaning'],
    parameters.map(({ name, in: where, required = false, schema, description = '' }) => [
      `${codeHtml(name)}${required ? ' (required)' : ''}`,
      where,
      typeHtml(schema),
      inlineHtml(description) + limitsHtml(schema),
    ]),
  );

const bodyHtml = (label: string, content: Content | undefined): string =>
  Object.entries(content ?? {})
    .map(
      ([type, { schema, example }]) =>
        `<p>${label}: ${codeHtml(type)}, ${typeHtml(schema)}</p>${
          example === undefined || label === 'Body'
            ? ''
            : `\n<pre><code>${json(example)}</code></pre>`
        }`,
    )
    .join('\n');

const json = (value: unknown): string => escapeHtml(JSON.stringify(value, null, 2));

const objectHtml = (name: string, schema: Schema): string => {
  const { description = '', properties, required = [] } = schema;
  const fields = Object.entries(properties ?? {}).map(([field, each]) => [
    `${codeHtml(field)}${required.includes(field) ? '' : ' (optional)'}`,
    typeHtml(each),
    inlineHtml(each.description ?? '') + limitsHtml(each),
  ]);
  return `<h3 id="${anchorOf(name)}">${escapeHtml(name)}</h3>
${htmlFromMarkdown(description)}
${properties === undefined ? `<p>${typeHtml(schema)}</p>` : tableOf(['Field', 'Type', 'Meaning'], fields)}`;
};

const typeHtml = (schema: Schema): string => {
  const { $ref, type, items, anyOf, format } = schema;
  if ($ref !== undefined) {
    const name = nameOf($ref);
    return `<a href="#${anchorOf(name)}">${escapeHtml(name)}</a>`;
  }
  if (anyOf !== undefined) return anyOf.map(typeHtml).join(' or ');
  if (items !== undefined) return `list of ${typeHtml(items)}`;
  const words = [type ?? 'any'].flat().join(' or ');
  return escapeHtml(format === undefined ? words : `${words} (${format})`);
};

/** Allowed values, in words. */
const limitsHtml = (schema: Schema): string => {
  const { pattern, minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  const values = schema.enum?.map((each) => codeHtml(String(each))).join(', ');
  const lines = [
    ...(values === undefined ? [] : [`One of ${values}.`]),
    ...rangeOf('Length', minLength, maxLength),
    ...rangeOf('Value', minimum, maximum),
    ...rangeOf('Items', minItems, maxItems),
    ...(pattern === undefined ? [] : [`Pattern ${codeHtml(pattern)}.`]),
    ...(schema.default === undefined
      ? []
      : [`Default ${codeHtml(JSON.stringify(schema.default))}.`]),
    ...(schema.examples === undefined
      ? []
      : [`Example ${codeHtml(JSON.stringify(schema.examples[0]))}.`]),
  ];
  return lines.map((line) => `<br>${line}`).join('');
};

const rangeOf = (what: string, least?: number, most?: number): string[] => {
  if (least === undefined && most === undefined) return [];
  if (most === undefined) return [`${what} from ${least}.`];
  return [`${what} ${least === undefined ? '' : `from ${least} `}to ${most}.`.replace('  ', ' ')];
};

/** A call that can be pasted into a shell where `API`, `TOKEN` and `API_KEY` are set. */
const curlOf = (
  { method, path, security, requestBody }: Located,
  parameters: readonly Parameter[],
): string => {
  const exampleOf = (name: string): string => {
    const example = parameters.find((each) => each.name === name)?.schema.examples?.[0];
    return typeof example === 'string' ? example : name;
  };
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleOf(name));
  const names = security.flatMap((each) => Object.keys(each));
  const example = requestBody?.content['application/json']?.example;
  const lines = [
    `curl -sS ${method === 'GET' ? '' : `-X ${method} `}"$API${address}"`,
    ...(names.includes('token') ? [`-H "authorization: bearer $TOKEN"`] : []),
    ...(names.includes('apiKey') ? [`-H "api-key: $API_KEY"`] : []),
    ...(example === undefined
      ? []
      : [
          `-H 'content-type: application/json'`,
          `-d '${shellText(JSON.stringify(example, null, 2))}'`,
        ]),
  ];
  return lines.join(' \\\n  ');
};

const EXAMPLE_MAX = 2_000;

/** Without what ends the quotation; long contents, such as those of images, are cut. */
const shellText = (text: string): string =>
  (text.length > EXAMPLE_MAX ? `${text.slice(0, EXAMPLE_MAX)}…` : text).replaceAll(
    "'",
    String.raw`'\''`,
  );
