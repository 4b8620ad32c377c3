import type { Schemas } from '../../api/client.js';

type Endpoint = Schemas['WebhookEndpoint'];
type Attempt = Schemas['WebhookAttempt'];

const REASONS: Readonly<Record<NonNullable<Endpoint['statusReason']>, string>> = {
  by_partner: 'by the partner',
  by_operator: 'by an operator',
  gone: 'by the service, because it returned 410',
  failing: 'by the service, because it accepted nothing for 3 days',
};

/** Describes who disabled an endpoint. Null while it is enabled. */
export const disabledWords = ({ statusReason }: Endpoint): string | null =>
  statusReason === null ? null : `Disabled ${REASONS[statusReason]}`;

export const isDisabledByPerson = ({ statusReason }: Endpoint): boolean =>
  statusReason === 'by_partner' || statusReason === 'by_operator';

export const typesWords = ({ types }: Endpoint): string => types?.join(', ') ?? 'all types';

/** Describes the result of one request to the endpoint. */
export const attemptWords = ({ status, error, durationMs }: Attempt): string =>
  `${status === null ? `no response (${error ?? 'unknown'})` : `status ${status}`} after ${durationMs} ms`;

export const attemptsWords = (attempts: readonly Attempt[]): string => {
  const last = attempts.at(-1);
  if (last === undefined) return 'none yet';
  const count = attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`;
  return `${count}, the last: ${last.status ?? 'no response'}`;
};
