import { RETRY_AFTER_S } from './timing.js';

/** Error of a field of a request. `detail` says what is allowed. */
export type FieldError = {
  /** JSON Pointer of the field. Missing for a header. */
  readonly pointer?: string;
  readonly code: string;
  readonly detail: string;
};

/** Exhausted quota, for the RateLimit header fields. */
export type Quota = { readonly name: string; readonly max: number; readonly windowS: number };

/** Exhausted quota. Null window: the quota limits parallel requests. */
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
 * Rejection of a request, thrown by deciders and handlers. `code` is part of the API's contract.
 * `http/problem.filter.ts` converts the error into a problem document.
 */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(
    readonly refusal: ProblemKind,
    readonly code: string,
    detail: string,
    readonly errors: readonly FieldError[] = [],
    /** Time after which a retry makes sense, for `too_many` and `unavailable`. */
    readonly retryAfterS: number | null = null,
    /** Exhausted quota, for `too_many`. */
    readonly quota: UsedUp | null = null,
  ) {
    super(detail);
  }
}

export const notFound = (code: string, detail: string): Refused =>
  new Refused('not_found', code, detail);

export const conflict = (code: string, detail: string): Refused =>
  new Refused('conflict', code, detail);

/** Returns a 400: the request does not have the right shape. */
export const malformed = (
  errors: readonly FieldError[],
  detail = 'The request does not have the right shape',
): Refused => new Refused('malformed', 'validation_failed', detail, errors);

/** Returns a 422: content of the right type with wrong fields. A single error determines the code. */
export const unacceptable = (...errors: readonly FieldError[]): Refused => {
  const [first] = errors;
  return errors.length === 1 && first !== undefined
    ? new Refused('unacceptable', first.code, first.detail, errors)
    : new Refused('unacceptable', 'content_unacceptable', 'Some fields are not acceptable', errors);
};

export const unavailable = (code: string, detail: string, retryAfterS = RETRY_AFTER_S): Refused =>
  new Refused('unavailable', code, detail, [], retryAfterS);

/** Returns a 429 for a request that was not processed. The quota has room after `retryAfterS`. */
export const tooMany = (code: string, detail: string, retryAfterS: number, quota: Quota): Refused =>
  new Refused('too_many', code, detail, [], retryAfterS, quota);

/** Returns a 429: the limit of parallel requests is reached. */
export const tooManyAtOnce = (detail: string, max: number): Refused =>
  new Refused('too_many', 'rate_limited', detail, [], RETRY_AFTER_S, {
    ...{ name: 'at-once', max, windowS: null },
  });
