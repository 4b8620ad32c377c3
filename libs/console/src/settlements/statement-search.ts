import { Injectable } from '@nestjs/common';
import { depositIdOf, userDeposits } from '#funding';
import { isUuid } from '#platform/core/ids.js';
import { Documents } from '#platform/read-models/documents.js';
import { indexOf } from '#platform/read-models/status-indexes.js';
import { type LineView, StatementLines, TRANSACTIONS_MAX } from '#settlement';

/** More than somebody reads; the file has them all. */
export const FOUND_MAX = 100;
/** Of a period, in the search for a journal: some seconds' worth. */
export const JOURNALS_MAX = 1_000_000;
/** Of one user, in the search for those of a period. */
const DEPOSITS_MAX = 100_000;

export type FoundLines = {
  readonly lines: readonly LineView[];
  /** False when there may be more. */
  readonly isWhole: boolean;
};

/** The lines of a period that carry an id, wherever in it they stand. */
@Injectable()
export class StatementSearch {
  constructor(
    private readonly statements: StatementLines,
    private readonly documents: Documents,
  ) {}

  /** By the id of a deposit, the partner's own of it, a user's or a journal's. Null: no such period. */
  async find(partnerId: string, period: string, text: string): Promise<FoundLines | null> {
    const ids = [depositIdOf(partnerId, text), ...(isUuid(text) ? [text.toLowerCase()] : [])];
    const direct = await this.statements.ofTransactions(partnerId, period, ids);
    if (direct === null) return null;
    if (direct.length > 0 || !isUuid(text)) return { lines: direct, isWhole: true };
    const ofUser = await this.ofUser(partnerId, period, text.toLowerCase());
    if (ofUser.lines.length > 0) return ofUser;
    return this.ofJournal(partnerId, period, text);
  }

  private async ofUser(partnerId: string, period: string, userId: string): Promise<FoundLines> {
    const lines: LineView[] = [];
    const index = indexOf({ owner: userId });
    const of = { index, limit: TRANSACTIONS_MAX, fields: ['id'] };
    let total = 1;
    for (let offset = 0; offset < Math.min(total, DEPOSITS_MAX); offset += TRANSACTIONS_MAX) {
      const page = await this.documents.page(partnerId, userDeposits, { ...of, offset });
      const ids = page.documents.map(({ id }) => id ?? '');
      lines.push(...((await this.statements.ofTransactions(partnerId, period, ids)) ?? []));
      if (lines.length > FOUND_MAX) return { lines: lines.slice(0, FOUND_MAX), isWhole: false };
      total = page.total;
    }
    return { lines, isWhole: total <= DEPOSITS_MAX };
  }

  private async ofJournal(
    partnerId: string,
    period: string,
    journalId: string,
  ): Promise<FoundLines> {
    const found = await this.statements.ofJournal(partnerId, period, journalId, JOURNALS_MAX);
    if (found === null || found.transactionId === null)
      return { lines: [], isWhole: found?.isWhole ?? true };
    const lines = await this.statements.ofTransactions(partnerId, period, [found.transactionId]);
    return { lines: lines ?? [], isWhole: true };
  }
}
