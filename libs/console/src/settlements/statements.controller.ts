import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { HeavyWork } from '#platform/core/heavy-work.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { flag } from '#platform/http/answers.js';
import { refusal } from '#platform/http/endpoint.js';
import { PageQuery, TextParameter, WordParameter } from '#platform/http/query-fields.js';
import {
  SettlementReader,
  settlementNotFound,
  statement,
  statementFile,
  statementLine,
} from '#settlement';
import { answerStatement } from '#settlement/api';
import { StaffEndpoint } from '#staff/api';
import { partnerNotFound, requirePartner } from '../partners/known-partner.js';
import { FOUND_MAX, StatementSearch } from './statement-search.js';

const tag = 'Settlements';
const params = { partnerId: 'The partner.', id: 'The period.' };
const refuses = [
  partnerNotFound,
  refusal(404, 'settlement_not_found', 'The partner has no such period.'),
];

class StatementQuery extends PageQuery {
  @WordParameter(['csv'], { about: 'The whole as CSV, like `Accept: text/csv`: for links.' })
  readonly as?: 'csv';
}

class LineQuery {
  @TextParameter({
    max: 254,
    about: 'The id of a deposit, the partner’s own id of it, a user’s id or a journal’s, whole.',
    example: 'deposit-4711',
  })
  readonly text!: string;
}

const foundLines = z
  .strictObject({
    lines: z.array(statementLine).meta({ description: `At most ${FOUND_MAX}.` }),
    whole: flag('False when there may be more than these.', true),
  })
  .meta({ id: 'FoundLines', description: 'The lines of a statement that carry an id.' });

@Controller('staff/partners/:partnerId/settlements/:id')
export class StatementsController {
  constructor(
    private readonly store: EventStore,
    private readonly reader: SettlementReader,
    private readonly search: StatementSearch,
    private readonly heavy: HeavyWork,
  ) {}

  @StaffEndpoint('session', {
    id: 'getPartnerStatement',
    tag,
    summary: 'Show the statement of a period',
    description: 'Page by page, or with `Accept: text/csv` or `as=csv` as one download.',
    params,
    answers: { 200: [statement, 'One page, or the whole as CSV.'] },
    alsoAs: { 'text/csv': statementFile },
    refuses,
  })
  @Get('statement')
  async statement(
    @Param('partnerId') partnerId: string,
    @Param('id') period: string,
    @Query() query: StatementQuery,
    @Headers('accept') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { id } = await requirePartner(this.store, partnerId);
    const accept = query.as === 'csv' ? 'text/csv' : accepted;
    const wanted = { turn: 'staff', partnerId: id, id: period, query, accept };
    return answerStatement({ reader: this.reader, heavy: this.heavy }, wanted, reply);
  }

  @StaffEndpoint('session', {
    id: 'findPartnerLines',
    tag,
    summary: 'Find lines of a statement',
    description: 'Wherever in the period they stand.',
    params,
    answers: { 200: [foundLines, 'Those that carry the id, none perhaps.'] },
    refuses,
  })
  @Get('lines')
  async find(
    @Param('partnerId') partnerId: string,
    @Param('id') period: string,
    @Query() { text }: LineQuery,
  ) {
    const { id } = await requirePartner(this.store, partnerId);
    const found = await this.search.find(id, period, text);
    if (found === null) throw settlementNotFound();
    return { lines: found.lines, whole: found.isWhole };
  }
}
