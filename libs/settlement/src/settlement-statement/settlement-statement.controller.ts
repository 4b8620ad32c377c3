import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CooperativeScheduler } from '#kernel/concurrency/cooperative-scheduler.js';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { PageQuery } from '#http/query-fields.js';
import { SettlementReader } from '../settlement-periods/settlement-reader.js';
import { answerStatement } from './answer-statement.js';
import { statement, statementFile } from './response-schemas.js';

@Controller('v1/settlements')
export class SettlementStatementController {
  constructor(
    private readonly reader: SettlementReader,
    private readonly heavy: CooperativeScheduler,
  ) {}

  @Endpoint({
    summary: 'Get the statement of a period',
    description:
      'One line for each deposit, withdrawal, commission and adjustment, page by page. An open period has its lines so far. With `Accept: text/csv`, the response is the whole statement in one download, and `limit` and `offset` are ignored.',
    params: { id: 'The id of the period.' },
    answers: { 200: [statement, 'One page, or the whole statement as CSV.'] },
    alsoAs: { 'text/csv': statementFile },
    refuses: [refusal(404, 'settlement_not_found', 'You have no period with this id.')],
  })
  @Get(':id/statement')
  getStatement(
    @CurrentCaller() { partnerId }: Caller,
    @Param('id') id: string,
    @Query() query: PageQuery,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const wanted = { turn: partnerId, partnerId, id, query, accept };
    return answerStatement({ reader: this.reader, heavy: this.heavy }, wanted, reply);
  }
}
