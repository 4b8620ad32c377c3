import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { depositTable } from '#funding/user-deposits/user-deposits.projection.js';
import { depositView, fundingTransactions } from '#funding/user-deposits/deposit.view.js';
import { asOf } from '#kyc/show-verification/verification.view.js';
import { verificationTable } from '#kyc/show-verification/verifications.projection.js';
import { onboardings } from '#onboarding/onboarding/onboarding.state.js';
import { profileRows } from '#onboarding/show-profile/profile.rows.js';
import { toAccountAtBroker, toProfile } from '#onboarding/show-profile/profile.view.js';
import { orderPage, orderView } from '#orders/user-orders/order.view.js';
import { orderTable } from '#orders/user-orders/user-orders.projection.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { refusal } from '#http/endpoint.js';
import { PageQuery, TextParameter, pageOf } from '#http/query-fields.js';
import { EVENT_LOG } from '#kernel/tokens.js';
import { Rows } from '#read-models/rows.js';
import type { Columns, Table, uuid } from '#kernel/projection/table.js';
import type { Filter } from '#read-models/table-reader.js';
import { StaffEndpoint } from '#staff/staff.api.module.js';
import { historyOf, timeline } from './history.js';
import { UserFinder } from './user-finder.js';
import { foundUsers, foundView, userDetails, userPage, verificationView } from './user.view.js';

class FindQuery {
  @TextParameter({
    max: 254,
    about:
      'At least 3 characters of the e-mail, or a complete externalId, id or account number at the broker.',
    example: 'ada@users.example',
  })
  readonly text!: string;
}
export const userNotFound = refusal(404, 'user_not_found', 'There is no user with this id.');
const VERIFICATIONS_MAX = 100;

@Controller('staff/users')
export class UsersController {
  constructor(
    private readonly store: EventStore,
    private readonly rows: Rows,
    private readonly finder: UserFinder,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  @StaffEndpoint('session', {
    summary: 'Find users',
    description:
      'Searches users of all partners and ignores the case of e-mails. A part of an e-mail finds at most 50 users, ordered by e-mail.',
    answers: { 200: [foundUsers, 'The matching users.'] },
  })
  @Get()
  async findUsers(@Query() { text }: FindQuery) {
    return { users: (await this.finder.find(text)).map(foundView) };
  }

  @StaffEndpoint('session', {
    summary: 'Show a user',
    description: 'The user with verifications, onboarding and trader profile. Tax ids are masked.',
    answers: { 200: [userPage, 'The user.'] },
    refuses: [userNotFound],
  })
  @Get(':userId')
  async showUser(@Param('userId') id: string) {
    const user = await this.finder.require(id);
    const { userId, partnerId } = user;
    const [onboarding, profile, checks] = await Promise.all([
      this.store.load(onboardings, userId),
      this.rows.byId(partnerId, profileRows, userId),
      this.rows.page(partnerId, verificationTable, {
        ...{ where: { userId }, offset: 0, limit: VERIFICATIONS_MAX },
      }),
    ]);
    const now = new Date();
    return {
      ...userDetails(user),
      onboarding: onboarding.status,
      profile: profile === null ? null : toProfile(profile, ({ taxIdMasked }) => taxIdMasked),
      accountAtBroker: profile === null ? null : toAccountAtBroker(profile),
      verifications: checks.rows.map((each) => verificationView(asOf(each, now))),
    };
  }

  @StaffEndpoint('session', {
    summary: 'List a user’s deposits and withdrawals',
    description: 'The oldest first.',
    answers: { 200: [fundingTransactions, 'One page.'] },
    refuses: [userNotFound],
  })
  @Get(':userId/deposits')
  async listUserDeposits(@Param('userId') id: string, @Query() query: PageQuery) {
    const { rows, metadata } = await this.owned(id, depositTable, query);
    return { transactions: rows.map(depositView), metadata };
  }

  @StaffEndpoint('session', {
    summary: 'List a user’s orders',
    description: 'The oldest first.',
    answers: { 200: [orderPage, 'One page.'] },
    refuses: [userNotFound],
  })
  @Get(':userId/orders')
  async listUserOrders(@Param('userId') id: string, @Query() query: PageQuery) {
    const { rows, metadata } = await this.owned(id, orderTable, query);
    return { orders: rows.map(orderView), metadata };
  }

  @StaffEndpoint('session', {
    summary: 'Show a user’s history',
    description:
      'All events of the user, the onboarding and the trader profile, each with its actor and request.',
    answers: { 200: [timeline, 'The history.'] },
    refuses: [userNotFound],
  })
  @Get(':userId/history')
  async showUserHistory(@Param('userId') id: string) {
    const { log, store } = this;
    const { userId } = await this.finder.require(id);
    return { events: await historyOf({ log, store }, 'user', userId) };
  }

  private async owned<Of extends Columns & { readonly userId: typeof uuid }>(
    id: string,
    table: Table<Of>,
    query: PageQuery,
  ) {
    const { userId, partnerId } = await this.finder.require(id);
    const page = pageOf(query);
    const where = { userId } as unknown as Filter<Of>;
    const { rows, total } = await this.rows.page(partnerId, table, { where, ...page });
    return { rows, metadata: { total, ...page } };
  }
}
