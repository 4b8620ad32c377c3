import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { PageCache } from './page-cache.js';

const page: readonly RecordedEvent[] = [];

describe('pages of the log that several readers pass by', () => {
  it('are there for whoever comes to the same place within two seconds', () => {
    let nowMs = 1_000;
    const pages = new PageCache(() => nowMs);
    pages.keep(500n, page);
    nowMs = 3_000;
    expect(pages.find(500n)).toBe(page);
    expect(pages.find(0n)).toBeNull();
    nowMs = 3_001;
    expect(pages.find(500n)).toBeNull();
  });

  it('are four at most, the latest ones', () => {
    const pages = new PageCache(() => 1_000);
    for (let after = 0n; after <= 4n; after++) pages.keep(after, page);
    expect([0n, 1n, 4n].map((after) => pages.find(after))).toEqual([null, page, page]);
  });
});
