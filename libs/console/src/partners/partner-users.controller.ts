import { Controller, Get, Param, Query } from '@nestjs/common';
import { partnerUserTable } from '#auth';
import { EventStore } from '#platform/event-store/event-store.js';
import { PageQuery, pageOf } from '#platform/http/query-fields.js';
import { Rows } from '#platform/read-store/rows.js';
import { StaffEndpoint } from '#staff/api';
import { partnerNotFound, requirePartner } from './known-partner.js';
import { partnerUserView, partnerUsersAnswer } from './partner.view.js';

@Controller('staff/partners')
export class PartnerUsersController {
  constructor(
    private readonly store: EventStore,
    private readonly rows: Rows,
  ) {}

  @StaffEndpoint('session', {
    id: 'listPartnerUsers',
    tag: 'Partners',
    summary: 'List a partner’s sign-ins',
    description: 'Those of its servers and staff, in the order in which they were made.',
    params: { partnerId: 'The partner.' },
    answers: { 200: [partnerUsersAnswer, 'One page.'] },
    refuses: [partnerNotFound],
  })
  @Get(':partnerId/users')
  async list(@Param('partnerId') partnerId: string, @Query() query: PageQuery) {
    const { id } = await requirePartner(this.store, partnerId);
    const page = pageOf(query);
    const { rows, total } = await this.rows.page(id, partnerUserTable, page);
    return { users: rows.map(partnerUserView), metadata: { total, ...page } };
  }
}
