import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';
import type { TransferView } from '../record-transfer/record-transfer.command.js';

/** What became of one line of a file; lines count from 1, the header's. */
export type ImportedLine = {
  readonly line: number;
  readonly partnerId: string;
  readonly reference: string;
  readonly amount: string;
} & (
  | { readonly outcome: 'recorded' | 'known' | 'proposed'; readonly transfer: TransferView }
  | { readonly outcome: 'refused'; readonly reason: string }
);

/**
 * Many transfers from CSV in UTF-8 with the header `partner,reference,amount`. Nothing is recorded
 * when the file itself is wrong anywhere; a line that is refused does not stop the others.
 */
export class ImportTransfers extends Command<readonly ImportedLine[]> {
  constructor(
    readonly csv: Uint8Array,
    readonly by?: Operator,
    /** Told after each line, of so many. */
    readonly onLine: (done: number, total: number) => void = () => undefined,
  ) {
    super();
  }
}
