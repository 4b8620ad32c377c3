import { Injectable } from '@nestjs/common';
import { EventStore } from '#kernel/event-store/event-store.js';
import { type ApiKey, type Partner, activeKeys, partners } from '../partner/partner.state.js';
import { StateByIdCache } from './state-by-id-cache.js';

/** Partners by id, each at most half a second old. Read on every request. */
@Injectable()
export class PartnerDirectory {
  private readonly partners: StateByIdCache<Partner>;

  constructor(store: EventStore) {
    this.partners = new StateByIdCache({
      load: (id) => store.load(partners, id),
      exists: ({ id }) => id !== null,
    });
  }

  find(partnerId: string): Promise<Partner> {
    return this.partners.find(partnerId);
  }

  /**
   * The key, if it opens something at this moment. A key that nobody here has heard of may have been
   * made a moment ago by another process, so the log has the word before it is refused.
   */
  async activeKey(partnerId: string, keyId: string, nowMs: number): Promise<ApiKey | null> {
    const isKnown = ({ id, keys }: Partner) =>
      id === null || keys.some((key) => key.keyId === keyId);
    const partner = await this.partners.findUncached(partnerId, isKnown);
    return openingKey(partner, keyId, nowMs);
  }

  /** The same without waiting; null also when nobody can say at once. */
  activeKeyAtHand(partnerId: string, keyId: string, nowMs: number): ApiKey | null {
    const partner = this.partners.atHand(partnerId);
    return partner === undefined ? null : openingKey(partner, keyId, nowMs);
  }
}

const openingKey = (partner: Partner, keyId: string, nowMs: number): ApiKey | null =>
  activeKeys(partner, nowMs).find((key) => key.keyId === keyId) ?? null;
