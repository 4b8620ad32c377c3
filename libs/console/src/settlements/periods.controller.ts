import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store/event-store.js';
import type { Operator } from '#platform/event-store/operator-cause.js';
import { refusal } from '#platform/http/endpoint.js';
import { TextField } from '#platform/http/fields.js';
import { pageOf } from '#platform/http/query-fields.js';
import {
  ChangeSchedule,
  CutOffPeriod,
  SettlementReader,
  ShowSchedule,
  settlement,
  settlementList,
  settlementNotFound,
} from '#settlement';
import { ByStaff, StaffEndpoint } from '#staff/api';
import { partnerNotFound, requirePartner } from '../partners/known-partner.js';
import { ScheduleBody } from '../partners/partner.bodies.js';
import { PeriodsQuery } from './periods.query.js';
import { cutOffAnswer, scheduleAnswer, schedulesAnswer } from './transfers.view.js';

class CutOffBody {
  @TextField({ about: 'The open period.', example: 'd1f0b3a4-5c6e-5f70-8a9b-0c1d2e3f4a5b' })
  readonly periodId!: string;
}

const tag = 'Settlements';
const params = { partnerId: 'The partner.', id: 'The period.' };
const notFound = [
  partnerNotFound,
  refusal(404, 'settlement_not_found', 'The partner has no such period.'),
];

@Controller('staff/partners/:partnerId')
export class PeriodsController {
  constructor(
    private readonly store: EventStore,
    private readonly commands: CommandBus,
    private readonly reader: SettlementReader,
  ) {}

  @StaffEndpoint('session', {
    id: 'listPartnerSettlements',
    tag,
    summary: 'List a partner’s periods',
    description: 'With their totals, newest first.',
    params,
    answers: { 200: [settlementList, 'One page.'] },
    refuses: [partnerNotFound],
  })
  @Get('settlements')
  async list(@Param('partnerId') partnerId: string, @Query() query: PeriodsQuery) {
    const { id } = await requirePartner(this.store, partnerId);
    const page = pageOf(query);
    const filter = query.status === undefined ? page : { ...page, status: query.status };
    const { settlements, total } = await this.reader.list(id, filter);
    return { settlements, metadata: { total, ...page } };
  }

  @StaffEndpoint('session', {
    id: 'getPartnerSettlement',
    tag,
    summary: 'Show a period',
    description: 'With its totals. Those of a closed period never change.',
    params,
    answers: { 200: [settlement, 'The period.'] },
    refuses: notFound,
  })
  @Get('settlements/:id')
  async show(@Param('partnerId') partnerId: string, @Param('id') period: string) {
    const { id } = await requirePartner(this.store, partnerId);
    const found = await this.reader.get(id, period);
    if (found === null) throw settlementNotFound();
    return found;
  }

  @StaffEndpoint('session', {
    id: 'showSchedule',
    tag,
    summary: 'Show a partner’s schedule',
    description: 'That of the open period, and that of those after it where it is another.',
    params,
    answers: { 200: [schedulesAnswer, 'The schedules.'] },
    refuses: [partnerNotFound],
  })
  @Get('schedule')
  async showSchedule(@Param('partnerId') partnerId: string) {
    const { id } = await requirePartner(this.store, partnerId);
    return this.commands.execute(new ShowSchedule(id));
  }

  @StaffEndpoint('operator', {
    id: 'changeSchedule',
    tag,
    summary: 'Change a partner’s schedule',
    description: 'When periods end and transfers are due, from the next period on.',
    params,
    answers: { 200: [scheduleAnswer, 'Changed.'] },
    refuses: [
      partnerNotFound,
      refusal(422, 'schedule_invalid', 'The fields do not make a schedule; `errors` names each.'),
    ],
  })
  @Put('schedule')
  async schedule(
    @Param('partnerId') partnerId: string,
    @Body() body: ScheduleBody,
    @ByStaff() by: Operator,
  ) {
    const { id } = await requirePartner(this.store, partnerId);
    const { zone, cutOff, every, on = null, dueDays } = body;
    const schedule = { zone, cutOff, every, on, dueDays };
    const changed = await this.commands.execute(new ChangeSchedule(id, schedule, by));
    return { fromPeriod: changed.fromPeriod, openUntil: changed.openUntil };
  }

  @StaffEndpoint('operator', {
    id: 'cutOffPeriod',
    tag,
    summary: 'End the open period now',
    description:
      'Beside the schedule. Its totals are fixed within seconds. Sent twice it ends one.',
    params,
    answers: { 200: [cutOffAnswer, 'Ended.'] },
    refuses: [
      partnerNotFound,
      refusal(409, 'period_not_open', 'It has ended already, or is no period of this partner.'),
    ],
  })
  @Post('cut-off')
  @HttpCode(200)
  async cutOff(
    @Param('partnerId') partnerId: string,
    @Body() { periodId }: CutOffBody,
    @ByStaff() by: Operator,
  ) {
    const { id } = await requirePartner(this.store, partnerId);
    return this.commands.execute(new CutOffPeriod(id, periodId, by));
  }
}
