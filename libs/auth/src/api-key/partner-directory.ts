import { Injectable } from '@nestjs/common';
import { EventStore } from '#platform/event-store/event-store.js';
import { type Partner, partners } from '../partner/partner.state.js';

/** Half of the second within which a revocation must be known everywhere. */
const FRESH_MS = 500;
const ENTRIES_MAX = 10_000;

/** Partners by id, each at most half a second old. Read on every request. */
@Injectable()
export class PartnerDirectory {
  private readonly entries = new Map<string, { partner: Promise<Partner>; readAtMs: number }>();

  constructor(private readonly store: EventStore) {}

  find(partnerId: string): Promise<Partner> {
    const known = this.entries.get(partnerId);
    if (known !== undefined && performance.now() - known.readAtMs < FRESH_MS) return known.partner;
    if (this.entries.size >= ENTRIES_MAX) this.entries.clear();
    const partner = this.store.load(partners, partnerId);
    this.entries.set(partnerId, { partner, readAtMs: performance.now() });
    partner.catch(() => this.entries.delete(partnerId));
    return partner;
  }
}
