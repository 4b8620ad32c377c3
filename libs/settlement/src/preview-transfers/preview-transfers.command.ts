import { Command } from '@nestjs/cqrs';
import type { TransferView } from '../record-transfer/record-transfer.command.js';

/** What an import would make of one line of a file; lines count from 1, the header's. */
export type PreviewedLine = Pick<TransferView, 'matches' | 'credit'> & {
  readonly line: number;
  readonly partnerId: string;
  readonly reference: string;
  readonly amount: string;
  readonly outcome: 'new' | 'known' | 'refused';
  /** Why it is refused, which line says the same, or that it stays taken back; else empty. */
  readonly reason: string;
  /** What the partner owes of closed periods when the lines before are recorded. */
  readonly outstanding: string;
};

/** Reads a file as an import does, and records nothing. */
export class PreviewTransfers extends Command<readonly PreviewedLine[]> {
  constructor(readonly csv: Uint8Array) {
    super();
  }
}
