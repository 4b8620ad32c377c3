import type { components } from './schema.js';

type ProblemDocument = components['schemas']['Problem'];
type FieldError = components['schemas']['Fault'];
type Answered<T> = { readonly data?: T; readonly error?: unknown; readonly response: Response };

/** A failed request, with a message for people. */
export class ApiError extends Error {
  override readonly name = 'Trouble';

  constructor(
    /** HTTP status. 0 if the service was not reached. */
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly requestId: string | null = null,
    readonly errors: readonly FieldError[] = [],
    readonly retryAfterS: number | null = null,
  ) {
    super(`${code}: ${detail}`);
  }
}

/** Returns the data of a response. @throws {ApiError} if the request failed. */
export const answer = async <T>(call: Promise<Answered<T>>): Promise<T> => {
  const { data, error, response } = await call.catch((reason: unknown) => {
    throw reason instanceof ApiError ? reason : unreachable();
  });
  if (data !== undefined) return data;
  throw isProblem(error) ? refused(error, response) : unexpected(response);
};

export const troubleOf = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError(
        0,
        'page_failed',
        'This page has an error. Load it again. If the error stays, contact the developers.',
      );

/** Returns the error of a field of the rejected request. */
export const fieldError = (error: unknown, name: string): string | undefined =>
  error instanceof ApiError
    ? error.errors.findLast(({ pointer }) => pointer === `/${name}`)?.detail
    : undefined;

const unreachable = () =>
  new ApiError(
    0,
    'unreachable',
    'The service does not respond. Check your connection, then retry.',
  );

const isProblem = (error: unknown): error is ProblemDocument =>
  typeof error === 'object' && error !== null && 'code' in error && 'detail' in error;

const refused = (problem: ProblemDocument, { headers }: Response) => {
  const { status, code, detail, requestId, errors = [] } = problem;
  const retryAfter = Number(headers.get('retry-after') ?? NaN);
  const retryAfterS = Number.isNaN(retryAfter) ? null : retryAfter;
  return new ApiError(status, code, detail, requestId, errors, retryAfterS);
};

const unexpected = ({ status, headers }: Response) =>
  new ApiError(
    status,
    'answer_unreadable',
    `The response (${status}) does not come from this service.`,
    headers.get('x-request-id'),
  );
