import type { Webhook } from 'standardwebhooks';
import {
  type IdentityNotification,
  NotificationRejected,
  NotificationUnreadable,
} from './identity-provider.js';
import { notification } from './footprint-wire.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Verifies a message of the Standard Webhooks scheme, with either header prefix and a time within
 * five minutes. @throws {NotificationRejected | NotificationUnreadable}
 */
export const notificationOf = (
  webhook: Webhook,
  headers: Headers,
  rawBody: Buffer,
): IdentityNotification => {
  const signed = signedHeaders(headers);
  try {
    webhook.verify(rawBody, signed, { jsonParse: false });
  } catch {
    throw new NotificationRejected('the signature is missing, wrong or stale');
  }
  const parsed = notification.safeParse(parse(rawBody));
  if (!parsed.success)
    throw new NotificationUnreadable('the signed content is not a readable event');
  const { timestamp, ...event } = parsed.data;
  const sentAt = new Date(Number.parseInt(signed['webhook-timestamp'], 10) * 1000);
  return {
    ...event,
    messageId: signed['webhook-id'],
    occurredAt: timestamp ?? sentAt.toISOString(),
  };
};

const signedHeaders = (headers: Headers) => {
  const one = headerReader(headers);
  return {
    'webhook-id': one('id'),
    'webhook-timestamp': one('timestamp'),
    'webhook-signature': one('signature'),
  };
};

/** All headers must have the same prefix. A repeated header counts as missing. */
const headerReader = (headers: Headers): ((name: string) => string) => {
  const lowerCase = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const prefix = lowerCase.has('svix-id') ? 'svix' : 'webhook';
  return (name) => {
    const value = lowerCase.get(`${prefix}-${name}`);
    return typeof value === 'string' ? value : '';
  };
};

const parse = (rawBody: Buffer): unknown => {
  try {
    return JSON.parse(rawBody.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
};
