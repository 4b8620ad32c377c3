import { Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import { object, text, uuid } from '#http/response-schemas.js';
import { refusal } from '#http/endpoint.js';
import { StaffEndpoint } from '../session/staff-endpoint.js';
import { ByStaff } from '../session/staff.authenticator.js';
import { UnlockStaff } from '../unlock-staff/unlock-staff.handler.js';
import { StaffAccountReader, staffAccountList } from './staff-account-reader.js';

const unlocked = object('UnlockedStaff', 'The account, which is open again.', {
  id: uuid('Of the account.'),
  email: text('To sign in with; null once erased.', 'ada@operator.example').nullable(),
});

@Controller('staff/accounts')
export class StaffAccountsController {
  constructor(
    private readonly reader: StaffAccountReader,
    private readonly commands: CommandBus,
  ) {}

  @StaffEndpoint('operator', {
    summary: 'List the accounts of staff',
    description: 'Accounts are made, reset and disabled on the command line.',
    answers: { 200: [staffAccountList, 'All of them.'] },
  })
  @Get()
  async listStaffAccounts() {
    return { accounts: await this.reader.all() };
  }

  @StaffEndpoint('operator', {
    summary: 'Lift the lock of an account',
    description:
      'For somebody whom failed sign-ins keep out. Earlier failures for this account count no more; those of an address go on counting.',
    params: { staffId: 'The account.' },
    answers: { 200: [unlocked, 'It is open, from everywhere.'] },
    refuses: [refusal(404, 'staff_not_found', 'There is no such account.')],
  })
  @Post(':staffId/unlock')
  unlockStaff(@Param('staffId') staffId: string, @ByStaff() by: Operator) {
    return this.commands.execute(new UnlockStaff(staffId.toLowerCase(), by));
  }
}
