import { Injectable } from '@nestjs/common';
import { type Cents, cents } from '#platform/core/money.js';
import { Refused } from '#platform/core/refused.js';
import { Rows } from '#platform/read-store/rows.js';
import { IN_LINE, waitingTable } from './waiting-deposits.read-model.js';

export type Waiting = { readonly depositId: string; readonly netCents: Cents };

/** The lines of partners before the pre-funded account, as far as they are known. */
@Injectable()
export class WaitingLine {
  constructor(private readonly rows: Rows) {}

  /** The first `limit` in line. Nobody while the read model is made or away. */
  async first(partnerId: string, limit: number): Promise<readonly Waiting[]> {
    const search = { where: { state: IN_LINE }, orderBy: 'place', limit } as const;
    const found = await this.rows.find(partnerId, waitingTable, search).catch(noneIfAway);
    return found.map(({ depositId, netCents }) => ({ depositId, netCents: cents(netCents) }));
  }

  async isOpen(partnerId: string): Promise<boolean> {
    return (await this.first(partnerId, 1)).length > 0;
  }

  /** What the first in line takes, by partner. @throws {Refused} while the read model is away. */
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
   * What deposits without an end will take from the account, after fees, over all partners.
   * @throws {Refused} while the read model is away.
   */
  async inFlight(): Promise<Cents> {
    return cents(await this.rows.from(waitingTable, (waiting) => waiting.sum(null, 'netCents')));
  }
}

const noneIfAway = (error: unknown): readonly never[] => {
  if (error instanceof Refused) return [];
  throw error;
};
