import { Controller, Get, Param } from '@nestjs/common';
import { notFound } from '#kernel/refused.js';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint } from '#http/endpoint.js';
import { Rows } from '#read-models/rows.js';
import { userNotFound } from '../user/require-user.js';
import { userRows } from '../user-list/user-list.projection.js';
import { verifiedUserAnswer, verifiedUserView } from '../user-list/user.view.js';

@Controller('v1/users')
export class ShowUserController {
  constructor(private readonly rows: Rows) {}

  @Get(':userId')
  @Endpoint({
    summary: 'Read a user',
    description: 'Includes every earlier change, for users of both families of endpoints.',
    params: { userId: 'The user’s id.' },
    answers: { 200: [verifiedUserAnswer, 'The user and the state of its verification.'] },
    refuses: [userNotFound],
  })
  async getUser(@CurrentCaller() { partnerId }: Caller, @Param('userId') userId: string) {
    const row = await this.rows.byId(partnerId, userRows, userId);
    if (row === null) throw notFound('user_not_found', 'There is no user with this id');
    return verifiedUserView(row);
  }
}
