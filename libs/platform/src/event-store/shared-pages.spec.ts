import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from './event-log.js';
import { SharedPages } from './shared-pages.js';

const page: readonly RecordedEvent[] = [];

describe('pages of the log that several readers pass by', () => {
  it('are there for whoever comes to the same place within two seconds', () => {
    const pages = new SharedPages();
    pages.keep(500n, page, 1_000);
    expect(pages.find(500n, 2_999)).toBe(page);
    expect(pages.find(0n, 2_999)).toBeNull();
    expect(pages.find(500n, 3_000)).toBeNull();
  });

  it('are four at most, the latest ones', () => {
    const pages = new SharedPages();
    for (let after = 0n; after <= 4n; after++) pages.keep(after, page, 1_000);
    expect([0n, 1n, 4n].map((after) => pages.find(after, 1_000))).toEqual([null, page, page]);
  });
});
