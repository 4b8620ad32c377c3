import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { partnerNames } from '#auth/partner/partner-registry.js';
import { isUuid } from '#kernel/ids.js';
import { DOLLARS, DOLLARS_LENGTH_MAX, DOLLARS_RULE } from '#kernel/money.js';
import { notFound } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import { refusal } from '#http/endpoint.js';
import { FlagField, LinesField, TextField } from '#http/fields.js';
import { BodyUpTo } from '#http/json-body.js';
import { ImportTransfers } from '#settlement/import-transfers/import-transfers.handler.js';
import { PreviewTransfers } from '#settlement/preview-transfers/preview-transfers.handler.js';
import { RecordTransfer } from '#settlement/record-transfer/record-transfer.handler.js';
import { ReverseTransfer } from '#settlement/reverse-transfer/reverse-transfer.handler.js';
import { SettlementReader } from '#settlement/settlement-periods/settlement-reader.js';
import { acceptedTransfer } from '#settlement/record-transfer/transfer-input.js';
import { transferView } from '#settlement/record-transfer/transfer.view.js';
import { transfers } from '#settlement/transfer/transfer.state.js';
import { ByStaff, StaffEndpoint } from '#staff/staff.api.module.js';
import { partnerNotFound, PartnerParam } from '../partners/known-partner.js';
import { ReasonBody } from '../reason.body.js';
import {
  importAnswer,
  importedView,
  shownTransfer,
  transferAnswer,
  transfersAnswer,
} from './transfers.view.js';
const LISTED_MAX = 100;
const IMPORT_BYTES_MAX = 1024 * 1024;
/** Below the limit of a body, because JSON may escape the text. */
const CSV_MAX = 900_000;

class RecordTransferBody {
  @TextField({ max: 140, about: 'The bank’s reference.', example: 'BANK-1' })
  readonly reference!: string;
  @TextField({
    max: DOLLARS_LENGTH_MAX,
    pattern: DOLLARS,
    code: 'amount_invalid',
    detail: DOLLARS_RULE,
    about: 'Amount of the transfer.',
    example: '500.00',
  })
  readonly amount!: string;
}

const referenceInvalid = refusal(
  422,
  'reference_invalid',
  '`reference` begins or ends with a space, contains an invisible character, or is a number, an error or a placeholder of a spreadsheet.',
);

class ReverseTransferBody extends ReasonBody {
  @TextField({ max: 140, about: 'The bank’s reference.', example: 'BANK-1' })
  readonly reference!: string;
}

class ImportTransfersBody {
  @LinesField({
    max: CSV_MAX,
    about: 'CSV with the header `partner,reference,amount`.',
    example: 'partner,reference,amount\r\n0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90,BANK-1,500.00\r\n',
  })
  readonly csv!: string;
  @FlagField({ about: 'True for a preview, which does not record transfers.', example: true })
  readonly preview!: boolean;
}

@Controller('staff')
export class TransfersController {
  constructor(
    private readonly store: EventStore,
    private readonly commands: CommandBus,
    private readonly reader: SettlementReader,
  ) {}

  @StaffEndpoint('session', {
    summary: 'List a partner’s transfers',
    description:
      'The latest 100 transfers with their latest entry. The view `settlement_transfers` has all.',
    answers: { 200: [transfersAnswer, 'The transfers.'] },
    refuses: [partnerNotFound],
  })
  @Get('partners/:partnerId/transfers')
  async listPartnerTransfers(@PartnerParam() id: string) {
    return { transfers: await this.reader.transfers(id, LISTED_MAX) };
  }

  @StaffEndpoint('session', {
    summary: 'Show a transfer',
    description: 'Finds a transfer by the id that the queue dashboard and the log show.',
    params: { id: 'The id of the transfer.' },
    answers: { 200: [shownTransfer, 'The transfer.'] },
    refuses: [refusal(404, 'transfer_not_found', 'There is no transfer with this id.')],
  })
  @Get('transfers/:id')
  async showTransfer(@Param('id') id: string) {
    const transfer = isUuid(id) ? await this.store.load(transfers, id.toLowerCase()) : null;
    if (transfer === null || transfer.status === 'absent')
      throw notFound('transfer_not_found', 'There is no transfer with this id');
    const { partnerId, reference, amount, status } = transferView(transfer);
    return { id: id.toLowerCase(), partnerId, reference, amount, status };
  }

