import { Injectable } from '@nestjs/common';
import { EventStore } from '#kernel/event-store/event-store.js';
import { type ApiKey, type Partner, activeKeys, partners } from '../partner/partner.state.js';

/** Age at which a partner's keys and terms are read again: half of the documented time. */
export const KEYS_FRESH_MS = 500;

/** Partners by id, each at most half a second old. Read on every request. */
@Injectable()
export class PartnerDirectory {
  constructor(private readonly store: EventStore) {}

  find(partnerId: string): Promise<Partner> {
    return this.store.loadRecent(partners, partnerId, KEYS_FRESH_MS);
  }

  /**
   * Returns an active key, or null. Another process may have just created an unknown key, so the
   * log is read again before it is rejected.
   */
  async activeKey(partnerId: string, keyId: string, nowMs: number): Promise<ApiKey | null> {
    const isKnown = ({ id, keys }: Partner) =>
      id === null || keys.some((key) => key.keyId === keyId);
    const partner = await this.store.loadRecent(partners, partnerId, KEYS_FRESH_MS, isKnown);
    return findActiveKey(partner, keyId, nowMs);
  }

  /** Returns an active key without a wait; null also if the cached partner is too old. */
  activeKeyAtHand(partnerId: string, keyId: string, nowMs: number): ApiKey | null {
    const known = this.store.recallRecent(partners, partnerId, KEYS_FRESH_MS);
    return known === null ? null : findActiveKey(known.state, keyId, nowMs);
  }
}

const findActiveKey = (partner: Partner, keyId: string, nowMs: number): ApiKey | null =>
  activeKeys(partner, nowMs).find((key) => key.keyId === keyId) ?? null;
