import { createHmac, timingSafeEqual } from 'node:crypto';
import type { components } from './schema.js';

export type Event = components['schemas']['Event'];
export type WebhookHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;
export type WebhookRejection =
  | 'header_missing'
  | 'timestamp_invalid'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'signature_mismatch'
  | 'body_invalid';

const TOLERANCE_S = 300;
const SECRET_PREFIX = 'whsec_';
const VERSION = 'v1,';

/** A request that the service did not sign, or signed too long ago. Respond with 400. */
export class WebhookRejected extends Error {
  override readonly name = 'WebhookRejected';

  constructor(
    readonly reason: WebhookRejection,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Returns the event of a webhook request after checking its signature and its time, which may differ
 * by 5 minutes from this machine's clock. One valid signature under one of the secrets is enough.
 * During a rotation pass both secrets (`whsec_…`). The body must be as received, before any parser.
 * @throws {WebhookRejected} with the reason.
 */
export const verifyWebhook = (
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secrets: string | readonly string[],
): Event => {
  const keys = [secrets].flat().map(keyOf);
  if (keys.length === 0) throw new Error('secrets is empty: pass the secret of the endpoint');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  requireRecent(timestamp);
  const expected = keys.map((key) => Buffer.from(signatureOf(key, id, timestamp, body)));
  const isValid = signatures.some((text) => expected.some((one) => isSame(one, Buffer.from(text))));
  if (!isValid) {
    throw new WebhookRejected(
      'signature_mismatch',
      'webhook-signature has no signature of this body under these secrets: pass the body as received and the secret of this endpoint',
    );
  }
  return parse(body);
};

/** Returns the headers that sign a body, as the service sends them. */
export const signWebhook = (id: string, body: string, secret: string) => {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatureOf(keyOf(secret), id, timestamp, body),
  };
};

const keyOf = (secret: string): Buffer => {
  const text = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  const key = Buffer.from(text, 'base64');
  if (key.length === 0) throw new Error('a secret is empty: it begins with whsec_');
  return key;
};

const signatureOf = (
  key: Buffer,
  id: string,
  timestamp: string,
  body: string | Uint8Array,
): string => {
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
  return `${VERSION}${hmac.digest('base64')}`;
};

const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

const headerOf = (headers: WebhookHeaders, name: string): string => {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = [value].flat().join(' ');
  if (text !== '') return text;
  throw new WebhookRejected('header_missing', `the header ${name} is missing`);
};

const requireRecent = (timestamp: string): void => {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookRejected(
      'timestamp_invalid',
      `webhook-timestamp is ${JSON.stringify(timestamp)}: it must be seconds since 1970`,
    );
  }
  const ageS = Math.floor(Date.now() / 1000) - Number(timestamp);
  if (Math.abs(ageS) <= TOLERANCE_S) return;
  const [reason, words] =
    ageS > 0
      ? (['timestamp_too_old', 'in the past'] as const)
      : (['timestamp_too_new', 'in the future'] as const);
  throw new WebhookRejected(
    reason,
    `webhook-timestamp is ${Math.abs(ageS)} s ${words}: at most ${TOLERANCE_S} s are allowed, check this machine's clock`,
  );
};

const parse = (body: string | Uint8Array): Event => {
  try {
    return JSON.parse(Buffer.from(body as Uint8Array).toString()) as Event;
  } catch (cause) {
    throw new WebhookRejected('body_invalid', `the body is not JSON: ${(cause as Error).message}`);
  }
};
