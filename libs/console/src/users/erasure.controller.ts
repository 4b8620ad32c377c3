import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { EraseUser } from '#erasure';
import type { Operator } from '#platform/event-store/operator-cause.js';
import { text, utcTime, uuid, word } from '#platform/http/answers.js';
import { refusal } from '#platform/http/endpoint.js';
import { TextField } from '#platform/http/fields.js';
import { ByStaff, StaffEndpoint } from '#staff/api';
import { PROVIDERS } from '#users';
import { ReasonField } from '../reason-field.js';
import { params, tag, userNotFound } from './users.controller.js';

class EraseBody {
  @ReasonField({
    about: 'On what ground. It is kept in clear, so it names nobody.',
    example: 'Letter of 2 March',
  })
  readonly reason!: string;

  @TextField({
    max: 64,
    optional: true,
    about: 'The code that the first step answered; without it nothing is changed.',
    example: '1f0c77ab',
  })
  readonly confirm?: string;
}

const erasure = z
  .strictObject({
    id: uuid('The user.'),
    state: word('Whether it is done, or waits for the second step.', ['to_confirm', 'erased']),
    confirm: text('To be sent with the second step, null when it is done.', '1f0c77ab').nullable(),
    inBackupsUntil: utcTime('Until then backups from before it still hold the user.'),
    toAsk: z
      .array(
        z.strictObject({
          provider: word('Who has data of the user too.', [...PROVIDERS]),
          ids: z
            .array(text('One of them.', '0b7e9c52-7f3c-5d0e-8a55-3f1d2c4b6a90'))
            .meta({ description: 'What the provider calls the user.' }),
        }),
      )
      .meta({ description: 'Who must be asked to erase as well.' }),
  })
  .meta({ id: 'Erasure', description: 'How far the erasure of a user has come.' });

/** Whom the law lets go: in two steps. */
@Controller('staff/users')
export class ErasureController {
  constructor(private readonly commands: CommandBus) {}

  @StaffEndpoint('operator', {
    id: 'eraseUser',
    tag,
    summary: 'Erase a user',
    description:
      'For ever, in two steps: the first says what stands in the way or answers a code, the second takes it. Books stay as they are.',
    params,
    answers: { 200: [erasure, 'What was done, or would be.'] },
    refuses: [
      userNotFound,
      refusal(409, 'legal_hold', 'A legal hold keeps the data of this user.'),
      refusal(409, 'money_open', 'A deposit or an order has not ended.'),
      refusal(409, 'log_not_sealed', 'Events of an earlier version tell of the user in clear.'),
      refusal(409, 'account_open', 'The account at the broker is not closed.'),
      refusal(409, 'records_kept', 'The law wants the records kept for longer.'),
      refusal(
        409,
        'not_confirmed',
        'It is not the code of the first step, or the user’s status or ids at providers changed.',
      ),
    ],
  })
  @Post(':userId/erase')
  @HttpCode(200)
  erase(
    @Param('userId') userId: string,
    @Body() { reason, confirm }: EraseBody,
    @ByStaff() by: Operator,
  ) {
    return this.commands.execute(new EraseUser(userId, reason, confirm ?? null, by));
  }
}
