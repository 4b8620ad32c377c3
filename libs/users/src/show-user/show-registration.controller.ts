import { Controller, Get, Param, Query } from '@nestjs/common';
import { notFound } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { TextParameter } from '#http/query-fields.js';
import { Rows } from '#read-models/rows.js';
import { userByExternalId } from '../register-user/registrar.js';
import { userNotFound } from '../user/require-user.js';
import { registrationAnswer, registrationView } from '../user-list/registration.view.js';
import { userRows } from '../user-list/user-list.projection.js';

class ByExternalIdQuery {
  @TextParameter({ max: 50, about: 'Your own id for the user.', example: 'customer-4711' })
  readonly externalId!: string;
}

@Controller('v1/user')
export class ShowRegistrationController {
  constructor(
    private readonly store: EventStore,
    private readonly rows: Rows,
  ) {}

  @Get(':id')
  @Endpoint({
    summary: 'Read a user in the registration format',
    description: 'Includes every earlier change, for users of both families of endpoints.',
    params: { id: 'The user’s id.' },
    answers: { 200: [registrationAnswer, 'The user.'] },
    refuses: [userNotFound],
  })
  async getRegisteredUser(@CurrentCaller() { partnerId }: Caller, @Param('id') id: string) {
    const row = await this.rows.byId(partnerId, userRows, id);
    if (row === null) throw notFound('user_not_found', 'There is no user with this id');
    return registrationView(row);
  }

  @Get()
  @Endpoint({
    summary: 'Find a user by your own id',
    description: 'Includes every earlier registration.',
    answers: { 200: [registrationAnswer, 'The user.'] },
    refuses: [refusal(404, 'user_not_found', 'You have no user with this externalId.')],
  })
  async findRegisteredUser(
    @CurrentCaller() { partnerId }: Caller,
    @Query() { externalId }: ByExternalIdQuery,
  ) {
    const user = await userByExternalId(this.store, partnerId, externalId);
    const row = user && (await this.rows.byId(partnerId, userRows, user.userId));
    if (row === null) throw notFound('user_not_found', 'There is no user with this externalId');
    return registrationView(row);
  }
}
