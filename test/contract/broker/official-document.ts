import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { Seen } from '../../support/scripted-server.js';

type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly type?: unknown };
};
type Reference = { readonly $ref: string };
type Described = Partial<Reference> & {
  readonly properties?: object;
  readonly allOf?: readonly Described[];
  readonly oneOf?: readonly Described[];
};
type Response = {
  readonly content?: Readonly<Record<string, { readonly schema: Described }>>;
};
type Operation = {
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, Response | Reference>>;
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly schemas: Readonly<Record<string, Described>>;
  };
};

/** A response to a request. For an event stream, one message replaces the body. */
export type Answered = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
};

/** Compares requests and values with an OpenAPI 3.1 document. Null and [] mean success. */
export class OfficialDocument {
  private readonly document: Document;
  private readonly ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    logger: false,
    formats: FORMATS,
  });

  constructor(file: string) {
    this.document = parse(readFileSync(file, 'utf8')) as Document;
    this.ajv.addSchema(this.document, 'official');
  }

  schemaErrors(schema: string, value: unknown): unknown {
    return this.faults(['components', 'schemas', schema], value);
  }

  /** Checks names only, because the schemas are open and would accept a misspelled property. */
  unknownProperties(schema: string, value: object): readonly string[] {
    const known = this.propertiesOf(this.document.components.schemas[schema] ?? {});
    return Object.keys(value).filter((name) => !known.includes(name));
  }

  /**
   * Compares rejections with the error schema, also where the document declares plain text or
   * nothing: the broker sends that envelope.
   */
  responseErrors({ method, path, status, body }: Answered): unknown {
    if (status >= 400) return this.schemaErrors('Error', body);
    const template = this.templateOf(path);
    const at = ['paths', template, method.toLowerCase(), 'responses', `${status}`];
    const operation = this.document.paths[template]?.[method.toLowerCase()];
    const response = operation?.responses[`${status}`];
    if (response === undefined) return [`the document lacks ${status} of ${method} ${template}`];
    if ('$ref' in response) throw new Error(`${template}: a success by reference`);
    const type = Object.keys(response.content ?? {})[0];
    if (type === undefined) return (body ?? '') === '' ? null : ['an undocumented body'];
    const schema = [...at, 'content', type, 'schema'];
    return this.faults(type === 'text/event-stream' ? [...schema, 'items'] : schema, body);
  }

  /** Properties of all variants of the schema. */
  private propertiesOf({ $ref, properties = {}, allOf = [], oneOf = [] }: Described): string[] {
    const name = $ref?.split('/').at(-1) ?? '';
    const named = $ref === undefined ? [] : [this.document.components.schemas[name] ?? {}];
    const parts = [...named, ...allOf, ...oneOf].flatMap((part) => this.propertiesOf(part));
    return [...Object.keys(properties), ...parts];
  }

  requestErrors(seen: Seen): readonly unknown[] {
    const template = this.templateOf(seen.path);
    const method = seen.method.toLowerCase();
    const operation = this.document.paths[template]?.[method];
    if (operation === undefined) return [`the document lacks ${seen.method} ${template}`];
    const at = ['paths', template, method];
    const faults = [
      ...this.parameterErrors(operation, at, seen),
      this.bodyErrors(operation, at, seen),
    ];
    return faults.filter((fault) => fault !== null);
  }

  private parameterErrors(
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
    return [...wrong, ...unknown.map((name) => `unknown parameter ${name}`)];
  }

  private described(one: Parameter | Reference, at: readonly string[]) {
    if ('name' in one) return { parameter: one, at };
    const name = one.$ref.split('/').at(-1) ?? '';
    const parameter = this.document.components.parameters[name];
    if (parameter === undefined) throw new Error(`the document lacks ${one.$ref}`);
    return { parameter, at: ['components', 'parameters', name] };
  }

  private bodyErrors({ requestBody }: Operation, at: readonly string[], { body }: Seen): unknown {
    if (requestBody === undefined) return body === '' ? null : 'an undocumented request body';
    const path = [...at, 'requestBody', 'content', 'application/json', 'schema'];
    return this.faults(path, JSON.parse(body));
  }

  private templateOf(path: string): string {
    const template = Object.keys(this.document.paths).find((candidate) =>
      new RegExp(`^${candidate.replaceAll(/\{[^}]+\}/g, '[^/:]+')}$`).test(path),
    );
    if (template === undefined) throw new Error(`the document lacks a path for ${path}`);
    return template;
  }

  private faults(path: readonly string[], value: unknown): unknown {
    const pointer = path.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'));
    const $ref = `official#/${pointer.map(encodeURIComponent).join('/')}`;
    const validate = this.ajv.compile({ $ref });
    return validate(value) ? null : validate.errors;
  }
}

/** Formats of the document that are stricter than their type. */
const FORMATS = {
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  ulid: /^[0-7][\dA-HJKMNP-TV-Z]{25}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  decimal: /^-?\d+(\.\d+)?$/,
};

/** Query parameters arrive as text. */
const wholeOrText = (sent: string | readonly string[]): unknown =>
  typeof sent === 'string' && /^-?\d+$/.test(sent) ? Number(sent) : sent;
