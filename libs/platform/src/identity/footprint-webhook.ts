import type { Webhook } from 'standardwebhooks';
import {
  type IdentityNotification,
  NotificationRejected,
  NotificationUnreadable,
} from './identity-provider.js';
import { notification } from './footprint-wire.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * A message signed in the Standard Webhooks scheme, under either of its header prefixes, not older
 * or younger than five minutes. @throws {NotificationRejected | NotificationUnreadable}
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
    throw new NotificationUnreadable('the signed content is no event we can read');
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

/** One prefix for all three, never a mixture; a header that comes twice counts as missing. */
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
