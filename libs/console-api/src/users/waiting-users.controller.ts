import { Controller, Get } from '@nestjs/common';
import { NEEDS } from '#onboarding/waiting-users/waiting-users.projection.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { list, object, text, utcTime, uuid, word } from '#http/response-schemas.js';
import { Rows } from '#read-models/rows.js';
import { StaffEndpoint } from '#staff/staff.api.module.js';
import { attentionUser } from '../attention/attention.view.js';
import {} from './users.controller.js';
import { WAITING_USERS_MAX, listWaitingUsers } from './waiting-users.js';

const waitingUser = object('WaitingUser', 'A need of a user.', {
  userId: uuid('The user.'),
  partnerId: uuid('The user’s partner.'),
  partnerName: text('Name of the partner.', 'Acme').nullable(),
  user: attentionUser,
  need: word('The kind of need.', NEEDS),
  needs: text(
    'The need, for people.',
    'Another onboarding session, with: given name in Latin letters',
  ),
  since: utcTime('Time since which the user waits.'),
});

const waitingUserList = object('WaitingUserList', 'Users who wait for an action.', {
  waiting: list('The longest wait first.', waitingUser),
});

@Controller('staff/waiting-users')
export class WaitingUsersController {
  constructor(
    private readonly store: EventStore,
    private readonly rows: Rows,
  ) {}

  @StaffEndpoint('operator', {
    summary: 'List users who wait for an action',
    description: `Users of all partners whose application is held or was refused, whose account needs action, whose onboarding waits for a manual review, or who must return to the identity provider. At most ${WAITING_USERS_MAX} needs, the longest wait first.`,
    answers: { 200: [waitingUserList, 'The needs.'] },
  })
  @Get()
  async listWaitingUsers() {
    const { store, rows } = this;
    return { waiting: await listWaitingUsers({ store, rows }) };
  }
}
