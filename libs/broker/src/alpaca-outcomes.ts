import { z } from 'zod';
import type { OutboundResponse } from '#http/outbound/outbound-http.js';
import { type Sent } from './broker.js';
import { decoded } from './alpaca-wire.js';
import { requestedPauseMs } from './pacing/rate-headers.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

/** A rejection of one request. */
export type BrokerRejection = {
  readonly status: number;
  /**
   * The broker's code. It is null outside its envelope, where a proxy may have sent the rejection.
   */
  readonly code: number | null;
  readonly message: string;
};

/** Classifies the response to a send. @throws {OutcomeUnknown} if it does not show the outcome */
export const sentOf = <Thing>(
  response: OutboundResponse,
  schema: z.ZodType<Thing>,
  isKnown: (refusal: BrokerRejection) => boolean,
): Sent<Thing> => {
  if (isSuccess(response)) return { kind: 'accepted', value: decoded(response, schema) };
  if (isThrottled(response))
    return { kind: 'throttled', retryAfterMs: requestedPauseMs(response, Date.now()) };
  const refusal = refusalOf(response);
  const { code, message: reason } = refusal;
  if (code === null) return unclear(response);
  return { kind: isKnown(refusal) ? 'exists' : 'refused', reason };
};

/** Whether the broker itself reports a missing record. @throws {OutcomeUnknown} if a proxy does */
export const isMissing = (response: OutboundResponse): boolean => {
  if (response.status !== 404) return false;
  if (refusalOf(response).code === null) throw unknownOutcome(response);
  return true;
};

/** Statuses with which the broker sends some rejections as plain text. */
const PLAIN_TEXT_STATUSES = new Set([400, 403, 422]);

const unclear = (
  response: OutboundResponse,
): { readonly kind: 'unclear'; readonly reason: string } => {
  const reason = messageOf(response);
  if (!PLAIN_TEXT_STATUSES.has(response.status) || reason === '') throw unknownOutcome(response);
  return { kind: 'unclear', reason };
};

/** Returns the content of a read. @throws {OutcomeUnknown} except for a readable success */
export const foundOf = <Thing>(response: OutboundResponse, schema: z.ZodType<Thing>): Thing => {
  if (!isSuccess(response)) throw unknownOutcome(response);
  return decoded(response, schema);
};

/**
 * Returns the rejection of the broker, or of a proxy in front of it, which responds in HTML or
 * another format. Statuses about our credentials, rate or timing do not concern the customer's
 * request. @throws {OutcomeUnknown} for those, and outside 4xx
 */
export const refusalOf = (response: OutboundResponse): BrokerRejection => {
  const { status } = response;
  if (status < 400 || status > 499 || UNKNOWN_STATUSES.has(status)) throw unknownOutcome(response);
  if (isHtml(response) || (status === 403 && ABOUT_OUR_KEY.test(messageOf(response))))
    throw unknownOutcome(response);
  const message = messageOf(response) || `the broker returned ${status}`;
  return { status, code: errorOf(response).code ?? null, message };
};

/**
 * Whether the broker itself throttled the request, so that it was not executed. A proxy's 429 does
 * not show that.
 */
export const isThrottled = (response: OutboundResponse): boolean =>
  response.status === 429 && errorOf(response).code !== undefined;

export const isSuccess = ({ status }: OutboundResponse): boolean => status >= 200 && status < 300;

const UNKNOWN_STATUSES = new Set([401, 407, 408, 425, 429]);
const ABOUT_OUR_KEY = /^(forbidden|unauthorized|request is not authorized)\.?$/i;
const MAX_MESSAGE_CHARACTERS = 300;

const envelope = z.object({
  code: z.number().optional().catch(undefined),
  message: z.string().catch(''),
});

const errorOf = ({ body, text }: OutboundResponse): z.output<typeof envelope> => {
  if (typeof body === 'string') return { message: body };
  const parsed = envelope.safeParse(body);
  if (parsed.success) return parsed.data;
  return { message: body === undefined ? text : '' };
};

const messageOf = (response: OutboundResponse): string =>
  isHtml(response)
    ? ''
    : errorOf(response).message.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_MESSAGE_CHARACTERS);

const isHtml = ({ text }: OutboundResponse): boolean => text.trimStart().startsWith('<');

const unknownOutcome = (response: OutboundResponse): OutcomeUnknown => {
  const message = response.status >= 400 ? messageOf(response) : '';
  return new OutcomeUnknown(
    `${response.label} returned ${response.status}${message === '' ? '' : `: ${message}`}`,
  );
};
