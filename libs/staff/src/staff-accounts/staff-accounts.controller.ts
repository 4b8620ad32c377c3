import { Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import { object, text, uuid } from '#http/response-schemas.js';
import { refusal } from '#http/endpoint.js';
import { StaffEndpoint } from '../session/staff-endpoint.js';
import { ByStaff } from '../session/staff.authenticator.js';
import { UnlockStaff } from '../unlock-staff/unlock-staff.handler.js';
import { StaffAccountReader, staffAccountList } from './staff-account-reader.js';

const unlocked = object('UnlockedStaff', 'The unlocked account.', {
  id: uuid('Id of the account.'),
  email: text('E-mail of the account; null once erased.', 'ada@operator.example').nullable(),
});

@Controller('staff/accounts')
export class StaffAccountsController {
  constructor(
    private readonly reader: StaffAccountReader,
    private readonly commands: CommandBus,
  ) {}

  @StaffEndpoint('operator', {
    summary: 'List the accounts of staff',
    description: 'Accounts are created, reset and disabled on the command line.',
    answers: { 200: [staffAccountList, 'All accounts.'] },
  })
  @Get()
  async listStaffAccounts() {
    return { accounts: await this.reader.all() };
  }

  @StaffEndpoint('operator', {
    summary: 'Lift the lock of an account',
    description:
      'Unlocks an account after failed sign-ins. Earlier failures of the account no longer count. Failures of an address still count.',
    params: { staffId: 'The account.' },
    answers: { 200: [unlocked, 'The account is unlocked for all addresses.'] },
    refuses: [refusal(404, 'staff_not_found', 'There is no such account.')],
  })
  @Post(':staffId/unlock')
  unlockStaff(@Param('staffId') staffId: string, @ByStaff() by: Operator) {
    return this.commands.execute(new UnlockStaff(staffId.toLowerCase(), by));
  }
}
