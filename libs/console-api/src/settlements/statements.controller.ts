import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CooperativeScheduler } from '#kernel/concurrency/cooperative-scheduler.js';
import { flag, list, object } from '#http/response-schemas.js';
import { refusal } from '#http/endpoint.js';
import { PageQuery, TextParameter, WordParameter } from '#http/query-fields.js';
import { SettlementReader } from '#settlement/settlement-periods/settlement-reader.js';
import { settlementNotFound } from '#settlement/settlement-periods/settlement-not-found.js';
import {
  statement,
  statementFile,
  statementLine,
} from '#settlement/settlement-statement/response-schemas.js';
import { answerStatement } from '#settlement/settlement.api.module.js';
import { StaffEndpoint } from '#staff/staff.api.module.js';
import { partnerNotFound, PartnerParam } from '../partners/known-partner.js';
import { FOUND_MAX, StatementSearch } from './statement-search.js';
const params = { id: 'The period.' };
const refuses = [
  partnerNotFound,
  refusal(404, 'settlement_not_found', 'The partner has no period with this id.'),
];

class StatementQuery extends PageQuery {
  @WordParameter(['csv'], { about: 'All lines as CSV, like `Accept: text/csv`. For links.' })
  readonly as?: 'csv';
}

class LineQuery {
  @TextParameter({
    max: 254,
    about: 'The complete id or `externalId` of a deposit, or the id of a user or a journal.',
    example: 'deposit-4711',
  })
  readonly text!: string;
}

const matchingLines = object('MatchingLines', 'The lines of a statement with an id.', {
  lines: list(`At most ${FOUND_MAX}.`, statementLine),
  whole: flag('False if there may be further lines.', true),
});

@Controller('staff/partners/:partnerId/settlements/:id')
export class StatementsController {
  constructor(
    private readonly reader: SettlementReader,
    private readonly search: StatementSearch,
    private readonly heavy: CooperativeScheduler,
  ) {}

  @StaffEndpoint('session', {
    summary: 'Show the statement of a period',
    description: 'One page, or with `Accept: text/csv` or `as=csv` all lines as one download.',
    params,
    answers: { 200: [statement, 'One page, or the whole as CSV.'] },
    alsoAs: { 'text/csv': statementFile },
    refuses,
  })
  @Get('statement')
  async getPartnerStatement(
    @PartnerParam() id: string,
    @Param('id') period: string,
    @Query() query: StatementQuery,
    @Headers('accept') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const accept = query.as === 'csv' ? 'text/csv' : accepted;
    const wanted = { turn: 'staff', partnerId: id, id: period, query, accept };
    return answerStatement({ reader: this.reader, heavy: this.heavy }, wanted, reply);
  }

  @StaffEndpoint('session', {
    summary: 'Find lines of a statement',
    description: 'Searches all lines of the period.',
    params,
    answers: { 200: [matchingLines, 'The matching lines.'] },
    refuses,
  })
  @Get('lines')
  async findPartnerLines(
    @PartnerParam() id: string,
    @Param('id') period: string,
    @Query() { text }: LineQuery,
  ) {
    const found = await this.search.find(id, period, text);
    if (found === null) throw settlementNotFound();
    return { lines: found.lines, whole: found.isWhole };
  }
}
