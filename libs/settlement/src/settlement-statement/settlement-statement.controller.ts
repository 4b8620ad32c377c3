import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Caller, CurrentCaller } from '#platform/http/caller.js';
import { Endpoint, refusal } from '#platform/http/endpoint.js';
import { PageQuery, pageOf } from '#platform/http/query-fields.js';
import { settlementNotFound } from '../settlement-periods/settlement-periods.controller.js';
import { SettlementReader } from '../settlement-periods/settlement-reader.js';
import { statement, statementFile } from './answers.js';
import { statementCsv } from './statement-csv.js';
import { wantsCsv } from './wants-csv.js';

@Controller('v1/settlements')
export class SettlementStatementController {
  constructor(private readonly reader: SettlementReader) {}

  @Endpoint({
    id: 'getStatement',
    tag: 'Settlement',
    summary: 'Get the statement of a period',
    description:
      'One line for each deposit and adjustment, page by page; of an open period the lines so far. With `Accept: text/csv` the whole statement in one download, whatever `limit` and `offset` say.',
    params: { id: 'The id of the period.' },
    answers: { 200: [statement, 'One page, or the whole as CSV.'] },
    alsoAs: { 'text/csv': statementFile },
    refuses: [refusal(404, 'settlement_not_found', 'You have no period with this id.')],
  })
  @Get(':id/statement')
  async read(
    @CurrentCaller() { partnerId }: Caller,
    @Param('id') id: string,
    @Query() query: PageQuery,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    void reply.header('vary', 'accept');
    if (wantsCsv(accept)) return this.download(partnerId, id, reply);
    const page = pageOf(query);
    const found = await this.reader.lines(partnerId, id, page);
    if (found === null) throw settlementNotFound();
    return { lines: found.lines, metadata: { total: found.total, ...page } };
  }

  /** The first portion is read before the answer begins, so that a refusal can still be one. */
  private async download(partnerId: string, id: string, reply: FastifyReply) {
    const parts = this.reader.allLines(partnerId, id);
    const first = await parts.next();
    if (first.done === true) throw settlementNotFound();
    const file = `settlement-${id.toLowerCase()}.csv`;
    void reply
      .header('content-type', 'text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="${file}"`);
    return statementCsv(from(first.value, parts));
  }
}

async function* from<Part>(first: Part, rest: AsyncGenerator<Part>): AsyncGenerator<Part> {
  yield first;
  yield* rest;
}
