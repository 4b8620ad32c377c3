import { activeKey, modelStart } from './keys.js';
import { READ_DUE } from './lua.js';
import { forEachPartner } from './partners.js';
import { asTexts, type RedisClient } from './script.js';

/** The projection and index whose scores are due times in milliseconds. */
export const DUE_LIST = 'due-list';
export const DUE_INDEX = 'due';

export type DueEntry = {
  readonly partnerId: string;
  readonly member: string;
  readonly atMs: number;
};

/** What waits for its time, over all partners. A read model, so a wiped Redis gets it back. */
export class DueList {
  constructor(private readonly redis: RedisClient) {}

  /**
   * Everything due by `nowMs`, the longest overdue first, at most `limit`. It stays due until an
   * event clears it or names another time. Partners whose list is being built are left out.
   */
  async due(nowMs: number, limit: number): Promise<readonly DueEntry[]> {
    const found: DueEntry[] = [];
    await forEachPartner(this.redis, async (partnerId) => {
      found.push(...(await this.dueOf(partnerId, nowMs, limit)));
      if (found.length > 2 * limit) keepFirst(found, limit);
    });
    return keepFirst(found, limit);
  }

  private async dueOf(
    partnerId: string,
    nowMs: number,
    limit: number,
  ): Promise<readonly DueEntry[]> {
    const args = [DUE_LIST, modelStart(partnerId), DUE_INDEX, nowMs, limit];
    const words = asTexts(await READ_DUE.run(this.redis, [activeKey(partnerId)], args));
    return words.flatMap((member, i) =>
      i % 2 === 0 ? [{ partnerId, member, atMs: Number(words[i + 1]) }] : [],
    );
  }
}

const keepFirst = (found: DueEntry[], limit: number): readonly DueEntry[] => {
  found.sort((a, b) => a.atMs - b.atMs);
  found.length = Math.min(found.length, limit);
  return found;
};
