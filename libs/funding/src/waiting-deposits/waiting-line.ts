import { Injectable } from '@nestjs/common';
import { type Cents, cents } from '#platform/core/money.js';
import { ReadModels } from '#platform/read-models/read-models.js';
import { FLIGHT, IN_LINE, waitingDeposits } from './waiting-deposits.projection.js';

export type Waiting = { readonly depositId: string; readonly netCents: Cents };

/** The line of one partner before the pre-funded account, as far as it is known. */
@Injectable()
export class WaitingLine {
  constructor(private readonly models: ReadModels) {}

  /** The first `limit` in line. Nobody while the read model is being built. */
  async first(partnerId: string, limit: number): Promise<readonly Waiting[]> {
    const page = { index: IN_LINE, docPrefix: '', offset: 0, limit };
    const read = await this.models.page(partnerId, waitingDeposits.name, page);
    if (read.status === 'not_ready') return [];
    return read.value.documents.flatMap(({ depositId, netCents }) =>
      depositId === undefined || netCents === undefined
        ? []
        : [{ depositId, netCents: cents(netCents) }],
    );
  }

  async isOpen(partnerId: string): Promise<boolean> {
    return (await this.first(partnerId, 1)).length > 0;
  }

  /** What deposits without an end will take from the account, after fees. */
  async inFlight(partnerId: string): Promise<Cents> {
    const read = await this.models.document(partnerId, waitingDeposits.name, FLIGHT);
    return cents(read.status === 'ready' ? (read.value?.['netCents'] ?? 0) : 0);
  }
}
