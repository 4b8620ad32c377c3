import { Controller, Get, Param } from '@nestjs/common';
import { notFound } from '#platform/core/refused.js';
import { type Caller, CurrentCaller } from '#platform/http/caller.js';
import { Endpoint, refusal } from '#platform/http/endpoint.js';
import { Documents } from '#platform/read-models/documents.js';
import { users } from '../user/user.state.js';
import { userList } from '../user-list/user-list.projection.js';
import { verifiedUserAnswer, verifiedUserView } from '../user-list/user.view.js';

@Controller('v1/users')
export class ShowUserController {
  constructor(private readonly documents: Documents) {}

  @Get(':userId')
  @Endpoint({
    id: 'getUser',
    tag: 'Users',
    summary: 'Read a user',
    description: 'Shows every change that was answered before, whichever family made the user.',
    params: { userId: 'The user’s id.' },
    answers: { 200: [verifiedUserAnswer, 'The user and how its verification stands.'] },
    refuses: [refusal(404, 'user_not_found', 'You have no user with this id.')],
  })
  async byId(@CurrentCaller() { partnerId }: Caller, @Param('userId') userId: string) {
    const document = await this.documents.read(partnerId, userList, users, userId);
    if (document === null) throw notFound('user_not_found', 'There is no user with this id');
    return verifiedUserView(document);
  }
}
