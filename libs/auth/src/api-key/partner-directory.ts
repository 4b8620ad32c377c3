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
    const entry = { partner: this.store.load(partners, partnerId), readAtMs: performance.now() };
    this.forget(partnerId, known);
    this.makeRoom();
    this.entries.set(partnerId, entry);
    // Made-up ids must not push out those that exist, and a failure is not to be remembered.
    entry.partner.then(
      ({ id }) => id === null && this.forget(partnerId, entry),
      () => this.forget(partnerId, entry),
    );
    return entry.partner;
  }

  private makeRoom(): void {
    const [oldest] = this.entries.keys();
    if (this.entries.size >= ENTRIES_MAX && oldest !== undefined) this.entries.delete(oldest);
  }

  private forget(partnerId: string, entry: object | undefined): void {
    if (this.entries.get(partnerId) === entry) this.entries.delete(partnerId);
  }
}
