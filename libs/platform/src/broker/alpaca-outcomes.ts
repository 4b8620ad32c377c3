import { z } from 'zod';
import type { OutboundAnswer } from '../core/outbound-http.js';
import { OutcomeUnknown, type Sent } from './broker.js';
import { decoded } from './alpaca-wire.js';
import { pauseNamed } from './pacing/rate-headers.js';

/** A "no" about this one request. */
export type Refusal = {
  readonly status: number;
  /** The broker's own; null when the "no" is not in its envelope and may be that of an edge. */
  readonly code: number | null;
  readonly message: string;
};

/** Sorts the answer to a send. @throws {OutcomeUnknown} when it settles nothing */
export const sentOf = <Thing>(
  answer: OutboundAnswer,
  schema: z.ZodType<Thing>,
  isKnown: (refusal: Refusal) => boolean,
): Sent<Thing> => {
  if (isSuccess(answer)) return { kind: 'accepted', value: decoded(answer, schema) };
  if (isThrottled(answer))
    return { kind: 'throttled', retryAfterMs: pauseNamed(answer, Date.now()) };
  const refusal = refusalOf(answer);
  const { code, message: reason } = refusal;
  if (code === null) return unclear(answer);
  return { kind: isKnown(refusal) ? 'exists' : 'refused', reason };
};

/** Whether the broker itself says that there is no such thing. @throws {OutcomeUnknown} an edge does */
export const isMissing = (answer: OutboundAnswer): boolean => {
  if (answer.status !== 404) return false;
  if (refusalOf(answer).code === null) throw unsettled(answer);
  return true;
};

/** The broker writes some refusals as mere text, and those with one of these statuses. */
const SAID_IN_WORDS = new Set([400, 403, 422]);

const unclear = (answer: OutboundAnswer): { readonly kind: 'unclear'; readonly reason: string } => {
  const reason = messageOf(answer);
  if (!SAID_IN_WORDS.has(answer.status) || reason === '') throw unsettled(answer);
  return { kind: 'unclear', reason };
};

/** The answer to a question. @throws {OutcomeUnknown} for everything but a readable success */
export const foundOf = <Thing>(answer: OutboundAnswer, schema: z.ZodType<Thing>): Thing => {
  if (!isSuccess(answer)) throw unsettled(answer);
  return decoded(answer, schema);
};

/**
 * The refusal of the broker, or of an edge in front of it, which answers in HTML or in its own words.
 * Statuses about our credentials, pace or timing say nothing about the customer's request.
 * @throws {OutcomeUnknown} for those, and for everything outside 4xx
 */
export const refusalOf = (answer: OutboundAnswer): Refusal => {
  const { status } = answer;
  if (status < 400 || status > 499 || UNSETTLED.has(status)) throw unsettled(answer);
  if (isHtml(answer) || (status === 403 && ABOUT_OUR_KEY.test(messageOf(answer))))
    throw unsettled(answer);
  const message = messageOf(answer) || `the broker answered ${status}`;
  return { status, code: errorOf(answer).code ?? null, message };
};

/** Too many requests: in the broker's own words nothing was executed, in those of an edge it may be. */
export const isThrottled = (answer: OutboundAnswer): boolean =>
  answer.status === 429 && errorOf(answer).code !== undefined;

export const isSuccess = ({ status }: OutboundAnswer): boolean => status >= 200 && status < 300;

const UNSETTLED = new Set([401, 407, 408, 425, 429]);
const ABOUT_OUR_KEY = /^(forbidden|unauthorized|request is not authorized)\.?$/i;
const MAX_MESSAGE_CHARACTERS = 300;

const envelope = z.object({
  code: z.number().optional().catch(undefined),
  message: z.string().catch(''),
});

const errorOf = ({ body, text }: OutboundAnswer): z.output<typeof envelope> => {
  if (typeof body === 'string') return { message: body };
  const parsed = envelope.safeParse(body);
  if (parsed.success) return parsed.data;
  return { message: body === undefined ? text : '' };
};

const messageOf = (answer: OutboundAnswer): string =>
  isHtml(answer)
    ? ''
    : errorOf(answer).message.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_MESSAGE_CHARACTERS);

const isHtml = ({ text }: OutboundAnswer): boolean => text.trimStart().startsWith('<');

const unsettled = (answer: OutboundAnswer): OutcomeUnknown => {
  const message = answer.status >= 400 ? messageOf(answer) : '';
  return new OutcomeUnknown(
    `${answer.label} answered ${answer.status}${message === '' ? '' : `: ${message}`}`,
  );
};
