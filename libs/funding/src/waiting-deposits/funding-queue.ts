import { Injectable } from '@nestjs/common';
import { type Cents, cents } from '#kernel/money.js';
import { Refused } from '#kernel/refused.js';
import { Rows } from '#read-models/rows.js';
import { IN_LINE, waitingTable } from './waiting-deposits.projection.js';

export type Waiting = { readonly depositId: string; readonly netCents: Cents };

/** Funding queues of the partners, from the read model. */
@Injectable()
export class FundingQueue {
  constructor(private readonly rows: Rows) {}

  /** Returns the first `limit` deposits of the queue. Empty while the read model is unavailable. */
  async first(partnerId: string, limit: number): Promise<readonly Waiting[]> {
    const search = { where: { state: IN_LINE }, orderBy: 'place', limit } as const;
    const found = await this.rows.find(partnerId, waitingTable, search).catch(noneIfUnavailable);
    return found.map(({ depositId, netCents }) => ({ depositId, netCents: cents(netCents) }));
  }

  async isOpen(partnerId: string): Promise<boolean> {
    return (await this.first(partnerId, 1)).length > 0;
  }

  /** Returns the net amount of the first deposit of each partner's queue. @throws {Refused} 503. */
  async heads(): Promise<ReadonlyMap<string, Cents>> {
    const heads = new Map<string, Cents>();
    for (const partnerId of await this.rows.from(waitingTable, (waiting) =>
      waiting.partners({ state: IN_LINE }),
    )) {
      const [head] = await this.first(partnerId, 1);
      if (head !== undefined) heads.set(partnerId, head.netCents);
    }
    return heads;
  }

  /**
   * Returns the net amount that all deposits in flight will take from the account, over all
   * partners.
   * @throws {Refused} while the read model is unavailable.
   */
  async inFlight(): Promise<Cents> {
    return cents(await this.rows.from(waitingTable, (waiting) => waiting.sum(null, 'netCents')));
  }
}

const noneIfUnavailable = (error: unknown): readonly never[] => {
  if (error instanceof Refused) return [];
  throw error;
};