  @StaffEndpoint('finance', {
    summary: 'Record a transfer',
    description:
      'Records money from a partner. It pays closed periods, the oldest first. A repeat with the same reference and amount changes nothing.',
    answers: { 200: [transferAnswer, 'Recorded, now or earlier.'] },
    refuses: [
      partnerNotFound,
      refusal(409, 'reference_already_exists', 'The reference is recorded with another amount.'),
      referenceInvalid,
    ],
  })
  @Post('partners/:partnerId/transfers')
  recordTransfer(
    @PartnerParam() id: string,
    @Body() body: RecordTransferBody,
    @ByStaff() by: Operator,
  ) {
    return this.record(id, body, by, 'payment');
  }

  @StaffEndpoint('finance', {
    summary: 'Record a payout of credit',
    description:
      'Records money that was paid to a partner from its credit. A repeat with the same reference and amount changes nothing. Above a limit, a second person must do the same before it takes effect.',
    answers: { 200: [transferAnswer, 'Recorded, now or earlier.'] },
    refuses: [
      partnerNotFound,
      refusal(
        409,
        'reference_already_exists',
        'The reference is recorded with another amount, or for a payment.',
      ),
      refusal(422, 'payout_above_credit', 'The credit of the partner is below the amount.'),
      referenceInvalid,
    ],
  })
  @Post('partners/:partnerId/payouts')
  recordPayout(
    @PartnerParam() id: string,
    @Body() body: RecordTransferBody,
    @ByStaff() by: Operator,
  ) {
    return this.record(id, body, by, 'payout');
  }

  @StaffEndpoint('finance', {
    summary: 'Reverse a transfer',
    description:
      'Reverses a transfer that was recorded wrongly. The periods that it paid owe its amount again. Both entries stay on record. Above a limit, a second person must do the same before it takes effect.',
    answers: { 200: [transferAnswer, 'Reversed, now or earlier.'] },
    refuses: [
      partnerNotFound,
      refusal(404, 'transfer_not_found', 'There is no transfer with this reference.'),
      refusal(422, 'reason_missing', '`reason` is empty.'),
    ],
  })
  @Post('partners/:partnerId/transfers/reverse')
  async reverseTransfer(
    @PartnerParam() id: string,
    @Body() { reference, reason }: ReverseTransferBody,
    @ByStaff() by: Operator,
  ) {
    const command = new ReverseTransfer(id, reference, reason, by);
    return { ...(await this.commands.execute(command)), created: false };
  }

  @StaffEndpoint('finance', {
    summary: 'Import transfers',
    description:
      'Records transfers of any partners from a file. A preview shows the result of each line. A format error rejects the whole file. A rejected line does not stop the other lines. A file may be sent again.',
    answers: { 200: [importAnswer, 'Result of each line.'] },
    refuses: [refusal(422, 'file_invalid', 'The file is invalid. `errors` lists the wrong lines.')],
  })
  @BodyUpTo(IMPORT_BYTES_MAX)
  @Post('transfers/import')
  async importTransfers(@Body() { csv, preview }: ImportTransfersBody, @ByStaff() by: Operator) {
    const file = Buffer.from(csv);
    const lines = preview
      ? await this.commands.execute(new PreviewTransfers(file, by))
      : (await this.commands.execute(new ImportTransfers(file, by))).map(importedView);
    const names = await partnerNames(this.store);
    const named = lines.map((line) => ({
      ...line,
      partnerName: names.get(line.partnerId) ?? null,
    }));
    return { recorded: !preview, lines: named };
  }

  private async record(
    partnerId: string,
    body: RecordTransferBody,
    by: Operator,
    kind: RecordTransfer['kind'],
  ) {
    const { reference, amountCents } = acceptedTransfer(body.reference, body.amount);
    const command = new RecordTransfer(partnerId, reference, amountCents, by, kind);
    const { transfer, created } = await this.commands.execute(command);
    return { ...transfer, created };
  }
}
