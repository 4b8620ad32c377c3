import type { FastifyReply } from 'fastify';
import type { HeavyWork } from '#platform/core/heavy-work.js';
import { type PageQuery, pageOf } from '#platform/http/query-fields.js';
import { settlementNotFound } from '../settlement-periods/settlement-not-found.js';
import type { SettlementReader } from '../settlement-periods/settlement-reader.js';
import type { LineView } from './line.view.js';
import { statementCsv } from './statement-csv.js';
import { wantsCsv } from './wants-csv.js';

export type WantedStatement = {
  /** In whose turn it is read. */
  readonly turn: string;
  readonly partnerId: string;
  /** Of the period. */
  readonly id: string;
  readonly query: PageQuery;
  readonly accept: string | undefined;
};

/** One page of a statement, or the whole as CSV. @throws {Refused} `settlement_not_found`. */
export const answerStatement = async (
  { reader, heavy }: { readonly reader: SettlementReader; readonly heavy: HeavyWork },
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

/** The first portion is read before the answer begins, so that a refusal can still be one. */
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
