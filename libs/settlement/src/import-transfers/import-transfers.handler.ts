import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import type { TransferView } from '../record-transfer/transfer.view.js';
import { RecordTransfer } from '../record-transfer/record-transfer.handler.js';
import { centsToDecimal } from '#kernel/money.js';
import { Refused } from '#kernel/refused.js';
import { transferId } from '../transfer/transfer.state.js';
import { type TransferRow, readTransfers } from './read-transfers.js';

/** The result of one line of a file. Lines count from 1, which is the header. */
export type ImportedLine = {
  readonly line: number;
  readonly partnerId: string;
  readonly reference: string;
  readonly amount: string;
  /** An earlier line with the same transfer, or null. */
  readonly sameAs?: number | null;
} & (
  | { readonly outcome: 'recorded' | 'known' | 'proposed'; readonly transfer: TransferView }
  | { readonly outcome: 'refused'; readonly reason: string }
);

/**
 * Records transfers from UTF-8 CSV with the header `partner,reference,amount`. Records none of them
 * if the file has a format error. A line that is rejected does not stop the other lines.
 */
export class ImportTransfers extends Command<readonly ImportedLine[]> {
  constructor(
    readonly csv: Uint8Array,
    readonly by?: Operator,
    /** Called after each line. */
    readonly onLine: (done: number, total: number) => void = () => undefined,
  ) {
    super();
  }
}

/** Repeating a file, or a part of it, is safe because each reference is recorded once. */
@CommandHandler(ImportTransfers)
export class ImportTransfersHandler implements ICommandHandler<ImportTransfers> {
  constructor(private readonly commands: CommandBus) {}

  async execute({ csv, by, onLine }: ImportTransfers): Promise<readonly ImportedLine[]> {
    const lines: ImportedLine[] = [];
    const rows = await readTransfers(csv);
    const lineOf = new Map<string, number>();
    for (const row of rows) {
      const id = transferId(row.partnerId, row.reference);
      lines.push({ ...(await this.importRow(row, by)), sameAs: lineOf.get(id) ?? null });
      if (!lineOf.has(id)) lineOf.set(id, row.line);
      onLine(lines.length, rows.length);
    }
    return lines;
  }

  private async importRow(row: TransferRow, by: Operator | undefined): Promise<ImportedLine> {
    const { line, partnerId, reference, amountCents } = row;
    const about = { line, partnerId, reference, amount: centsToDecimal(amountCents) };
    try {
      const command = new RecordTransfer(partnerId, reference, amountCents, by);
      const { transfer, created } = await this.commands.execute(command);
      if (transfer.status === 'proposed') return { ...about, outcome: 'proposed', transfer };
      return { ...about, outcome: created ? 'recorded' : 'known', transfer };
    } catch (error) {
      if (error instanceof Refused) return { ...about, outcome: 'refused', reason: error.message };
      throw error;
    }
  }
}
