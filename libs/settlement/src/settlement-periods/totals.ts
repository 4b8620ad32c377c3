import { cents } from '#platform/core/money.js';
import type { Document } from '#platform/read-models/documents.js';
import type { Totals } from '../book/period.decide.js';

/** What the lines add up to, from the documents of a period and of its lines. */
export const totalsOf = (period: Document, sums: Document): Totals => ({
  position: period['cutPosition'] ?? '',
  count: Number(sums['count'] ?? 0),
  grossCents: cents(sums['grossCents'] ?? 0),
  feeCents: cents(sums['feeCents'] ?? 0),
  adjustmentCount: Number(sums['adjustmentCount'] ?? 0),
  adjustmentCents: cents(sums['adjustmentCents'] ?? 0),
  linesDigest: sums['linesDigest'] ?? '0',
});
