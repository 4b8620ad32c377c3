import { Controller, Get, Param } from '@nestjs/common';
import { z } from 'zod';
import { AccountReader, accountRefusals } from '#accounts/account-view/account-reader.js';
import { AccountViews } from '#accounts/account-view/account-views.js';
import { positions } from '#accounts/list-positions/position.view.js';
import { account } from '#accounts/show-account/account.view.js';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import { ByStaff, StaffEndpoint } from '#staff/staff.api.module.js';
import { UserFinder } from './user-finder.js';

const userAccount = z.strictObject({ balances: account, holdings: positions }).meta({
  id: 'UserAccount',
  description: 'Balances and positions of a user, as the broker has them.',
});

/** The account of one user, as the partner reads it. */
@Controller('staff/users/:userId/account')
export class UserAccountController {
  constructor(
    private readonly finder: UserFinder,
    private readonly accounts: AccountReader,
    private readonly views: AccountViews,
  ) {}

  @StaffEndpoint('session', {
    summary: 'Show a user’s account',
    description:
      'Balances and positions from the broker, as the partner reads them. If the broker is unavailable, its last response is returned for an hour with `stale: true`.',
    answers: { 200: [userAccount, 'The account.'] },
    refuses: accountRefusals,
  })
  @Get()
  async showUserAccount(@Param('userId') id: string, @ByStaff() { requestId = '' }: Operator) {
    const { userId, partnerId } = await this.finder.require(id);
    const asker = { partnerId, requestId };
    const own = await this.accounts.require(asker, userId);
    const [balances, holdings] = await Promise.all([
      this.views.account(asker, own),
      this.views.positions(asker, own),
    ]);
    return { balances, holdings };
  }
}
