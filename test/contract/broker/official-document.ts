import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { Seen } from '../../support/scripted-server.js';

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly type?: unknown };
};
type Operation = {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: unknown;
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly schemas: Readonly<Record<string, { readonly properties?: object }>>;
  };
};

/** Holds requests and values against an OpenAPI 3.1 document; null and [] mean "nothing wrong". */
export class OfficialDocument {
  private readonly document: Document;
  private readonly ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    validateSchema: false,
  });

  constructor(file: string) {
    this.document = parse(readFileSync(file, 'utf8')) as Document;
    this.ajv.addSchema(this.document, 'official');
  }

  schemaFaults(schema: string, value: unknown): unknown {
    return this.faults(['components', 'schemas', schema], value);
  }

  /** By name alone: the schemas are open, and would pass a misspelt property. */
  unknownProperties(schema: string, value: object): readonly string[] {
    const { properties = {} } = this.document.components.schemas[schema] ?? {};
    return Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
  }

  requestFaults(seen: Seen): readonly unknown[] {
    const template = this.templateOf(seen.path);
    const method = seen.method.toLowerCase();
    const operation = this.document.paths[template]?.[method];
    if (operation === undefined) return [`the document has no ${seen.method} ${template}`];
    const at = ['paths', template, method];
    const faults = [
      ...this.parameterFaults(operation, at, seen),
      this.bodyFaults(operation, at, seen),
    ];
    return faults.filter((fault) => fault !== null);
  }

  private parameterFaults(
    { parameters = [] }: Operation,
    at: readonly string[],
    { query, headers }: Seen,
  ): readonly unknown[] {
    const described = parameters.map((one, index) =>
      this.described(one, [...at, 'parameters', String(index)]),
    );
    const known = described.map(({ parameter }) => parameter.name);
    const unknown = [...query.keys()].filter((name) => !known.includes(name));
    const wrong = described.map(({ parameter: { name, in: place, schema }, at: path }) => {
      const sent = place === 'query' ? query.get(name) : headers[name.toLowerCase()];
      if (sent === undefined || sent === null) return null;
      return this.faults([...path, 'schema'], schema.type === 'integer' ? wholeOrText(sent) : sent);
    });
    return [...wrong, ...unknown.map((name) => `no parameter ${name}`)];
  }

  private described(one: Parameter | { readonly $ref: string }, at: readonly string[]) {
    if ('name' in one) return { parameter: one, at };
    const name = one.$ref.split('/').at(-1) ?? '';
    const parameter = this.document.components.parameters[name];
    if (parameter === undefined) throw new Error(`the document has no ${one.$ref}`);
    return { parameter, at: ['components', 'parameters', name] };
  }

  private bodyFaults({ requestBody }: Operation, at: readonly string[], { body }: Seen): unknown {
    if (requestBody === undefined) return body === '' ? null : 'a body nobody asked for';
    const path = [...at, 'requestBody', 'content', 'application/json', 'schema'];
    return this.faults(path, JSON.parse(body));
  }

  private templateOf(path: string): string {
    const template = Object.keys(this.document.paths).find((candidate) =>
      new RegExp(`^${candidate.replaceAll(/\{[^}]+\}/g, '[^/:]+')}$`).test(path),
    );
    if (template === undefined) throw new Error(`the document has no path for ${path}`);
    return template;
  }

  private faults(path: readonly string[], value: unknown): unknown {
    const pointer = path.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'));
    const $ref = `official#/${pointer.map(encodeURIComponent).join('/')}`;
    const validate = this.ajv.compile({ $ref });
    return validate(value) ? null : validate.errors;
  }
}

/** On the wire every parameter is text. */
const wholeOrText = (sent: string | readonly string[]): unknown =>
  typeof sent === 'string' && /^-?\d+$/.test(sent) ? Number(sent) : sent;
