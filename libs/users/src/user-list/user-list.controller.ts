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
    summary: 'List users',
    description:
      'The oldest users come first. `metadata.total` counts all matching users. New users come last, ' +
      'so pages of the whole list neither miss nor repeat a user. With `status`, users that enter ' +
      'or leave the filter between two pages move the others. To see each user exactly once, read ' +
      'the whole list. The list may be up to a second behind.',
    answers: { 200: [userListAnswer, 'A page of users.'] },
  })
  async listUsers(@CurrentCaller() { partnerId }: Caller, @Query() query: UserListQuery) {
    const page = pageOf(query);
    const where = query.status === undefined ? {} : { status: FILTERS[query.status] };
    const { rows, total } = await this.rows.page(partnerId, userTable, { where, ...page });
    return { users: rows.map(userView), metadata: { total, ...page } };
  }
}
