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

  it('are sixteen at most, the latest ones', () => {
    const pages = new SharedPages();
    for (let after = 0n; after <= 16n; after++) pages.keep(after, page, 1_000);
    expect(pages.find(0n, 1_000)).toBeNull();
    expect(pages.find(1n, 1_000)).toBe(page);
    expect(pages.find(16n, 1_000)).toBe(page);
  });
});
