import { Body, Controller, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { EventStore } from '#kernel/event-store/event-store.js';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import { refusal } from '#http/endpoint.js';
import { RecordTransfer } from '#settlement/record-transfer/record-transfer.handler.js';
import { acceptedTransfer } from '#settlement/record-transfer/transfer-input.js';
import { ByStaff, StaffEndpoint } from '#staff/staff.api.module.js';
import { partnerNotFound, requirePartner } from '../partners/known-partner.js';
import { RecordTransferBody, referenceInvalid } from './record-transfer.body.js';
import { transferAnswer } from './transfers.view.js';

@Controller('staff')
export class PayoutsController {
  constructor(
    private readonly store: EventStore,
    private readonly commands: CommandBus,
  ) {}

  @StaffEndpoint('finance', {
    id: 'recordPayout',
    tag: 'Settlements',
    summary: 'Record a payout of credit',
    description:
      'Records money that was paid to a partner from its credit. A repeat with the same reference and amount changes nothing. Above a limit, a second person must do the same before it takes effect.',
    params: { partnerId: 'The partner.' },
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
  async record(
    @Param('partnerId') partnerId: string,
    @Body() { reference, amount }: RecordTransferBody,
    @ByStaff() by: Operator,
  ) {
    const { id } = await requirePartner(this.store, partnerId);
    const read = acceptedTransfer(reference, amount);
    const command = new RecordTransfer(id, read.reference, read.amountCents, by, 'payout');
    const { transfer, created } = await this.commands.execute(command);
    return { ...transfer, created };
  }
}
