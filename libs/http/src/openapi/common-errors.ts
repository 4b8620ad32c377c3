import { type Credential, type DeclaredEndpoint, type KnownRefusal, refusal } from '../endpoint.js';
import { type FieldError, type RequestCodes, allowedText } from './request-codes.js';

/** Input for the common errors of an endpoint. */
export type Needs = {
  readonly credential: Credential;
  readonly body: boolean;
  readonly read: boolean;
  readonly codes: RequestCodes;
};

export type ErrorResponses = {
  readonly status: number;
  readonly refusals: readonly KnownRefusal[];
  /** Codes of errors in `errors`. */
  readonly errorCodes: readonly string[];
  /** Errors of fields, for examples. */
  readonly fieldErrors: readonly FieldError[];
};

const ANY_REQUEST = ['request_malformed'];
const ANY_QUERY = ['parameter_unknown'];
const ANY_BODY = ['json_malformed', 'json_too_deep', 'json_too_large'];

const badRequest = refusal(
  400,
  'validation_failed',
  'The request does not have the right shape; `errors` names every error.',
);
const invalidToken = refusal(
  401,
  'invalid_token',
  'The token is missing, malformed, expired or revoked.',
);
const notSignedIn = refusal(401, 'not_signed_in', 'There is no session, or it has ended.');
const crossSite = refusal(
  403,
  'cross_site_request',
  'The request has neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service.',
);
const roleRequired = refusal(403, 'role_required', 'Your role does not allow this.');
const httpsRequired = refusal(403, 'https_required', 'The request came over plain HTTP.');
const keyInUse = refusal(
  409,
  'idempotency_key_in_use',
  'The first request under this `Idempotency-Key` is still running.',
);
const tooLarge = refusal(
  413,
  'body_too_large',
  'The body is too long. The limit is 16 kB to log in or to refresh tokens, and 64 kB elsewhere unless stated otherwise. `detail` contains the limit.',
);
const noJson = [
  refusal(415, 'media_type_unsupported', 'The body is not `application/json` in UTF-8.'),
  refusal(415, 'content_encoding_unsupported', 'The body is compressed.'),
];
const keyReused = refusal(
  422,
  'idempotency_key_reused',
  'This `Idempotency-Key` was used with another body.',
);
const rateLimited = refusal(
  429,
  'rate_limited',
  'Too many requests. Wait for the seconds in `Retry-After`.',
);
const internalError = refusal(500, 'internal_error', 'An error on our side: quote the request id.');
const busy = [
  refusal(
    503,
    'temporarily_unavailable',
    'Nothing is confirmed. Send the same request again: it counts once, even if the first one was accepted.',
  ),
  refusal(503, 'shutting_down', 'Nothing was accepted. Send it again.'),
];
const rebuilding = [
  refusal(503, 'read_model_rebuilding', 'The requested data is being rebuilt.'),
  refusal(503, 'read_model_unavailable', 'The requested data cannot be read right now.'),
];

/** Returns the error responses of an endpoint by status, in ascending order. */
export const errorsOf = (endpoint: DeclaredEndpoint, needs: Needs): ErrorResponses[] => {
  const { refuses = [], idempotencyKey } = endpoint;
  const { credential, body, read, codes } = needs;
  const all = [
    badRequest,
    ...entryRefusals(credential, read),
    httpsRequired,
    ...refuses,
    ...(idempotencyKey === true ? [keyInUse, keyReused] : []),
    ...(body ? [tooLarge, ...noJson] : []),
    ...contentRefusals(refuses, codes, body),
    rateLimited,
    internalError,
    ...busy,
    ...(read && readsModels(credential) ? rebuilding : []),
  ];
  const statuses = [...new Set(all.map(({ status }) => status))].sort((a, b) => a - b);
  return statuses.map((status) => {
    const refusals = all.filter((each) => each.status === status);
    return {
      status,
      refusals,
      errorCodes: errorCodes(status, refusals, endpoint, needs),
      fieldErrors: codes.errors,
    };
  });
};

const entryRefusals = (credential: Credential, read: boolean): readonly KnownRefusal[] => {
  const written = read ? [] : [crossSite];
  switch (credential) {
    case 'token':
      return [invalidToken];
    case 'entrance':
      return written;
    case 'session':
      return [notSignedIn, ...written];
    case 'operator':
    case 'finance':
      return [notSignedIn, ...written, roleRequired];
    case 'apiKey':
    case 'signature':
    case 'none':
      return [];
  }
};

const readsModels = (credential: Credential): boolean =>
  ['token', 'session', 'operator', 'finance'].includes(credential);

/**
 * A 422 with one error has that error's code. With several errors it is `content_unacceptable`,
 * which needs a body or several codes.
 */
const contentRefusals = (
  declared: readonly KnownRefusal[],
  codes: RequestCodes,
  body: boolean,
): readonly KnownRefusal[] => {
  const known = declared.filter(({ status }) => status === 422).map(({ code }) => code);
  const own = codes.content
    .filter((code) => !known.includes(code))
    .map((code) => refusal(422, code, allowedText(code, codes.errors)));
  const count = known.length + own.length;
  if (count === 0 || (count === 1 && !body)) return own;
  return [
    ...own,
    refusal(422, MANY, 'More than one field is not acceptable; `errors` names each.'),
  ];
};

const MANY = 'content_unacceptable';

const errorCodes = (
  status: number,
  refusals: readonly KnownRefusal[],
  { idempotencyKey }: DeclaredEndpoint,
  { body, codes }: Needs,
): readonly string[] => {
  switch (status) {
    case 400:
      return [
        ...codes.shape,
        ...(body && codes.shape.length > 0 ? ['field_unknown'] : []),
        ...ANY_QUERY,
        ...(idempotencyKey === true ? ['header_invalid'] : []),
        ...(body ? ANY_BODY : []),
        ...ANY_REQUEST,
      ];
    case 422:
      return refusals.map(({ code }) => code).filter((code) => code !== MANY);
    default:
      return [];
  }
};

/** Error responses that many endpoints share, by component name. */
export const sharedRefusals: Readonly<Record<string, ErrorResponses>> = {
  NoParameters: {
    status: 400,
    refusals: [badRequest],
    errorCodes: [...ANY_QUERY, ...ANY_REQUEST],
    fieldErrors: [],
  },
  InvalidToken: { status: 401, refusals: [invalidToken], errorCodes: [], fieldErrors: [] },
  HttpsRequired: { status: 403, refusals: [httpsRequired], errorCodes: [], fieldErrors: [] },
  BodyTooLarge: { status: 413, refusals: [tooLarge], errorCodes: [], fieldErrors: [] },
  NoJson: { status: 415, refusals: noJson, errorCodes: [], fieldErrors: [] },
  RateLimited: { status: 429, refusals: [rateLimited], errorCodes: [], fieldErrors: [] },
  InternalError: { status: 500, refusals: [internalError], errorCodes: [], fieldErrors: [] },
  Unavailable: { status: 503, refusals: busy, errorCodes: [], fieldErrors: [] },
  NotReadable: { status: 503, refusals: [...busy, ...rebuilding], errorCodes: [], fieldErrors: [] },
};
