import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { KEYS_FRESH_MS } from '#platform/core/timing.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { type ApiKey, type Partner, activeKeys, partners } from '../partner/partner.state.js';

const ENTRIES_MAX = 10_000;

type Entry = {
  readonly partner: Promise<Partner>;
  readonly readAtMs: number;
  /** Null until it has been read. */
  read: Partner | null;
};

/** Partners by id, each at most half a second old. Read on every request. */
@Injectable()
export class PartnerDirectory {
  private readonly entries = new LRUCache<string, Entry>({ max: ENTRIES_MAX });

  constructor(private readonly store: EventStore) {}

  find(partnerId: string): Promise<Partner> {
    return this.entry(partnerId).partner;
  }

  /**
   * The key, if it opens something at this moment. A key that nobody here has heard of may have been
   * made a moment ago by another process, so the log has the word before it is refused.
   */
  async activeKey(partnerId: string, keyId: string, nowMs: number): Promise<ApiKey | null> {
    const entry = this.entry(partnerId);
    let partner = await entry.partner;
    if (partner.id !== null && !partner.keys.some((key) => key.keyId === keyId)) {
      this.forget(partnerId, entry);
      partner = await this.find(partnerId);
    }
    return openingKey(partner, keyId, nowMs);
  }

  /** The same without waiting; null also when nobody can say at once. */
  activeKeyAtHand(partnerId: string, keyId: string, nowMs: number): ApiKey | null {
    const partner = this.fresh(partnerId)?.read ?? null;
    return partner === null ? null : openingKey(partner, keyId, nowMs);
  }

  private fresh(partnerId: string): Entry | undefined {
    const known = this.entries.get(partnerId);
    return known !== undefined && performance.now() - known.readAtMs < KEYS_FRESH_MS
      ? known
      : undefined;
  }

  private entry(partnerId: string): Entry {
    const fresh = this.fresh(partnerId);
    if (fresh !== undefined) return fresh;
    const partner = this.store.load(partners, partnerId);
    const entry: Entry = { partner, readAtMs: performance.now(), read: null };
    this.entries.set(partnerId, entry);
    // Made-up ids must not push out those that exist, and a failure is not to be remembered.
    partner.then(
      (read) => {
        entry.read = read;
        if (read.id === null) this.forget(partnerId, entry);
      },
      () => this.forget(partnerId, entry),
    );
    return entry;
  }

  private forget(partnerId: string, entry: Entry): void {
    if (this.entries.get(partnerId) === entry) this.entries.delete(partnerId);
  }
}

const openingKey = (partner: Partner, keyId: string, nowMs: number): ApiKey | null =>
  activeKeys(partner, nowMs).find((key) => key.keyId === keyId) ?? null;
