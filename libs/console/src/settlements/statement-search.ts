import { Injectable } from '@nestjs/common';
import { depositIdOf } from '#funding';
import { isUuid } from '#platform/core/ids.js';
import { type LineSearch, type LineView, StatementLines } from '#settlement';

/** More than somebody reads; the file has them all. */
export const FOUND_MAX = 100;

export type FoundLines = {
  readonly lines: readonly LineView[];
  /** False when there may be more. */
  readonly isWhole: boolean;
};

/** The lines of a period that carry an id, wherever in it they stand. */
@Injectable()
export class StatementSearch {
  constructor(private readonly statements: StatementLines) {}

  /** By the id of a deposit, the partner's own of it, a user's or a journal's. Null: no such period. */
  async find(partnerId: string, period: string, text: string): Promise<FoundLines | null> {
    const id = text.toLowerCase();
    const named = [depositIdOf(partnerId, text), ...(isUuid(text) ? [id] : [])];
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
