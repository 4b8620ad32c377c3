import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { partners } from '#auth';
import { centsFromDecimal } from '#platform/core/money.js';
import { EventStore } from '#platform/event-store/event-store.js';
import type { Operator } from '#platform/event-store/operator-cause.js';
import { refusal } from '#platform/http/endpoint.js';
import { FlagField, LinesField, TextField } from '#platform/http/fields.js';
import { BodyUpTo } from '#platform/http/json-body.js';
import {
  ImportTransfers,
  PreviewTransfers,
  RecordTransfer,
  ReverseTransfer,
  SettlementReader,
} from '#settlement';
import { ByStaff, StaffEndpoint } from '#staff/api';
import { partnerNotFound, requirePartner } from '../partners/known-partner.js';
import { ReasonField } from '../reason-field.js';
import { importAnswer, importedView, transferAnswer, transfersAnswer } from './transfers.view.js';

const tag = 'Settlements';
const params = { partnerId: 'The partner.' };
const LISTED_MAX = 100;
const IMPORT_BYTES_MAX = 1024 * 1024;
/** Fewer than such a body holds; the text may need to be escaped. */
const CSV_MAX = 900_000;

class RecordTransferBody {
  @TextField({ max: 140, about: 'The bank’s reference.', example: 'BANK-1' })
  readonly reference!: string;
  @TextField({
    max: 16,
    pattern: /^\d{1,13}(\.\d{1,2})?$/,
    code: 'amount_invalid',
    detail: 'must be dollars, like 1250.00',
    about: 'What came in.',
    example: '500.00',
  })
  readonly amount!: string;
}

class ReverseTransferBody {
  @TextField({ max: 140, about: 'The bank’s reference.', example: 'BANK-1' })
  readonly reference!: string;
  @ReasonField({ about: 'Why the recording was wrong.', example: 'Another partner’s' })
  readonly reason!: string;
}

class ImportTransfersBody {
  @LinesField({
    max: CSV_MAX,
    about: 'CSV with the header `partner,reference,amount`.',
    example: 'partner,reference,amount\r\n0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90,BANK-1,500.00\r\n',
  })
  readonly csv!: string;
  @FlagField({ about: 'True to record nothing and see what would be.', example: true })
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
    id: 'listPartnerTransfers',
    tag,
    summary: 'List a partner’s transfers',
    description:
      'As they were recorded last, the latest 100. The view `settlement_transfers` has all.',
    params,
    answers: { 200: [transfersAnswer, 'The transfers.'] },
    refuses: [partnerNotFound],
  })
  @Get('partners/:partnerId/transfers')
  async list(@Param('partnerId') partnerId: string) {
    const { id } = await requirePartner(this.store, partnerId);
    return { transfers: await this.reader.transfers(id, LISTED_MAX) };
  }

  @StaffEndpoint('finance', {
    id: 'recordTransfer',
    tag,
    summary: 'Record a transfer',
    description:
      'Money that came in from a partner. It is matched with closed periods, oldest first; the same reference and amount again changes nothing.',
    params,
    answers: { 200: [transferAnswer, 'Recorded, now or earlier.'] },
    refuses: [
      partnerNotFound,
      refusal(409, 'reference_already_exists', 'It is recorded with another amount.'),
      refusal(
        422,
        'reference_invalid',
        'It begins or ends with a space, or holds what cannot be seen.',
      ),
    ],
  })
  @Post('partners/:partnerId/transfers')
  @HttpCode(200)
  async record(
    @Param('partnerId') partnerId: string,
    @Body() { reference, amount }: RecordTransferBody,
    @ByStaff() by: Operator,
  ) {
    const { id } = await requirePartner(this.store, partnerId);
    const command = new RecordTransfer(id, reference, centsFromDecimal(amount), by);
    const { transfer, created } = await this.commands.execute(command);
    return { ...transfer, created };
  }

  @StaffEndpoint('finance', {
    id: 'reverseTransfer',
    tag,
    summary: 'Take a transfer back',
    description:
      'It was recorded wrongly: the periods it went to owe its amount again. Both entries stay on record. Above an amount a second person must do the same before it takes effect.',
    params,
    answers: { 200: [transferAnswer, 'Taken back, now or earlier.'] },
    refuses: [
      partnerNotFound,
      refusal(404, 'transfer_not_found', 'There is no transfer with this reference.'),
      refusal(422, 'reason_missing', 'It says nothing.'),
    ],
  })
  @Post('partners/:partnerId/transfers/reverse')
  @HttpCode(200)
  async reverse(
    @Param('partnerId') partnerId: string,
    @Body() { reference, reason }: ReverseTransferBody,
    @ByStaff() by: Operator,
  ) {
    const { id } = await requirePartner(this.store, partnerId);
    const command = new ReverseTransfer(id, reference, reason, by);
    return { ...(await this.commands.execute(command)), created: false };
  }

  @StaffEndpoint('finance', {
    id: 'importTransfers',
    tag,
    summary: 'Import transfers',
    description:
      'Many transfers from a bank’s file, of any partners. A preview says what each line would come to. Nothing is recorded when the file is wrong anywhere; a refused line does not stop the others; a file may be sent again.',
    answers: { 200: [importAnswer, 'What became of each line, or would.'] },
    refuses: [refusal(422, 'file_invalid', 'The file is wrong; `errors` names each line.')],
  })
  @BodyUpTo(IMPORT_BYTES_MAX)
  @Post('transfers/import')
  @HttpCode(200)
  async import(@Body() { csv, preview }: ImportTransfersBody, @ByStaff() by: Operator) {
    const file = Buffer.from(csv);
    const lines = preview
      ? await this.commands.execute(new PreviewTransfers(file))
      : (await this.commands.execute(new ImportTransfers(file, by))).map(importedView);
    const nameOf = await partnerNames(this.store, lines);
    return {
      recorded: !preview,
      lines: lines.map((each) => ({ ...each, partnerName: nameOf(each.partnerId) })),
    };
  }
}

/** What we call those whom the lines are about; null for nobody. */
const partnerNames = async (
  store: EventStore,
  lines: readonly { readonly partnerId: string }[],
): Promise<(partnerId: string) => string | null> => {
  const names = new Map<string, string | null>();
  for (const { partnerId } of lines) {
    if (names.has(partnerId)) continue;
    const { id, name } = await store.load(partners, partnerId);
    names.set(partnerId, id === null ? null : name);
  }
  return (partnerId) => names.get(partnerId) ?? null;
};
