import { activeKey, modelStart } from './keys.js';
import { READ_DUE } from './lua-read.js';
import { partnerChunks } from './partners.js';
import { asTexts, type RedisClient } from './script.js';

/** The projection and index whose scores are due times in milliseconds. */
export const DUE_LIST = 'due-list';
export const DUE_INDEX = 'due';

export type DueEntry = {
  readonly partnerId: string;
  readonly member: string;
  readonly atMs: number;
};

/** Entries of one answer of Redis, which holds up everybody else while it collects. */
const AT_ONCE = 200;
const PAGE_ENTRIES_MAX = 1_000;

/** What waits for its time, over all partners. A read model, so a wiped Redis gets it back. */
export class DueList {
  constructor(private readonly redis: RedisClient) {}

  /**
   * What became due after `afterMs` and by `untilMs`, over all partners, in pages of at most 1 000;
   * of each partner the longest overdue first. It stays due until an event clears it or names
   * another time. What is cleared meanwhile may hide another entry until the next walk. Partners
   * whose list is being built are left out.
   */
  async *pages(untilMs: number, afterMs = -Infinity): AsyncGenerator<readonly DueEntry[]> {
    const lowest = afterMs === -Infinity ? '-inf' : `(${afterMs}`;
    for await (const chunk of partnerChunks(this.redis)) {
      let partnerIds = chunk;
      for (let offset = 0; partnerIds.length > 0; offset += AT_ONCE) {
        const asked = partnerIds.map((each) => this.dueOf(each, lowest, untilMs, offset));
        const found = await Promise.all(asked);
        yield* pagesOf(found.flat());
        partnerIds = partnerIds.filter((_, i) => found[i]?.length === AT_ONCE);
      }
    }
  }

  private async dueOf(
    partnerId: string,
    lowest: string,
    untilMs: number,
    offset: number,
  ): Promise<readonly DueEntry[]> {
    const range = [lowest, untilMs, offset, AT_ONCE];
    const args = [DUE_LIST, modelStart(partnerId), DUE_INDEX, ...range];
    const words = asTexts(await READ_DUE.run(this.redis, [activeKey(partnerId)], args));
    return words.flatMap((member, i) =>
      i % 2 === 0 ? [{ partnerId, member, atMs: Number(words[i + 1]) }] : [],
    );
  }
}

function* pagesOf(entries: readonly DueEntry[]): Generator<readonly DueEntry[]> {
  for (let i = 0; i < entries.length; i += PAGE_ENTRIES_MAX)
    yield entries.slice(i, i + PAGE_ENTRIES_MAX);
}
