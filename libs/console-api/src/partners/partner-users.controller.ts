import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CreatePartnerUser } from '#auth/create-partner-user/create-partner-user.handler.js';
import { DisablePartnerUser } from '#auth/disable-partner-user/disable-partner-user.handler.js';
import { ResetPartnerUser } from '#auth/reset-partner-user/reset-partner-user.handler.js';
import { partnerUserTable } from '#auth/partner-user-list/partner-user-list.projection.js';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import { refusal } from '#http/endpoint.js';
import { PageQuery, pageOf } from '#http/query-fields.js';
import { Rows } from '#read-models/rows.js';
import { ByStaff, StaffEndpoint } from '#staff/staff.api.module.js';
import { partnerNotFound, PartnerParam } from './known-partner.js';
import { DisablePartnerUserBody, PartnerUserBody } from './partner.bodies.js';
import {
  disabledPartnerUser,
  newPartnerUser,
  partnerUserView,
  partnerUsersAnswer,
} from './partner.view.js';
const noSuchSignIn = refusal(
  404,
  'partner_user_not_found',
  'The partner has no sign-in with this e-mail.',
);

@Controller('staff/partners')
export class PartnerUsersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly rows: Rows,
  ) {}

  @StaffEndpoint('session', {
    summary: 'List a partner’s sign-ins',
    description: 'Sign-ins of the partner’s servers and staff, in the order of their creation.',
    answers: { 200: [partnerUsersAnswer, 'One page.'] },
    refuses: [partnerNotFound],
  })
  @Get(':partnerId/users')
  async listPartnerUsers(@PartnerParam() id: string, @Query() query: PageQuery) {
    const page = pageOf(query);
    const { rows, total } = await this.rows.page(id, partnerUserTable, page);
    return { users: rows.map(partnerUserView), metadata: { total, ...page } };
  }

  @StaffEndpoint('operator', {
    summary: 'Create a sign-in of a partner',
    description: 'The service generates the password and shows it once.',
    answers: { 201: [newPartnerUser, 'Created.'] },
    refuses: [
      partnerNotFound,
      refusal(409, 'email_already_exists', 'The partner has a sign-in with this e-mail.'),
    ],
  })
  @Post(':partnerId/users')
  async createPartnerUser(
    @PartnerParam() id: string,
    @Body() { email }: PartnerUserBody,
    @ByStaff() by: Operator,
  ) {
    return this.commands.execute(new CreatePartnerUser(id, email, by));
  }

  @StaffEndpoint('operator', {
    summary: 'Disable a sign-in of a partner',
    description:
      'Ends all sessions within a second, and blocks the sign-in until its password is reset. A repeat changes nothing.',
    answers: { 200: [disabledPartnerUser, 'Disabled.'] },
    refuses: [partnerNotFound, noSuchSignIn],
  })
  @Post(':partnerId/users/disable')
  async disablePartnerUser(
    @PartnerParam() id: string,
    @Body() { email, reason }: DisablePartnerUserBody,
    @ByStaff() by: Operator,
  ) {
    return this.commands.execute(new DisablePartnerUser(id, email, reason, by));
  }

  @StaffEndpoint('operator', {
    summary: 'Reset the password of a partner’s sign-in',
    description:
      'The service generates a new password and shows it once. All sessions end within a second. A disabled sign-in is enabled again.',
    answers: { 200: [newPartnerUser, 'Reset.'] },
    refuses: [partnerNotFound, noSuchSignIn],
  })
  @Post(':partnerId/users/reset')
  async resetPartnerUser(
    @PartnerParam() id: string,
    @Body() { email }: PartnerUserBody,
    @ByStaff() by: Operator,
  ) {
    return this.commands.execute(new ResetPartnerUser(id, email, by));
  }
}
