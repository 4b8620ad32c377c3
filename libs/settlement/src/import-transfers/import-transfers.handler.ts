import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { centsToDecimal } from '#platform/core/money.js';
import { Refused } from '#platform/core/refused.js';
import type { Operator } from '#platform/event-store/operator-cause.js';
import { RecordTransfer } from '../record-transfer/record-transfer.command.js';
import { type ImportedLine, ImportTransfers } from './import-transfers.command.js';
import { type TransferRow, readTransfers } from './read-transfers.js';

/** A repeat of a file, or of a part of it, changes nothing: each reference is recorded once. */
@CommandHandler(ImportTransfers)
export class ImportTransfersHandler implements ICommandHandler<ImportTransfers> {
  constructor(private readonly commands: CommandBus) {}

  async execute({ csv, by, onLine }: ImportTransfers): Promise<readonly ImportedLine[]> {
    const lines: ImportedLine[] = [];
    const rows = await readTransfers(csv);
    for (const row of rows) {
      lines.push(await this.importRow(row, by));
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
