import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Cents, cents, centsToDecimal } from '#platform/core/money.js';
import { Refused } from '#platform/core/refused.js';
import { Slices } from '#platform/core/slices.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { BookStore } from '../book/book-store.js';
import type { OpenBook } from '../book/book.state.js';
import type { Matched } from '../book/matching.decide.js';
import { type TransferRow, readTransfers } from '../import-transfers/read-transfers.js';
import { matchedView, reasonOfKnown } from '../record-transfer/transfer.view.js';
import { recordTransfer } from '../transfer/transfer.decide.js';
import { transferId, transfers } from '../transfer/transfer.state.js';
import { PreviewTransfers, type PreviewedLine } from './preview-transfers.command.js';
import { outstandingOf, payInto } from './previewed-book.js';

type Judged = Pick<PreviewedLine, 'outcome' | 'reason'> & {
  readonly matched: Matched | null;
  readonly outstandingCents: Cents;
};

/** Line by line as an import would go, in books that are kept in memory alone. */
@CommandHandler(PreviewTransfers)
export class PreviewTransfersHandler implements ICommandHandler<PreviewTransfers> {
  constructor(
    private readonly store: EventStore,
    private readonly books: BookStore,
  ) {}

  /** @throws {Refused} as an import does. */
  async execute({ csv }: PreviewTransfers): Promise<readonly PreviewedLine[]> {
    const preview = new Preview(this.store, this.books);
    const lines: PreviewedLine[] = [];
    const slices = new Slices();
    for (const row of await readTransfers(csv)) {
      await slices.breathe();
      const { line, partnerId, reference, amountCents } = row;
      const { matched, outstandingCents, ...judged } = await preview.judge(row);
      const about = { line, partnerId, reference, amount: centsToDecimal(amountCents) };
      const outstanding = centsToDecimal(outstandingCents);
      lines.push({ ...about, ...judged, ...matchedView(matched), outstanding });
    }
    return lines;
  }
}

class Preview {
  private readonly paid = new Map<string, OpenBook>();
  private readonly lineOf = new Map<string, number>();

  constructor(
    private readonly store: EventStore,
    private readonly books: BookStore,
  ) {}

  /** What the line comes to, after those that were judged before it. */
  async judge(row: TransferRow): Promise<Judged> {
    try {
      return await this.record(row, await this.bookOf(row.partnerId));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const outstandingCents = outstandingOf(this.paid.get(row.partnerId) ?? { unsettled: [] });
      return { outcome: 'refused', reason: error.message, matched: null, outstandingCents };
    }
  }

  private async record(row: TransferRow, book: OpenBook): Promise<Judged> {
    const { line, partnerId, reference, amountCents } = row;
    const id = transferId(partnerId, reference);
    const outstandingCents = outstandingOf(book);
    const same = this.lineOf.get(id);
    if (same !== undefined)
      return {
        ...{ outcome: 'known', reason: `It says the same as line ${same}` },
        ...{ matched: null, outstandingCents },
      };
    const transfer = await this.store.load(transfers, id);
    const [recorded] = recordTransfer(row, -1n, new Date())(transfer);
    this.lineOf.set(id, line);
    if (recorded?.type !== 'TransferRecorded') {
      const matched = transfer.status === 'recorded' ? transfer.matched : null;
      const reason = transfer.status === 'absent' ? '' : reasonOfKnown(transfer.status);
      return { outcome: 'known', reason, matched, outstandingCents };
    }
    const { entry } = recorded.data;
    const incoming = { transferId: id, entry, reference, amountCents: cents(amountCents) };
    const { matched, book: after } = payInto(book, incoming, new Date());
    this.paid.set(partnerId, after);
    return { outcome: 'new', reason: '', matched, outstandingCents };
  }

  /** @throws {Refused} when there is no such partner. */
  private async bookOf(partnerId: string): Promise<OpenBook> {
    const known = this.paid.get(partnerId) ?? (await this.books.load(partnerId)).state;
    this.paid.set(partnerId, known);
    return known;
  }
}
