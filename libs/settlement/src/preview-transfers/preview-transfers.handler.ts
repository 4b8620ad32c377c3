import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { TransferView } from '../record-transfer/transfer.view.js';
import { type Cents, cents, centsToDecimal } from '#kernel/money.js';
import { Refused } from '#kernel/refused.js';
import { TimeSlice } from '#kernel/concurrency/time-slice.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import { CONFIG } from '#kernel/tokens.js';
import type { Config } from '#config/config.js';
import { LedgerStore } from '../ledger/ledger-store.js';
import type { OpenLedger } from '../ledger/ledger.state.js';
import type { Matched } from '../ledger/matching.decide.js';
import { type TransferRow, readTransfers } from '../import-transfers/read-transfers.js';
import { matchedView, reasonOfKnown } from '../record-transfer/transfer.view.js';
import { type TwoPersonRule, recordTransfer } from '../transfer/transfer.decide.js';
import { transferId, transfers } from '../transfer/transfer.state.js';
import { outstandingOf, payInto } from './previewed-ledger.js';

/** The result that an import would have for one line. Lines count from 1, which is the header. */
export type PreviewedLine = Pick<TransferView, 'matches' | 'credit'> & {
  readonly line: number;
  readonly partnerId: string;
  readonly reference: string;
  readonly amount: string;
  /** `proposed`: a second person must record the transfer too. */
  readonly outcome: 'new' | 'known' | 'proposed' | 'refused';
  /**
   * Reason of the rejection, the earlier line with the same transfer, or a note that the transfer
   * stays reversed.
   */
  readonly reason: string;
  /** Amount that the partner owes for closed periods after the earlier lines, decimal text. */
  readonly outstanding: string;
};

/** Reads a file as an import does, without recording its transfers. */
export class PreviewTransfers extends Command<readonly PreviewedLine[]> {
  constructor(
    readonly csv: Uint8Array,
    readonly by?: Operator,
  ) {
    super();
  }
}

type LineResult = Pick<PreviewedLine, 'outcome' | 'reason'> & {
  readonly matched: Matched | null;
  readonly outstandingCents: Cents;
};

/** Applies the lines in order, to ledgers in memory. */
@CommandHandler(PreviewTransfers)
export class PreviewTransfersHandler implements ICommandHandler<PreviewTransfers> {
  constructor(
    private readonly store: EventStore,
    private readonly ledgers: LedgerStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'twoPersonTransfersAboveCents'>,
  ) {}

  /** @throws {Refused} as an import does. */
  async execute({ csv, by }: PreviewTransfers): Promise<readonly PreviewedLine[]> {
    const preview = new Preview(this.store, this.ledgers, {
      by: operatorCause('', by).actor,
      aboveCents: this.config.twoPersonTransfersAboveCents,
    });
    const lines: PreviewedLine[] = [];
    const slices = new TimeSlice();
    for (const row of await readTransfers(csv)) {
      await slices.yieldToEventLoop();
      const { line, partnerId, reference, amountCents } = row;
      const { matched, outstandingCents, ...result } = await preview.apply(row);
      const about = { line, partnerId, reference, amount: centsToDecimal(amountCents) };
      const outstanding = centsToDecimal(outstandingCents);
      lines.push({ ...about, ...result, ...matchedView(matched), outstanding });
    }
    return lines;
  }
}

class Preview {
  private readonly paid = new Map<string, OpenLedger>();
  private readonly lineOf = new Map<string, number>();

  constructor(
    private readonly store: EventStore,
    private readonly ledgers: LedgerStore,
    private readonly rule: TwoPersonRule,
  ) {}

  /** Returns the result of the line after the earlier lines. */
  async apply(row: TransferRow): Promise<LineResult> {
    try {
      return await this.record(row, await this.ledgerOf(row.partnerId));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const outstandingCents = outstandingOf(this.paid.get(row.partnerId) ?? { unsettled: [] });
      return { outcome: 'refused', reason: error.message, matched: null, outstandingCents };
    }
  }

  private async record(row: TransferRow, ledger: OpenLedger): Promise<LineResult> {
    const { line, partnerId, reference, amountCents } = row;
    const id = transferId(partnerId, reference);
    const outstandingCents = outstandingOf(ledger);
    const same = this.lineOf.get(id);
    if (same !== undefined)
      return {
        ...{ outcome: 'known', reason: reasonOfKnown('recorded', same) },
        ...{ matched: null, outstandingCents },
      };
    const transfer = await this.store.load(transfers, id);
    const recording = { ...row, kind: 'payment' } as const;
    const [recorded] = recordTransfer(recording, -1n, new Date(), this.rule)(transfer);
    this.lineOf.set(id, line);
    const isProposed = recorded === undefined && transfer.proposal?.amountCents === amountCents;
    if (recorded?.type === 'TransferProposed' || isProposed)
      return {
        ...{ outcome: 'proposed', reason: reasonOfKnown('proposed') },
        ...{ matched: null, outstandingCents },
      };
    if (recorded?.type !== 'TransferRecorded') {
      const matched = transfer.status === 'recorded' ? transfer.matched : null;
      const reason = transfer.status === 'absent' ? '' : reasonOfKnown(transfer.status);
      return { outcome: 'known', reason, matched, outstandingCents };
    }
    const { entry } = recorded.data;
    const incoming = { transferId: id, entry, reference, amountCents: cents(amountCents) };
    const { matched, ledger: after } = payInto(ledger, incoming, new Date());
    this.paid.set(partnerId, after);
    return { outcome: 'new', reason: '', matched, outstandingCents };
  }

  /** @throws {Refused} if the partner does not exist. */
  private async ledgerOf(partnerId: string): Promise<OpenLedger> {
    const known = this.paid.get(partnerId) ?? (await this.ledgers.load(partnerId)).state;
    this.paid.set(partnerId, known);
    return known;
  }
}
