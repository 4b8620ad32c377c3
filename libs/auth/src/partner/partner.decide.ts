import { conflict, notFound, unacceptable } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import type { PartnerEvent } from './partner.events.js';
import { type ApiKey, type Partner, type Terms, activeKeys } from './partner.state.js';

type Decide = Decision<Partner, PartnerEvent>;

const ACTIVE_KEYS_MAX = 2;

export const createPartner =
  (partnerId: string, name: string, now: Date): Decide =>
  (partner) =>
    partner.id === null
      ? [{ type: 'PartnerCreated', data: { partnerId, name, at: now.toISOString() } }]
      : [];

type Settings = { readonly [Name in keyof Terms]?: Terms[Name] | undefined };

/** Always records the collection of commissions: events of earlier versions lack the field. */
export const configurePartner =
  (settings: Settings, now: Date): Decide =>
  (partner) => {
    const partnerId = existing(partner);
    const commissionCollection =
      settings.commissionCollection ?? partner.terms.commissionCollection;
    const data = { partnerId, ...settings, commissionCollection, at: now.toISOString() };
    return [{ type: 'PartnerConfigured', data }];
  };

/**
 * Creates a key. Two keys may be active at once, so that partners can replace a key without an
 * outage.
 */
export const createKey =
  (keyId: string, secretHash: string, now: Date): Decide =>
  (partner) => {
    const partnerId = existing(partner);
    if (activeKeys(partner, now.getTime()).length >= ACTIVE_KEYS_MAX)
      throw conflict(
        'too_many_keys',
        `${ACTIVE_KEYS_MAX} keys are already active; revoke one of them first`,
      );
    const at = now.toISOString();
    return [{ type: 'ApiKeyCreated', data: { partnerId, keyId, secretHash, at } }];
  };

export const revokeKey =
  (keyId: string, now: Date): Decide =>
  (partner) => {
    const partnerId = existing(partner);
    if (keyOf(partner, keyId).revokedAt !== null) return [];
    return [{ type: 'ApiKeyRevoked', data: { partnerId, keyId, at: now.toISOString() } }];
  };

/**
 * Sets the end of a key. A later call replaces it. @throws {Refused} if the key is revoked or has
 * ended, or the end is in the past.
 */
export const setKeyEnd =
  (keyId: string, endsAt: Date, now: Date): Decide =>
  (partner) => {
    const partnerId = existing(partner);
    const key = keyOf(partner, keyId);
    const hasEnded = key.endsAt !== null && new Date(key.endsAt) <= now;
    if (key.revokedAt !== null || hasEnded)
      throw conflict('key_revoked', 'The key is already revoked or has ended');
    if (endsAt <= now)
      throw unacceptable({
        ...{ pointer: '/at', code: 'end_not_ahead' },
        detail: 'must be in the future; omit it to revoke the key now',
      });
    const end = endsAt.toISOString();
    if (key.endsAt === end) return [];
    const data = { partnerId, keyId, endsAt: end, at: now.toISOString() };
    return [{ type: 'ApiKeyEndSet', data }];
  };

const keyOf = ({ keys }: Partner, keyId: string): ApiKey => {
  const key = keys.find((each) => each.keyId === keyId);
  if (key === undefined) throw notFound('key_not_found', `There is no API key ${keyId}`);
  return key;
};

const existing = ({ id }: Partner): string => {
  if (id === null) throw notFound('partner_not_found', 'The partner does not exist');
  return id;
};
