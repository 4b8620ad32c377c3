import { z } from 'zod';
import type { OutboundAnswer } from '../core/outbound-http.js';
import { OutcomeUnknown, type Sent } from './broker.js';
import { decoded } from './alpaca-wire.js';

/** A "no" of the broker itself about this one request. */
export type Refusal = {
  readonly status: number;
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
  const refusal = refusalOf(answer);
  if (isKnown(refusal)) return { kind: 'exists' };
  return { kind: 'refused', reason: refusal.message };
};

/** The answer to a question. @throws {OutcomeUnknown} for everything but a readable success */
export const foundOf = <Thing>(answer: OutboundAnswer, schema: z.ZodType<Thing>): Thing => {
  if (!isSuccess(answer)) throw unsettled(answer);
  return decoded(answer, schema);
};

/**
 * The broker's refusal. An edge in front of it answers in HTML or with a bare "forbidden", and
 * statuses about our credentials, pace or timing say nothing about the customer's request.
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
