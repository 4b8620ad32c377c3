import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import { refusal } from '#http/endpoint.js';
import { TextField } from '#http/fields.js';
import { pageOf } from '#http/query-fields.js';
import { ChangeSchedule } from '#settlement/change-schedule/change-schedule.handler.js';
import { CutOffPeriod } from '#settlement/cut-off-period/cut-off-period.handler.js';
import { SettlementReader } from '#settlement/settlement-periods/settlement-reader.js';
import { ShowSchedule } from '#settlement/show-schedule/show-schedule.handler.js';
import { settlement, settlementList } from '#settlement/settlement-periods/response-schemas.js';
import { settlementNotFound } from '#settlement/settlement-periods/settlement-not-found.js';
import { ByStaff, StaffEndpoint } from '#staff/staff.api.module.js';
import { partnerNotFound, PartnerParam } from '../partners/known-partner.js';
import { ScheduleBody } from '../partners/partner.bodies.js';
import { PeriodsQuery } from './periods.query.js';
import { cutOffAnswer, scheduleAnswer, schedulesAnswer } from './transfers.view.js';

class CutOffBody {
  @TextField({ about: 'The open period.', example: 'd1f0b3a4-5c6e-5f70-8a9b-0c1d2e3f4a5b' })
  readonly periodId!: string;
}
const notFound = [
  partnerNotFound,
  refusal(404, 'settlement_not_found', 'The partner has no period with this id.'),
];

@Controller('staff/partners/:partnerId')
export class PeriodsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly reader: SettlementReader,
  ) {}

  @StaffEndpoint('session', {
    summary: 'List a partner’s periods',
    description: 'Periods with their totals, the newest first, and the credit of the partner.',
    answers: { 200: [settlementList, 'One page.'] },
    refuses: [partnerNotFound],
  })
  @Get('settlements')
  async listPartnerSettlements(@PartnerParam() id: string, @Query() query: PeriodsQuery) {
    const page = pageOf(query);
    const filter = query.status === undefined ? page : { ...page, status: query.status };
    const { settlements, credit, total } = await this.reader.list(id, filter);
    return { settlements, credit, metadata: { total, ...page } };
  }

  @StaffEndpoint('session', {
    summary: 'Show a period',
    description: 'The period with its totals. The totals of a closed period never change.',
    params: { id: 'The period.' },
    answers: { 200: [settlement, 'The period.'] },
    refuses: notFound,
  })
  @Get('settlements/:id')
  async getPartnerSettlement(@PartnerParam() id: string, @Param('id') period: string) {
    const found = await this.reader.get(id, period);
    if (found === null) throw settlementNotFound();
    return found;
  }

  @StaffEndpoint('session', {
    summary: 'Show a partner’s schedule',
    description: 'The schedule of the open period, and the next schedule if it differs.',
    answers: { 200: [schedulesAnswer, 'The schedules.'] },
    refuses: [partnerNotFound],
  })
  @Get('schedule')
  async showSchedule(@PartnerParam() id: string) {
    return this.commands.execute(new ShowSchedule(id));
  }

  @StaffEndpoint('operator', {
    summary: 'Change a partner’s schedule',
    description: 'Changes the ends of periods and the time to pay, from the next period on.',
    answers: { 200: [scheduleAnswer, 'Changed.'] },
    refuses: [
      partnerNotFound,
      refusal(422, 'schedule_invalid', 'The schedule is invalid. `errors` lists the wrong fields.'),
    ],
  })
  @Put('schedule')
  async changeSchedule(
    @PartnerParam() id: string,
    @Body() body: ScheduleBody,
    @ByStaff() by: Operator,
  ) {
    const { zone, cutOff, every, on = null, dueDays } = body;
    const schedule = { zone, cutOff, every, on, dueDays };
    const changed = await this.commands.execute(new ChangeSchedule(id, schedule, by));
    return { fromPeriod: changed.fromPeriod, openUntil: changed.openUntil };
  }

  @StaffEndpoint('operator', {
    summary: 'End the open period now',
    description:
      'Ends the period independently of the schedule. Its totals are fixed within seconds. A repeat changes nothing.',
    answers: { 200: [cutOffAnswer, 'Ended.'] },
    refuses: [
      partnerNotFound,
      refusal(
        409,
        'period_not_open',
        'The period has ended already, or belongs to another partner.',
      ),
    ],
  })
  @Post('cut-off')
  async cutOffPeriod(
    @PartnerParam() id: string,
    @Body() { periodId }: CutOffBody,
    @ByStaff() by: Operator,
  ) {
    return this.commands.execute(new CutOffPeriod(id, periodId, by));
  }
}
