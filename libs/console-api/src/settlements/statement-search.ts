import { Injectable } from '@nestjs/common';
import { depositIdOf } from '#funding/deposit/deposit.state.js';
import { isUuid } from '#kernel/ids.js';
import { orderIdOf } from '#orders/order/order.state.js';
import {
  type LineSearch,
  StatementLines,
} from '#settlement/settlement-statement/statement-lines.js';
import type { LineView } from '#settlement/settlement-statement/line.view.js';

/** Most lines of a result. The CSV file has all lines. */
export const FOUND_MAX = 100;

export type MatchingLines = {
  readonly lines: readonly LineView[];
  /** False when there may be more. */
  readonly isWhole: boolean;
};

/** Finds lines of a period by an id. */
@Injectable()
export class StatementSearch {
  constructor(private readonly statements: StatementLines) {}

  /**
   * Searches by the id or `externalId` of a transaction or order, a user's id or a journal's id. Returns
   * null if the period does not exist.
   */
  async find(partnerId: string, period: string, text: string): Promise<MatchingLines | null> {
    const id = text.toLowerCase();
    const ids = [depositIdOf(partnerId, text), orderIdOf(partnerId, text)];
    const named = [...ids, ...(isUuid(text) ? [id] : [])];
    const searches: readonly LineSearch[] = [
      { transactionId: named },
      ...(isUuid(text) ? [{ userId: id }] : []),
      { journalId: [text, id] },
    ];
    for (const search of searches) {
      const lines = await this.statements.search(partnerId, period, search, FOUND_MAX + 1);
      if (lines === null) return null;
      if (lines.length > 0)
        return { lines: lines.slice(0, FOUND_MAX), isWhole: lines.length <= FOUND_MAX };
    }
    return { lines: [], isWhole: true };
  }
}
