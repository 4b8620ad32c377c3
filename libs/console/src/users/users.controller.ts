import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { depositTable, depositView, fundingTransactions } from '#funding';
import { asOf, verificationTable } from '#kyc';
import { onboardings, profileRows, toAccountAtBroker, toProfile } from '#onboarding';
import { orderPage, orderTable, orderView } from '#orders';
import type { EventLog } from '#platform/event-store/event-log.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { refusal } from '#platform/http/endpoint.js';
import { PageQuery, TextParameter, pageOf } from '#platform/http/query-fields.js';
import { EVENT_LOG } from '#platform/platform.module.js';
import { Rows } from '#platform/read-store/rows.js';
import type { Columns, Table, uuid } from '#platform/read-store/table.js';
import type { Where } from '#platform/read-store/table-reader.js';
import { StaffEndpoint } from '#staff/api';
import { historyOf, timeline } from './history.js';
import { UserFinder } from './user-finder.js';
import { foundUsers, foundView, userDetails, userPage, verificationView } from './user.view.js';

class FindQuery {
  @TextParameter({
    max: 254,
    about: 'An e-mail, an externalId, an id or an account number at the broker, whole.',
    example: 'ada@users.example',
  })
  readonly text!: string;
}

export const tag = 'Users';
export const params = { userId: 'The user.' };
export const userNotFound = refusal(404, 'user_not_found', 'There is no such user.');
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
    id: 'findUsers',
    tag,
    summary: 'Find users',
    description: 'Of all partners. What is searched for must be whole; e-mails in any case.',
    answers: { 200: [foundUsers, 'Those who match, none perhaps.'] },
  })
  @Get()
  async find(@Query() { text }: FindQuery) {
    return { users: (await this.finder.find(text)).map(foundView) };
  }

  @StaffEndpoint('session', {
    id: 'showUser',
    tag,
    summary: 'Show a user',
    description: 'With verifications, onboarding and trader profile. Tax ids are masked.',
    params,
    answers: { 200: [userPage, 'The user.'] },
    refuses: [userNotFound],
  })
  @Get(':userId')
  async show(@Param('userId') id: string) {
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
    id: 'listUserDeposits',
    tag,
    summary: 'List a user’s deposits',
    description: 'The oldest first.',
    params,
    answers: { 200: [fundingTransactions, 'One page.'] },
    refuses: [userNotFound],
  })
  @Get(':userId/deposits')
  async deposits(@Param('userId') id: string, @Query() query: PageQuery) {
    const { rows, metadata } = await this.owned(id, depositTable, query);
    return { transactions: rows.map(depositView), metadata };
  }

  @StaffEndpoint('session', {
    id: 'listUserOrders',
    tag,
    summary: 'List a user’s orders',
    description: 'The oldest first.',
    params,
    answers: { 200: [orderPage, 'One page.'] },
    refuses: [userNotFound],
  })
  @Get(':userId/orders')
  async orders(@Param('userId') id: string, @Query() query: PageQuery) {
    const { rows, metadata } = await this.owned(id, orderTable, query);
    return { orders: rows.map(orderView), metadata };
  }

  @StaffEndpoint('session', {
    id: 'showUserHistory',
    tag,
    summary: 'Show a user’s history',
    description:
      'What happened to the user, in onboarding, and to the trader profile, each step with who did it and in which request.',
    params,
    answers: { 200: [timeline, 'The history.'] },
    refuses: [userNotFound],
  })
  @Get(':userId/history')
  async history(@Param('userId') id: string) {
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
    const where = { userId } as unknown as Where<Of>;
    const { rows, total } = await this.rows.page(partnerId, table, { where, ...page });
    return { rows, metadata: { total, ...page } };
  }
}
