import type { Schemas } from './client.js';

type ProblemDocument = Schemas['Problem'];
type Answered<T> = { readonly data?: T; readonly error?: unknown; readonly response: Response };

/** Why a request did not come to what was wanted, in words for the reader. */
export class Trouble extends Error {
  override readonly name = 'Trouble';

  constructor(
    /** 0 when the service was not reached. */
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly requestId: string | null = null,
    readonly faults: readonly Schemas['Fault'][] = [],
    readonly retryAfterS: number | null = null,
  ) {
    super(`${code}: ${detail}`);
  }
}

/** What the service answered. @throws {Trouble} when that was no. */
export const answer = async <T>(call: Promise<Answered<T>>): Promise<T> => {
  const { data, error, response } = await call.catch((reason: unknown) => {
    throw reason instanceof Trouble ? reason : unreachable();
  });
  if (data !== undefined) return data;
  throw isProblem(error) ? refused(error, response) : unexpected(response);
};

export const troubleOf = (error: unknown): Trouble =>
  error instanceof Trouble
    ? error
    : new Trouble(0, 'page_failed', 'This page has a fault. Load it again; if it stays, tell us.');

/** What is wrong with each field of a form, by the field's name. */
export const faultsByField = (error: unknown): Readonly<Record<string, string>> => {
  const faults = error instanceof Trouble ? error.faults : [];
  return Object.fromEntries(
    faults.map(({ pointer = '', detail }) => [pointer.replace(/^\//, ''), detail]),
  );
};

const unreachable = () =>
  new Trouble(
    0,
    'unreachable',
    'The service does not answer. Look at your connection, then retry.',
  );

const isProblem = (error: unknown): error is ProblemDocument =>
  typeof error === 'object' && error !== null && 'code' in error && 'detail' in error;

const refused = (problem: ProblemDocument, { headers }: Response) => {
  const { status, code, detail, requestId, errors = [] } = problem;
  const retryAfter = Number(headers.get('retry-after') ?? NaN);
  const retryAfterS = Number.isNaN(retryAfter) ? null : retryAfter;
  return new Trouble(status, code, detail, requestId, errors, retryAfterS);
};

const unexpected = ({ status, headers }: Response) =>
  new Trouble(
    status,
    'answer_unreadable',
    `The answer (${status}) is none of this service.`,
    headers.get('x-request-id'),
  );
