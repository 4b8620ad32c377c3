import { z } from 'zod';
import type { OutboundResponse } from '#http/outbound/outbound-http.js';
import { type Sent } from './broker.js';
import { decoded } from './alpaca-wire.js';
import { pauseNamed } from './pacing/rate-headers.js';
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
  answer: OutboundResponse,
  schema: z.ZodType<Thing>,
  isKnown: (refusal: BrokerRejection) => boolean,
): Sent<Thing> => {
  if (isSuccess(answer)) return { kind: 'accepted', value: decoded(answer, schema) };
  if (isThrottled(answer))
    return { kind: 'throttled', retryAfterMs: pauseNamed(answer, Date.now()) };
  const refusal = refusalOf(answer);
  const { code, message: reason } = refusal;
  if (code === null) return unclear(answer);
  return { kind: isKnown(refusal) ? 'exists' : 'refused', reason };
};

/** Whether the broker itself reports a missing record. @throws {OutcomeUnknown} if a proxy does */
export const isMissing = (answer: OutboundResponse): boolean => {
  if (answer.status !== 404) return false;
  if (refusalOf(answer).code === null) throw unsettled(answer);
  return true;
};

/** Statuses with which the broker sends some rejections as plain text. */
const SAID_IN_WORDS = new Set([400, 403, 422]);

const unclear = (
  answer: OutboundResponse,
): { readonly kind: 'unclear'; readonly reason: string } => {
  const reason = messageOf(answer);
  if (!SAID_IN_WORDS.has(answer.status) || reason === '') throw unsettled(answer);
  return { kind: 'unclear', reason };
};

/** Returns the content of a read. @throws {OutcomeUnknown} except for a readable success */
export const foundOf = <Thing>(answer: OutboundResponse, schema: z.ZodType<Thing>): Thing => {
  if (!isSuccess(answer)) throw unsettled(answer);
  return decoded(answer, schema);
};

/**
 * Returns the rejection of the broker, or of a proxy in front of it, which responds in HTML or
 * another format. Statuses about our credentials, rate or timing do not concern the customer's
 * request. @throws {OutcomeUnknown} for those, and outside 4xx
 */
export const refusalOf = (answer: OutboundResponse): BrokerRejection => {
  const { status } = answer;
  if (status < 400 || status > 499 || UNSETTLED.has(status)) throw unsettled(answer);
  if (isHtml(answer) || (status === 403 && ABOUT_OUR_KEY.test(messageOf(answer))))
    throw unsettled(answer);
  const message = messageOf(answer) || `the broker returned ${status}`;
  return { status, code: errorOf(answer).code ?? null, message };
};

/**
 * Whether the broker itself throttled the request, so that it was not executed. A proxy's 429 does
 * not show that.
 */
export const isThrottled = (answer: OutboundResponse): boolean =>
  answer.status === 429 && errorOf(answer).code !== undefined;

export const isSuccess = ({ status }: OutboundResponse): boolean => status >= 200 && status < 300;

const UNSETTLED = new Set([401, 407, 408, 425, 429]);
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

const messageOf = (answer: OutboundResponse): string =>
  isHtml(answer)
    ? ''
    : errorOf(answer).message.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_MESSAGE_CHARACTERS);

const isHtml = ({ text }: OutboundResponse): boolean => text.trimStart().startsWith('<');

const unsettled = (answer: OutboundResponse): OutcomeUnknown => {
  const message = answer.status >= 400 ? messageOf(answer) : '';
  return new OutcomeUnknown(
    `${answer.label} returned ${answer.status}${message === '' ? '' : `: ${message}`}`,
  );
};
