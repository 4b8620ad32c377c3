import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';
import type { TransferView } from '../record-transfer/record-transfer.command.js';

/** It was recorded wrongly: the periods it went to owe its amount again. */
export class ReverseTransfer extends Command<TransferView> {
  constructor(
    readonly partnerId: string,
    readonly reference: string,
    readonly reason: string,
    readonly by?: Operator,
  ) {
    super();
  }
}
