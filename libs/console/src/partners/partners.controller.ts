import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  ConfigurePartner,
  CreateKey,
  CreatePartner,
  KeyUses,
  REGISTRY_ID,
  RevokeKey,
  partnerRegistry,
} from '#auth';
import { notFound } from '#platform/core/refused.js';
import { EventStore } from '#platform/event-store/event-store.js';
import type { Operator } from '#platform/event-store/operator-cause.js';
import { refusal } from '#platform/http/endpoint.js';
import { PageQuery, TextParameter, pageOf } from '#platform/http/query-fields.js';
import { ByStaff, StaffEndpoint } from '#staff/api';
import { partnerNotFound, requirePartner } from './known-partner.js';
import {
  ConfigurePartnerBody,
  CreatePartnerBody,
  RevokeKeyBody,
  momentOf,
  termsChange,
} from './partner.bodies.js';
import { partnerPage } from './partner-list.js';
import { newKey, partnerAnswer, partnerList, partnerView } from './partner.view.js';

class PartnersQuery extends PageQuery {
  @TextParameter({
    optional: true,
    max: 100,
    about: 'A part of the name, in any case, or an id.',
    example: 'acme',
  })
  readonly text?: string;
}

const tag = 'Partners';
const params = { partnerId: 'The partner.' };

@Controller('staff/partners')
export class PartnersController {
  constructor(
    private readonly store: EventStore,
    private readonly commands: CommandBus,
    private readonly uses: KeyUses,
  ) {}

  @StaffEndpoint('session', {
    id: 'listPartners',
    tag,
    summary: 'List partners',
    description: 'In the order in which they were made; all of them, or those who are called so.',
    answers: { 200: [partnerList, 'One page.'] },
  })
  @Get()
  async list(@Query() query: PartnersQuery) {
    const page = pageOf(query);
    const all = await this.store.load(partnerRegistry, REGISTRY_ID);
    const { partners, total } = partnerPage(all, { text: query.text ?? '', ...page });
    return { partners, metadata: { total, ...page } };
  }

  @StaffEndpoint('operator', {
    id: 'createPartner',
    tag,
    summary: 'Create a partner',
    description: 'With the usual terms and an open period. Give it a sign-in and a key next.',
    answers: { 201: [partnerAnswer, 'Created.'] },
  })
  @Post()
  async create(@Body() { name }: CreatePartnerBody, @ByStaff() by: Operator) {
    const { id } = await this.commands.execute(new CreatePartner(name, by));
    return this.show(id);
  }

  @StaffEndpoint('session', {
    id: 'getPartner',
    tag,
    summary: 'Show a partner',
    description: 'Its terms, and its keys without their secrets.',
    params,
    answers: { 200: [partnerAnswer, 'The partner.'] },
    refuses: [partnerNotFound],
  })
  @Get(':partnerId')
  async show(@Param('partnerId') partnerId: string) {
    const partner = await requirePartner(this.store, partnerId);
    return partnerView(partner, await this.uses.of(partner.id, new Date()));
  }

  @StaffEndpoint('operator', {
    id: 'configurePartner',
    tag,
    summary: 'Change a partner’s terms',
    description:
      'What is left out stays as it is. Holds within a second for deposits and orders that are asked for from then on.',
    params,
    answers: { 200: [partnerAnswer, 'Changed.'] },
    refuses: [partnerNotFound],
  })
  @Patch(':partnerId')
  async configure(
    @Param('partnerId') partnerId: string,
    @Body() body: ConfigurePartnerBody,
    @ByStaff() by: Operator,
  ) {
    const { id } = await requirePartner(this.store, partnerId);
    await this.commands.execute(new ConfigurePartner(id, termsChange(body), by));
    return this.show(id);
  }

  @StaffEndpoint('operator', {
    id: 'createPartnerKey',
    tag,
    summary: 'Make an API key',
    description:
      'Shown once. Two may be good at a time: hand the new one over, then revoke the old one.',
    params,
    answers: { 201: [newKey, 'Made.'] },
    refuses: [partnerNotFound, refusal(409, 'too_many_keys', 'Two keys are good already.')],
  })
  @Post(':partnerId/keys')
  async createKey(@Param('partnerId') partnerId: string, @ByStaff() by: Operator) {
    const { id } = await requirePartner(this.store, partnerId);
    return this.commands.execute(new CreateKey(id, by));
  }

  @StaffEndpoint('operator', {
    id: 'revokePartnerKey',
    tag,
    summary: 'Revoke an API key',
    description:
      'It and the tokens got with it open nothing any more, within a second; or from the moment `at` on.',
    params,
    answers: { 200: [partnerAnswer, 'Revoked.'] },
    refuses: [
      partnerNotFound,
      refusal(404, 'key_not_found', 'The partner has no such key.'),
      refusal(409, 'key_revoked', 'It is revoked already, so that no end can be set.'),
      refusal(422, 'end_not_ahead', 'The end is past.'),
    ],
  })
  @Post(':partnerId/keys/revoke')
  @HttpCode(200)
  async revokeKey(
    @Param('partnerId') partnerId: string,
    @Body() { keyId, at }: RevokeKeyBody,
    @ByStaff() by: Operator,
  ) {
    const { id, keys } = await requirePartner(this.store, partnerId);
    if (!keys.some((key) => key.keyId === keyId))
      throw notFound('key_not_found', `There is no API key ${keyId} of this partner`);
    const end = at === undefined ? undefined : momentOf(at);
    await this.commands.execute(new RevokeKey(keyId, by, end));
    return this.show(id);
  }
}
