type Response = {
  readonly 'x-codes': readonly string[];
  readonly 'x-error-codes'?: readonly string[];
  readonly content: Readonly<Record<string, Media>>;
};
type Media = {
  readonly schema: object;
  readonly examples: Readonly<Record<string, { readonly value: { readonly status: number } }>>;
};

/**
 * Returns a copy of an OpenAPI document in which the schema of each error allows only its `x-codes`.
 * This gives the project's clients typed codes, and tests detect undeclared codes.
 */
export const withTypedCodes = (document: object): object => typed(document) as object;

const typed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(typed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, typed(each)]));
  return isRefusal(value) ? { ...copy, content: contentOf(value) } : copy;
};

/** Selects responses, because operations have the extension, too, but without content. */
const isRefusal = (value: object): value is Response => 'x-codes' in value && 'content' in value;

const contentOf = ({ content, ...codes }: Response): object =>
  Object.fromEntries(
    Object.entries(content).map(([type, { schema, examples }]) => {
      const status = Object.values(examples)[0]?.value.status;
      return [type, { examples, schema: { allOf: [schema, narrowed(codes, status)] } }];
    }),
  );

const narrowed = (
  { 'x-codes': codes, 'x-error-codes': errorCodes }: Omit<Response, 'content'>,
  only: number | undefined,
): object => {
  const problem = { status: { const: only }, code: { enum: codes } };
  if (errorCodes === undefined)
    return { type: 'object', required: ['status', 'code'], properties: problem };
  const properties = { code: { enum: errorCodes } };
  const error = {
    allOf: [
      { $ref: '#/components/schemas/Fault' },
      { type: 'object', required: ['code'], properties },
    ],
  };
  const errors = { type: 'array', minItems: 1, items: error };
  const required = ['status', 'code', 'errors'];
  return { type: 'object', required, properties: { ...problem, errors } };
};
