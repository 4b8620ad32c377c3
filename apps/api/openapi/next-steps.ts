import { type KnownRefusal, refusal } from '#http/endpoint.js';
import { ownValue } from '#kernel/own-value.js';

/** Error responses before a request reaches an endpoint. */
export const EARLY_REFUSALS: readonly KnownRefusal[] = [
  refusal(404, 'route_not_found', 'The path does not exist.'),
  refusal(405, 'method_not_allowed', 'The path does not support this method.'),
  refusal(408, 'request_timeout', 'The request arrived too slowly.'),
  refusal(417, 'expectation_unmet', '`Expect` has a value other than `100-continue`.'),
  refusal(431, 'headers_too_large', 'The URL and the headers are too long.'),
];

/** Codes that occur only in `errors` of a 400 with the code `validation_failed`. */
export const ERROR_CODES: readonly KnownRefusal[] = [
  refusal(400, 'count_invalid', 'A list has too few or too many items.'),
  refusal(400, 'date_invalid', 'A query parameter is not a day that exists.'),
  refusal(400, 'field_missing', 'A required field is absent.'),
  refusal(400, 'field_unknown', 'The request contains an unknown field.'),
  refusal(400, 'header_invalid', 'A header has an invalid form.'),
  refusal(400, 'id_invalid', 'An id is not a UUID.'),
  refusal(400, 'json_malformed', 'The body is not well-formed JSON.'),
  refusal(400, 'json_too_deep', 'The body is nested too deeply.'),
  refusal(400, 'json_too_large', 'The body has too many members.'),
  refusal(400, 'parameter_unknown', 'The request contains an unknown query parameter.'),
  refusal(
    400,
    'request_malformed',
    'The request is not well-formed HTTP, or its URL cannot be read.',
  ),
  refusal(400, 'type_invalid', 'A value has the wrong JSON type, or is `null`.'),
  refusal(400, 'word_unknown', 'A value is not one of the allowed words.'),
];

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'Correct the fields in `errors`. `detail` of each error has the allowed values. The same request fails again.',
  401: 'Sign in again, and send the request with the new credentials.',
  403: 'Follow the meaning above. The same request fails again.',
  404: 'Check the id. Objects of other partners are unknown to you.',
  405: 'Use a method from the header `Allow`.',
  408: 'Send the same request again, and send its body without pauses.',
  409: 'Read the object first. The same request succeeds only when the state of the object changes.',
  413: 'Send a shorter body.',
  415: 'Send the body as `application/json` in UTF-8, without compression.',
  417: 'Omit `Expect`.',
  422: 'Correct the fields in `errors`. `detail` of each error has the allowed values. The same request fails again.',
  429: 'Wait for the seconds in `Retry-After`, then send the same request again.',
  431: 'Shorten the URL and the headers.',
  500: 'Send `requestId` to the operator. The same request can be sent again.',
  503: 'Wait for the seconds in `Retry-After`, then send the same request again. It counts once.',
};

/** Next steps that are more specific than the step of the status. */
const BY_CODE: Readonly<Record<string, string>> = {
  account_not_found:
    'Read the trader profile. The account can be read after `brokerAccountStatus` has left `PENDING`.',
  asset_not_found: 'Check the symbol: it has capital letters. Search with `GET /v1/assets`.',
  broker_unavailable: 'Wait for the seconds in `Retry-After`, then read again.',
  broker_account_not_active:
    'Read the trader profile. Send the request again when `brokerAccountStatus` is `ACTIVE`. `statusReason` has the reason for the wait.',
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
  onboarding_completed: 'Read the trader profile. A further session is not needed.',
  market_data_not_loaded: 'Wait for the seconds in `Retry-After`, then read again.',
  order_final: 'Read the order. Its state is final.',
  password_guessable: 'Choose a longer password that is not similar to a word or an e-mail.',
  position_not_found: 'List the positions. A position ends when its last share is sold.',
  role_required: 'Ask a colleague with the required role.',
  route_not_found: 'Check the path against the API reference.',
  signature_invalid: 'Sign the body as it is sent, with the shared secret and the present time.',
  temporarily_unavailable:
    'Send the same request again, with the same `externalId` or `Idempotency-Key`. It counts once, even if the first one was accepted.',
  too_many_attempts:
    'Wait for the seconds in `Retry-After`, and check the code or the password first.',
  transaction_final: 'Read the transaction. It can no longer be canceled.',
  transaction_not_cancelable:
    'Follow the `status` of the deposit. Only withdrawals can be canceled.',
  two_factor_code_invalid: 'Ask the user for the current code of the authenticator app.',
  two_factor_code_required: 'Ask the user for a code, and send it as `code`.',
  trader_profile_not_found: 'Get a session, let the user complete the onboarding, then read again.',
  two_factor_already_enabled: 'Ask the user for a code of the authenticator app.',
  two_factor_not_enabled: 'Enable two-factor authentication for the user first.',
  user_not_active: 'Ask the operator why the user is suspended or closed.',
  user_too_young: 'Register the user from the 18th birthday on.',
  verification_closed: 'Read the verification. Start another one if it was rejected.',
  verification_expired: 'Start another verification.',
  verification_in_progress: 'Continue the verification that is open, or wait for its end.',
  verification_under_review: 'Wait for the result: read the verification again.',
};

/** Returns the codes with a specific next step. */
export const stepsByCode = (): readonly string[] => Object.keys(BY_CODE);

export const nextStepOf = (code: string, status: number): string =>
  ownValue(BY_CODE, code) ?? BY_STATUS[status] ?? BY_STATUS[500]!;
