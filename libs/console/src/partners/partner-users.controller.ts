import { Controller, Get, Param, Query } from '@nestjs/common';
import { ALL_PARTNER_USERS, partnerUserList } from '#auth';
import { EventStore } from '#platform/event-store/event-store.js';
import { PageQuery, pageOf } from '#platform/http/query-fields.js';
import { Documents } from '#platform/read-models/documents.js';
import { StaffEndpoint } from '#staff/api';
import { partnerNotFound, requirePartner } from './known-partner.js';
import { partnerUserView, partnerUsersAnswer } from './partner.view.js';

@Controller('staff/partners')
export class PartnerUsersController {
  constructor(
    private readonly store: EventStore,
    private readonly documents: Documents,
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
    const wanted = { index: ALL_PARTNER_USERS, ...page };
    const { documents, total } = await this.documents.page(id, partnerUserList, wanted);
    return { users: documents.map(partnerUserView), metadata: { total, ...page } };
  }
}
