import type { FastifyReply } from 'fastify';
import type { CooperativeScheduler } from '#kernel/concurrency/cooperative-scheduler.js';
import { type PageQuery, pageOf } from '#http/query-fields.js';
import { settlementNotFound } from '../settlement-periods/settlement-not-found.js';
import type { SettlementReader } from '../settlement-periods/settlement-reader.js';
import type { LineView } from './line.view.js';
import { statementCsv } from './statement-csv.js';
import { wantsCsv } from './wants-csv.js';

export type WantedStatement = {
  /** Key of the fair queue, one per caller. */
  readonly turn: string;
  readonly partnerId: string;
  /** Id of the period. */
  readonly id: string;
  readonly query: PageQuery;
  readonly accept: string | undefined;
};

/** Returns one page of a statement, or all of it as CSV. @throws {Refused} `settlement_not_found`. */
export const answerStatement = async (
  { reader, heavy }: { readonly reader: SettlementReader; readonly heavy: CooperativeScheduler },
  { turn, partnerId, id, query, accept }: WantedStatement,
  reply: FastifyReply,
) => {
  void reply.header('vary', 'accept');
  if (wantsCsv(accept)) return download(heavy.all(turn, reader.allLines(partnerId, id)), id, reply);
  const page = pageOf(query);
  const found = await heavy.page(turn, page, () => reader.lines(partnerId, id, page));
  if (found === null) throw settlementNotFound();
  return { lines: found.lines, metadata: { total: found.total, ...page } };
};

/** Reads the first portion before the response begins, so that an error can still be sent. */
const download = async (
  parts: AsyncGenerator<readonly LineView[], void>,
  id: string,
  reply: FastifyReply,
) => {
  const first = await parts.next();
  if (first.done === true) throw settlementNotFound();
  const file = `settlement-${id.toLowerCase()}.csv`;
  void reply
    .header('content-type', 'text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${file}"`);
  return statementCsv(from(first.value, parts));
};

async function* from<Part>(first: Part, rest: AsyncGenerator<Part>): AsyncGenerator<Part> {
  yield first;
  yield* rest;
}
