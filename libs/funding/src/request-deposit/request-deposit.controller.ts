import { Body, Controller, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { Config } from '#platform/config/config.js';
import { centsFromDecimal } from '#platform/core/money.js';
import type { Fault } from '#platform/core/refused.js';
import { type Caller, CurrentCaller } from '#platform/http/caller.js';
import { StringField, TextField, WordField } from '#platform/http/fields.js';
import type { JudgesContent } from '#platform/http/request.pipe.js';
import { depositView } from '../user-deposits/deposit.view.js';
import { RequestDeposit } from './request-deposit.command.js';

class RequestDepositBody implements JudgesContent {
  @StringField() readonly userId!: string;
  @WordField(['DEPOSIT'], 'direction_not_supported') readonly direction!: 'DEPOSIT';
  @StringField() readonly amount!: string;
  @TextField({ max: 50 }) readonly externalId!: string;

  contentFaults(_config: Config): Fault[] {
    if (/^\d{1,15}(\.\d{1,2})?$/.test(this.amount) && centsFromDecimal(this.amount) > 0n) return [];
    const detail = 'must be a decimal number above 0 with at most two decimals, like "100.00"';
    return [{ pointer: '/amount', code: 'amount_invalid', detail }];
  }
}

@Controller('v1/funding')
export class RequestDepositController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  async request(
    @CurrentCaller() caller: Caller,
    @Body() { userId, amount, externalId }: RequestDepositBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { document, created } = await this.commands.execute(
      new RequestDeposit(caller, userId, centsFromDecimal(amount), externalId),
    );
    void reply.status(created ? 201 : 200);
    return depositView(document);
  }
}
