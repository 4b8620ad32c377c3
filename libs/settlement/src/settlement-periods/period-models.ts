import { isUuid } from '#platform/core/ids.js';
import { unavailable } from '#platform/core/refused.js';
import { RETRY_AFTER_REBUILDING_S } from '#platform/core/timing.js';
import type { PageOf, Read, ReadModels } from '#platform/read-models/read-models.js';
import { OPEN, linesOf } from './names.js';
import { isCutOff } from './settlement.view.js';
import { settlementPeriods } from './settlement-periods.projection.js';

/** Where documents come from: Redis, or a fold of the log. */
export type Models = Pick<ReadModels, 'documents' | 'held' | 'page'>;

export const TRIES_MAX = 5;

/** What is read of one partner's periods. @throws {Refused} 503 while they are rebuilt. */
export class PeriodModels {
  constructor(readonly models: Models) {}

  async documents(partnerId: string, docs: readonly string[]) {
    return ready(await this.models.documents(partnerId, settlementPeriods.name, docs));
  }

  async page(partnerId: string, page: PageOf) {
    return ready(await this.models.page(partnerId, settlementPeriods.name, page));
  }

  async held(partnerId: string, index: string, members: readonly string[]) {
    return ready(await this.models.held(partnerId, settlementPeriods.name, index, members));
  }

  /**
   * What `read` finds in the index of a period's lines, which has another name once the period is cut
   * off: then it is read again. Null when the partner has no such period.
   */
  async ofLines<Found>(
    partnerId: string,
    id: string,
    read: (index: string) => Promise<Found>,
  ): Promise<Found | null> {
    if (!isUuid(id)) return null;
    const doc = id.toLowerCase();
    for (let tries = 1; ; tries++) {
      const [period] = await this.documents(partnerId, [doc]);
      if (!period) return null;
      const index = isCutOff(period) ? linesOf(doc) : OPEN;
      const found = await read(index);
      if (index !== OPEN || (await this.isOpen(partnerId, doc))) return found;
      if (tries === TRIES_MAX) throw busy();
    }
  }

  private async isOpen(partnerId: string, id: string): Promise<boolean> {
    const [open] = await this.documents(partnerId, [OPEN]);
    return open?.['periodId'] === id;
  }
}

export const ready = <Value>(read: Read<Value>): Value => {
  if (read.status === 'ready') return read.value;
  const detail = 'Settlements are being rebuilt; try again shortly';
  throw unavailable('read_model_rebuilding', detail, RETRY_AFTER_REBUILDING_S);
};

/** Rather than an earlier truth. */
export const late = () =>
  unavailable('read_model_unavailable', 'The last writes are not counted yet; try again shortly');

export const busy = () => unavailable('temporarily_unavailable', 'Periods are changing; try again');
