import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { CheckErasure } from '#erasure/erase-user/check-erasure.handler.js';
import { EraseUser } from '#erasure/erase-user/erase-user.handler.js';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import { list, object, text, utcTime, uuid, word } from '#http/response-schemas.js';
import { refusal } from '#http/endpoint.js';
import { TextField } from '#http/fields.js';
import { ByStaff, StaffEndpoint } from '#staff/staff.api.module.js';
import { PROVIDERS } from '#users/user/user.events.js';
import { ReasonField } from '../reason.body.js';
import { userNotFound } from './users.controller.js';

class EraseBody {
  @ReasonField(
    'Legal ground. It is stored in plaintext: do not name a person.',
    'Letter of 2 March',
  )
  readonly reason!: string;

  @TextField({
    max: 64,
    optional: true,
    about: 'Code that the first step returned. Without it, the request only lists the effects.',
    example: '1f0c77ab',
  })
  readonly confirm?: string;
}

const erasure = object('Erasure', 'State of the erasure of a user.', {
  id: uuid('The user.'),
  state: word('Whether the erasure is complete or waits for the second step.', [
    'to_confirm',
    'erased',
  ]),
  confirm: text('Code for the second step. Null once the user is erased.', '1f0c77ab').nullable(),
  inBackupsUntil: utcTime('Until this time, earlier backups still contain the user.'),
  toAsk: list(
    'Providers that must also erase the user.',
    z.strictObject({
      provider: word('Provider with data of the user.', [...PROVIDERS]),
      ids: list(
        'Ids of the user at the provider.',
        text('Id at the provider.', '0b7e9c52-7f3c-5d0e-8a55-3f1d2c4b6a90'),
      ),
    }),
  ),
});

const ids = (about: string) => list(about, text('One id.', '0b7e9c52-7f3c-5d0e-8a55-3f1d2c4b6a90'));

const obstacles = object(
  'ErasureObstacles',
  'Obstacles that must end before a user can be erased.',
  {
    obstacles: list(
      'All obstacles of the erasure.',
      z.strictObject({
        code: word('Problem code of the rejection.', [
          'legal_hold',
          'money_open',
          'account_open',
          'records_kept',
        ]),
        detail: text('The obstacle in one sentence.', 'The account at the broker is not closed'),
        deposits: ids('Deposits that have not ended.'),
        orders: ids('Orders that have not ended.'),
      }),
    ),
  },
);

/** Erases a user who may be erased. The first call returns a code, the second confirms it. */
@Controller('staff/users')
export class ErasureController {
  constructor(private readonly commands: CommandBus) {}

  @StaffEndpoint('operator', {
    summary: 'List the obstacles of erasing a user',
    description: 'Lists all obstacles without changing data.',
    answers: { 200: [obstacles, 'All obstacles.'] },
    refuses: [userNotFound],
  })
  @Get(':userId/erasure')
  async getErasureObstacles(@Param('userId') userId: string) {
    return { obstacles: await this.commands.execute(new CheckErasure(userId)) };
  }

  @StaffEndpoint('operator', {
    summary: 'Erase a user',
    description:
      'Erases a user permanently in two steps. The first step reports an obstacle or returns a code. The second step sends the code. Ledgers stay unchanged.',
    answers: { 200: [erasure, 'Effects of the erasure.'] },
    refuses: [
      userNotFound,
      refusal(409, 'legal_hold', 'A legal hold prevents the erasure of this user.'),
      refusal(409, 'money_open', 'A deposit or an order has not ended.'),
      refusal(409, 'account_open', 'The account at the broker is not closed.'),
      refusal(409, 'records_kept', 'The legal retention period has not ended.'),
      refusal(
        409,
        'not_confirmed',
        'The code differs from the code of the first step, or the user’s status or ids at providers changed.',
      ),
    ],
  })
  @Post(':userId/erase')
  eraseUser(
    @Param('userId') userId: string,
    @Body() { reason, confirm }: EraseBody,
    @ByStaff() by: Operator,
  ) {
    return this.commands.execute(new EraseUser(userId, reason, confirm ?? null, by));
  }
}
