import { type KnownRefusal, refusal } from '#http/endpoint.js';
import { ownValue } from '#kernel/own-value.js';

/** Error responses before a request reaches an endpoint. */
export const EARLY_REFUSALS: readonly KnownRefusal[] = [
  refusal(404, 'route_not_found', 'The service has no such path.'),
  refusal(405, 'method_not_allowed', 'The path exists, but does not take this method.'),
  refusal(408, 'request_timeout', 'The request came too slowly.'),
  refusal(417, 'expectation_unmet', '`Expect` has another value than `100-continue`.'),
  refusal(431, 'headers_too_large', 'The URL and the headers are too long.'),
];

/** Codes that occur only in `errors` of a 400 with the code `validation_failed`. */
export const ERROR_CODES: readonly KnownRefusal[] = [
  refusal(400, 'count_invalid', 'A list has too few or too many items.'),
  refusal(400, 'date_invalid', 'A query parameter is not a day that exists.'),
  refusal(400, 'field_missing', 'A required field is absent.'),
  refusal(400, 'field_unknown', 'The request has no such field.'),
  refusal(400, 'header_invalid', 'A header has a form that is not allowed.'),
  refusal(400, 'id_invalid', 'An id is not a UUID.'),
  refusal(400, 'json_malformed', 'The body is not well-formed JSON.'),
  refusal(400, 'json_too_deep', 'The body is nested too deeply.'),
  refusal(400, 'json_too_large', 'The body has too many members.'),
  refusal(400, 'parameter_unknown', 'The endpoint has no such query parameter.'),
  refusal(
    400,
    'request_malformed',
    'The request is not well-formed HTTP, or its URL cannot be read.',
  ),
  refusal(400, 'type_invalid', 'A value has the wrong JSON type, or is `null`.'),
  refusal(400, 'word_unknown', 'A value is not one of the allowed words.'),
];

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'Correct what `errors` names. `detail` of each error says what is allowed. The same request fails again.',
  401: 'Sign in again, and send the request with the new credentials.',
  403: 'Send the request as the meaning above demands. The same request fails again.',
  404: 'Check the id. An object of somebody else is unknown to you as well.',
  405: 'Use a method that the header `Allow` names.',
  408: 'Send the same request again, and send its body without pauses.',
  409: 'Read the object first. The same request succeeds only when the state of the object changes.',
  413: 'Send a shorter body.',
  415: 'Send the body as `application/json` in UTF-8, without compression.',
  417: 'Leave `Expect` out.',
  422: 'Correct what `errors` names. `detail` of each error says what is allowed. The same request fails again.',
  429: 'Wait for the seconds in `Retry-After`, then send the same request again.',
  431: 'Shorten the URL and the headers.',
  500: 'Send `requestId` to the operator. The same request can be sent again.',
  503: 'Wait for the seconds in `Retry-After`, then send the same request again. It counts once.',
};

/** Where the step that belongs to the status is not enough. */
const BY_CODE: Readonly<Record<string, string>> = {
  account_not_found:
    'Read the trader profile. The account can be read after `brokerAccountStatus` has left `PENDING`.',
  asset_not_found: 'Check the symbol: it has capital letters. Search with `GET /v1/assets`.',
  broker_unavailable: 'Wait for the seconds in `Retry-After`, then read again.',
  broker_account_not_active:
    'Read the trader profile. Send the request again when `brokerAccountStatus` is `ACTIVE`; `statusReason` says what the account waits for.',
  broker_account_restricted:
    'Read `statusReason` of the trader profile, and ask the operator when the restriction ends.',
  email_already_exists: 'Use the user that has this e-mail, or register with another e-mail.',
  external_id_already_exists:
    'Read the object that has this `externalId`. Use a new `externalId` for another object.',
  https_required: 'Send the request to the `https://` address.',
  idempotency_key_in_use: 'Wait for the first request to end, then send the same request again.',
  idempotency_key_reused: 'Use a new `Idempotency-Key` for another body.',
  invalid_credentials:
    'Check the API key, the e-mail and the password. The operator can issue new ones.',
  invalid_token: 'Refresh the token, or log in again, and send the request with the new token.',
  insufficient_withdrawable_cash: 'Send at most the amount that `detail` names.',
  limit_exceeded: 'Send a smaller amount, or ask the operator to raise your limit.',
  onboarding_completed: 'Read the trader profile: no further session is needed.',
  market_data_not_loaded: 'Wait for the seconds in `Retry-After`, then read again.',
  order_final: 'Read the order: nothing can change it any more.',
  password_guessable: 'Choose a longer password that is close to no word and to no e-mail.',
  position_not_found: 'List the positions. A position ends when its last share is sold.',
  role_required: 'Ask somebody whose role allows it.',
  route_not_found: 'Check the path against the API reference.',
  signature_invalid: 'Sign the body as it is sent, with the shared secret and the present time.',
  temporarily_unavailable:
    'Send the same request again, with the same `externalId` or `Idempotency-Key`: it counts once, also if it was accepted after all.',
  too_many_attempts:
    'Wait for the seconds in `Retry-After`, and check the code or the password first.',
  transaction_final: 'Read the transaction: it cannot be canceled any more.',
  transaction_not_cancelable:
    'Follow the `status` of the deposit: only withdrawals can be canceled.',
  two_factor_code_invalid: 'Ask the user for the current code of the authenticator app.',
  two_factor_code_required: 'Ask the user for a code, and send it as `code`.',
  trader_profile_not_found: 'Get a session, let the user complete the onboarding, then read again.',
  two_factor_already_enabled: 'Ask the user for a code of the authenticator app.',
  two_factor_not_enabled: 'Enable two-factor authentication for the user first.',
  user_not_active: 'Ask the operator why the user is suspended or closed.',
  user_too_young: 'A user can be registered from the 18th birthday.',
  verification_closed: 'Read the verification. Start another one if it was rejected.',
  verification_expired: 'Start another verification.',
  verification_in_progress: 'Continue the verification that is open, or wait for its end.',
  verification_under_review: 'Wait for the result: read the verification again.',
};

/** Codes with a step of their own. */
export const stepsByCode = (): readonly string[] => Object.keys(BY_CODE);

export const nextStepOf = (code: string, status: number): string =>
  ownValue(BY_CODE, code) ?? BY_STATUS[status] ?? BY_STATUS[500]!;
