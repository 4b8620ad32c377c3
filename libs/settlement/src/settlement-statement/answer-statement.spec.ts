import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyReply } from 'fastify';
import { CooperativeScheduler } from '#kernel/concurrency/cooperative-scheduler.js';
import type { SettlementReader } from '../settlement-periods/settlement-reader.js';
import { answerStatement } from './answer-statement.js';
import type { LineView } from './line.view.js';

const line = { type: 'DEPOSIT', transactionId: 't-1', gross: '1.00' } as unknown as LineView;
const reader = {
  lines: () => Promise.resolve({ lines: [line], total: 1 }),
  async *allLines() {
    yield [line];
    yield [line];
  },
} as unknown as SettlementReader;
const reply = { header: () => reply } as unknown as FastifyReply;

let turns: string[];
let heavy: CooperativeScheduler;

beforeEach(() => {
  turns = [];
  heavy = new CooperativeScheduler();
  const run = heavy.run.bind(heavy);
  heavy.run = (key, ...rest) => (turns.push(key), run(key, ...rest));
});

const answer = (query: { limit?: string }, accept?: string) => {
  const wanted = { turn: 'p-1', partnerId: 'p-1', id: 's-1', query, accept };
  return answerStatement({ reader, heavy }, wanted, reply);
};

describe('a statement', () => {
  it('is written as a file when the scheduler admits the caller', async () => {
    const file = await text((await answer({}, 'text/csv')) as Readable);
    expect(file.split('\r\n')).toHaveLength(4);
    expect(turns).toEqual(['p-1']);
  });
  it('is scheduled if the page is large', async () => {
    await answer({ limit: '101' });
    expect(turns).toEqual(['p-1']);
  });
  it('is not scheduled if the page is small', async () => {
    await answer({ limit: '100' });
    expect(turns).toEqual([]);
  });
});
