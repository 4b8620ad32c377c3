import { Controller, Get, Query } from '@nestjs/common';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint } from '#http/endpoint.js';
import { PageQuery, WordParameter, pageOf } from '#http/query-fields.js';
import { Rows } from '#read-models/rows.js';
import { userTable } from './user-list.projection.js';
import { userListAnswer, userView } from './user.view.js';

const FILTERS = {
  pending: 'pending_verification',
  active: 'active',
  suspended: 'suspended',
  closed: 'closed',
} as const;

class UserListQuery extends PageQuery {
  @WordParameter(Object.keys(FILTERS), { about: 'Only users of this status.', example: 'active' })
  readonly status?: keyof typeof FILTERS;
}

@Controller('v1/users')
export class UserListController {
  constructor(private readonly rows: Rows) {}

  @Get()
  @Endpoint({
    tag: 'Users',
    summary: 'List users',
    description:
      'The oldest first; `metadata.total` counts all that match. A user keeps its place permanently ' +
      'and new ones come last, so pages of the whole list neither miss nor repeat a user, ' +
      'whatever happens in between. With `status`, users that leave the filter between two pages ' +
      'let those behind them move up, and users that enter it take their place by creation: to ' +
      'see each user once for certain, read the whole list. May trail by under a second.',
    answers: { 200: [userListAnswer, 'A page of users.'] },
  })
  async listUsers(@CurrentCaller() { partnerId }: Caller, @Query() query: UserListQuery) {
    const page = pageOf(query);
    const where = query.status === undefined ? {} : { status: FILTERS[query.status] };
    const { rows, total } = await this.rows.page(partnerId, userTable, { where, ...page });
    return { users: rows.map(userView), metadata: { total, ...page } };
  }
}
