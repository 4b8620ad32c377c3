import { RETRY_AFTER_S } from './timing.js';

/** One offending field of a request: a JSON Pointer, what is wrong with it, and what is allowed. */
export type FieldError = {
  /** None for a header. */
  readonly pointer?: string;
  readonly code: string;
  readonly detail: string;
};

/** Quota that was used up, for the RateLimit header fields. */
export type Quota = { readonly name: string; readonly max: number; readonly windowS: number };

/** Without a window it is of what is under way at once. */
export type UsedUp = Omit<Quota, 'windowS'> & { readonly windowS: number | null };

export type ProblemKind =
  | 'malformed'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'unsupported_media'
  | 'unmet'
  | 'unacceptable'
  | 'too_many'
  | 'unavailable';

/**
 * The caller's "no", thrown by deciders and handlers. `code` is the machine's contract. The HTTP
 * border turns it into a problem document in one place (`http/problem.filter.ts`).
 */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(
    readonly refusal: ProblemKind,
    readonly code: string,
    detail: string,
    readonly errors: readonly FieldError[] = [],
    /** For `too_many` and `unavailable`: when trying again makes sense. */
    readonly retryAfterS: number | null = null,
    /** For `too_many`: of what. */
    readonly quota: UsedUp | null = null,
  ) {
    super(detail);
  }
}

export const notFound = (code: string, detail: string): Refused =>
  new Refused('not_found', code, detail);

export const conflict = (code: string, detail: string): Refused =>
  new Refused('conflict', code, detail);

/** 400: the request does not have the right shape. */
export const malformed = (
  errors: readonly FieldError[],
  detail = 'The request does not have the right shape',
): Refused => new Refused('malformed', 'validation_failed', detail, errors);

/** 422: content of the right type that is not acceptable. One fault lends the whole its code. */
export const unacceptable = (...errors: readonly FieldError[]): Refused => {
  const [first] = errors;
  return errors.length === 1 && first !== undefined
    ? new Refused('unacceptable', first.code, first.detail, errors)
    : new Refused('unacceptable', 'content_unacceptable', 'Some fields are not acceptable', errors);
};

export const unavailable = (code: string, detail: string, retryAfterS = RETRY_AFTER_S): Refused =>
  new Refused('unavailable', code, detail, [], retryAfterS);

/** Returns a 429 for a request that was not processed; the quota has room again after that time. */
export const tooMany = (code: string, detail: string, retryAfterS: number, quota: Quota): Refused =>
  new Refused('too_many', code, detail, [], retryAfterS, quota);

/** Returns a 429: the limit of parallel requests is reached. */
export const tooManyAtOnce = (detail: string, max: number): Refused =>
  new Refused('too_many', 'rate_limited', detail, [], RETRY_AFTER_S, {
    ...{ name: 'at-once', max, windowS: null },
  });
