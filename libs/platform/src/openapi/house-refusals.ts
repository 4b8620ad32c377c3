import {
  type Credential,
  type DeclaredEndpoint,
  type KnownRefusal,
  refusal,
} from '../http/endpoint.js';
import type { RequestCodes } from './request-codes.js';

/** What the house refuses at every endpoint of a kind, before or around what it declares itself. */
export type Needs = {
  readonly credential: Credential;
  readonly body: boolean;
  readonly read: boolean;
  readonly codes: RequestCodes;
};

export type Refusals = {
  readonly status: number;
  readonly refusals: readonly KnownRefusal[];
  /** What a fault of the request can be called. */
  readonly faultCodes: readonly string[];
};

const ANY_REQUEST = ['request_malformed'];
const ANY_QUERY = ['parameter_unknown'];
const ANY_BODY = ['json_malformed', 'json_too_deep', 'json_too_large', 'field_repeated'];

const badRequest = refusal(
  400,
  'validation_failed',
  'The request does not have the right shape; `errors` names every fault.',
);
const invalidToken = refusal(
  401,
  'invalid_token',
  'The token is missing, malformed, expired or revoked.',
);
const notSignedIn = refusal(401, 'not_signed_in', 'There is no session, or it is over.');
const crossSite = refusal(
  403,
  'cross_site_request',
  'Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.',
);
const roleRequired = refusal(403, 'role_required', 'Your role does not open this.');
const httpsRequired = refusal(403, 'https_required', 'The request came over plain HTTP.');
const keyInUse = refusal(
  409,
  'idempotency_key_in_use',
  'The first request under this `Idempotency-Key` still runs.',
);
const tooLarge = refusal(
  413,
  'body_too_large',
  'The body is longer than allowed here, 16 kB to log in or to refresh tokens and 64 kB elsewhere unless said otherwise; `detail` tells how long it may be.',
);
const noJson = [
  refusal(415, 'media_type_unsupported', 'The body is not `application/json` in UTF-8.'),
  refusal(415, 'content_encoding_unsupported', 'The body is compressed.'),
];
const keyReused = refusal(
  422,
  'idempotency_key_reused',
  'This `Idempotency-Key` came with another body before.',
);
const rateLimited = refusal(429, 'rate_limited', 'Too many requests: wait as `Retry-After` says.');
const internalError = refusal(500, 'internal_error', 'A fault of ours: quote the request id.');
const busy = [
  refusal(
    503,
    'temporarily_unavailable',
    'Nothing is confirmed. Send the same again: it counts once, also if it was accepted after all.',
  ),
  refusal(503, 'shutting_down', 'Nothing was accepted. Send it again.'),
];
const rebuilding = [
  refusal(503, 'read_model_rebuilding', 'What you ask for is being put together anew.'),
  refusal(503, 'read_model_unavailable', 'What you ask for cannot be read right now.'),
];

/** Every "no" of an endpoint by status, in ascending order. */
export const refusalsOf = (endpoint: DeclaredEndpoint, needs: Needs): Refusals[] => {
  const { refuses = [], idempotencyKey } = endpoint;
  const { credential, body, read, codes } = needs;
  const all = [
    badRequest,
    ...entryRefusals(credential, read),
    httpsRequired,
    ...refuses,
    ...(idempotencyKey === true ? [keyInUse, keyReused] : []),
    ...(body ? [tooLarge, ...noJson] : []),
    ...contentRefusals(refuses, codes.content),
    rateLimited,
    internalError,
    ...busy,
    ...(read && readsModels(credential) ? rebuilding : []),
  ];
  const statuses = [...new Set(all.map(({ status }) => status))].sort((a, b) => a - b);
  return statuses.map((status) => {
    const refusals = all.filter((each) => each.status === status);
    return { status, refusals, faultCodes: faultCodes(status, refusals, endpoint, needs) };
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

/** A single fault lends a 422 its code; several make it `content_unacceptable`. */
const contentRefusals = (declared: readonly KnownRefusal[], codes: readonly string[]) => {
  const known = declared.filter(({ status }) => status === 422).map(({ code }) => code);
  const own = codes
    .filter((code) => !known.includes(code))
    .map((code) => refusal(422, code, 'See the field that `errors` names.'));
  return known.length + own.length === 0
    ? []
    : [...own, refusal(422, MANY, 'More than one field is not acceptable; `errors` names each.')];
};

const MANY = 'content_unacceptable';

const faultCodes = (
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

/** What looks the same at many endpoints, by the name it has in the document. */
export const sharedRefusals: Readonly<Record<string, Refusals>> = {
  NoParameters: { status: 400, refusals: [badRequest], faultCodes: [...ANY_QUERY, ...ANY_REQUEST] },
  InvalidToken: { status: 401, refusals: [invalidToken], faultCodes: [] },
  HttpsRequired: { status: 403, refusals: [httpsRequired], faultCodes: [] },
  BodyTooLarge: { status: 413, refusals: [tooLarge], faultCodes: [] },
  NoJson: { status: 415, refusals: noJson, faultCodes: [] },
  RateLimited: { status: 429, refusals: [rateLimited], faultCodes: [] },
  InternalError: { status: 500, refusals: [internalError], faultCodes: [] },
  Unavailable: { status: 503, refusals: busy, faultCodes: [] },
  NotReadable: { status: 503, refusals: [...busy, ...rebuilding], faultCodes: [] },
};
