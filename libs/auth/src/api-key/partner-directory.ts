import { Injectable } from '@nestjs/common';
import { EventStore } from '#kernel/event-store/event-store.js';
import { type ApiKey, type Partner, activeKeys, partners } from '../partner/partner.state.js';

/** Age at which a partner's keys and terms are read again: half of the time that the docs give. */
export const KEYS_FRESH_MS = 500;

/** Partners by id, each at most half a second old. Read on every request. */
@Injectable()
export class PartnerDirectory {
  constructor(private readonly store: EventStore) {}

  find(partnerId: string): Promise<Partner> {
    return this.store.loadRecent(partners, partnerId, KEYS_FRESH_MS);
  }

  /**
   * The key, if it opens something at this moment. A key that nobody here has heard of may have been
   * made a moment ago by another process, so the log has the word before it is refused.
   */
  async activeKey(partnerId: string, keyId: string, nowMs: number): Promise<ApiKey | null> {
    const isKnown = ({ id, keys }: Partner) =>
      id === null || keys.some((key) => key.keyId === keyId);
    const partner = await this.store.loadRecent(partners, partnerId, KEYS_FRESH_MS, isKnown);
    return openingKey(partner, keyId, nowMs);
  }

  /** The same without waiting; null also when nobody can say at once. */
  activeKeyAtHand(partnerId: string, keyId: string, nowMs: number): ApiKey | null {
    const known = this.store.recallRecent(partners, partnerId, KEYS_FRESH_MS);
    return known === null ? null : openingKey(known.state, keyId, nowMs);
  }
}

const openingKey = (partner: Partner, keyId: string, nowMs: number): ApiKey | null =>
  activeKeys(partner, nowMs).find((key) => key.keyId === keyId) ?? null;
