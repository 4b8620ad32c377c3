import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ConfigurePartner } from '#auth/configure-partner/configure-partner.handler.js';
import { CreateKey } from '#auth/create-key/create-key.handler.js';
import { CreatePartner } from '#auth/create-partner/create-partner.handler.js';
import { ApiKeyUsage } from '#auth/api-key/api-key-usage.js';
import { REGISTRY_ID, partnerRegistry } from '#auth/partner/partner-registry.js';
import { RevokeKey } from '#auth/revoke-key/revoke-key.handler.js';
import { notFound } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import { refusal } from '#http/endpoint.js';
import { PageQuery, TextParameter, pageOf } from '#http/query-fields.js';
import { ByStaff, StaffEndpoint } from '#staff/staff.api.module.js';
import { partnerNotFound, requirePartner, PartnerParam } from './known-partner.js';
import { CreatePartnerBody, RevokeKeyBody, momentOf } from './partner.bodies.js';
import { partnerPage } from './partner-list.js';
import { newKey, partnerAnswer, partnerList, partnerView } from './partner.view.js';
import { ConfigurePartnerBody, termsChange } from './terms.bodies.js';

class PartnersQuery extends PageQuery {
  @TextParameter({
    optional: true,
    max: 100,
    about: 'A part of the name in any case, or an id.',
    example: 'acme',
  })
  readonly text?: string;
}

@Controller('staff/partners')
export class PartnersController {
  constructor(
    private readonly store: EventStore,
    private readonly commands: CommandBus,
    private readonly uses: ApiKeyUsage,
  ) {}

  @StaffEndpoint('session', {
    summary: 'List partners',
    description:
      'All partners, or partners whose name or id matches, in the order of their creation.',
    answers: { 200: [partnerList, 'One page.'] },
  })
  @Get()
  async listPartners(@Query() query: PartnersQuery) {
    const page = pageOf(query);
    const all = await this.store.load(partnerRegistry, REGISTRY_ID);
    const { partners, total } = partnerPage(all, { text: query.text ?? '', ...page });
    return { partners, metadata: { total, ...page } };
  }

  @StaffEndpoint('operator', {
    summary: 'Create a partner',
    description:
      'Creates a partner with the default terms and an open period. Next, create a sign-in and a key.',
    answers: { 201: [partnerAnswer, 'Created.'] },
  })
  @Post()
  async createPartner(@Body() { name }: CreatePartnerBody, @ByStaff() by: Operator) {
    const { id } = await this.commands.execute(new CreatePartner(name, by));
    return this.getPartner(id);
  }

  @StaffEndpoint('session', {
    summary: 'Show a partner',
    description: 'The terms, and the keys without their secrets.',
    answers: { 200: [partnerAnswer, 'The partner.'] },
    refuses: [partnerNotFound],
  })
  @Get(':partnerId')
  async getPartner(@Param('partnerId') partnerId: string) {
    const partner = await requirePartner(this.store, partnerId);
    return partnerView(partner, await this.uses.of(partner.id, new Date()));
  }

  @StaffEndpoint('operator', {
    summary: 'Change a partner’s terms',
    description:
      'Omitted fields keep their value. New deposits and orders use the terms within a second.',
    answers: { 200: [partnerAnswer, 'Changed.'] },
    refuses: [partnerNotFound],
  })
  @Patch(':partnerId')
  async configurePartner(
    @PartnerParam() id: string,
    @Body() body: ConfigurePartnerBody,
    @ByStaff() by: Operator,
  ) {
    await this.commands.execute(new ConfigurePartner(id, termsChange(body), by));
    return this.getPartner(id);
  }

  @StaffEndpoint('operator', {
    summary: 'Create an API key',
    description:
      'The key is shown once. Two keys may be active, so give the new one to the partner before you revoke the old one.',
    answers: { 201: [newKey, 'Created.'] },
    refuses: [partnerNotFound, refusal(409, 'too_many_keys', 'Two keys are active already.')],
  })
  @Post(':partnerId/keys')
  async createPartnerKey(@PartnerParam() id: string, @ByStaff() by: Operator) {
    return this.commands.execute(new CreateKey(id, by));
  }

  @StaffEndpoint('operator', {
    summary: 'Revoke an API key',
    description: 'Ends the key and its tokens within a second, or at the time `at`.',
    answers: { 200: [partnerAnswer, 'Revoked.'] },
    refuses: [
      partnerNotFound,
      refusal(404, 'key_not_found', 'The partner has no key with this id.'),
      refusal(409, 'key_revoked', 'The key is already revoked, so its end cannot change.'),
      refusal(422, 'end_not_ahead', '`at` is in the past.'),
    ],
  })
  @Post(':partnerId/keys/revoke')
  async revokePartnerKey(
    @Param('partnerId') partnerId: string,
    @Body() { keyId, at }: RevokeKeyBody,
    @ByStaff() by: Operator,
  ) {
    const { id, keys } = await requirePartner(this.store, partnerId);
    if (!keys.some((key) => key.keyId === keyId))
      throw notFound('key_not_found', `There is no API key ${keyId} of this partner`);
    const end = at === undefined ? undefined : momentOf(at);
    await this.commands.execute(new RevokeKey(keyId, by, end));
    return this.getPartner(id);
  }
}
