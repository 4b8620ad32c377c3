import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FastifyInstance, fastify } from 'fastify';
import { Closing } from './closing.js';

let app: FastifyInstance;
let closing: Closing;

beforeEach(() => {
  app = fastify();
  closing = new Closing();
  closing.refuseNewRequests(app);
  for (const url of ['/health/ready', '/health/live', '/things'])
    app.get(url, () => ({ status: 'ok' }));
});
afterEach(() => app.close());

const ask = async (url: string) => {
  const { statusCode, headers } = await app.inject({ method: 'GET', url });
  return [statusCode < 400, headers.connection];
};

describe('a process', () => {
  it('is ready, and keeps connections, while it is open', async () => {
    expect(() => closing.requireOpen()).not.toThrow();
    expect(await ask('/health/ready')).toEqual([true, 'keep-alive']);
    expect(await ask('/things')).toEqual([true, 'keep-alive']);
  });

  it('that drains is not ready, and answers once more on each connection', async () => {
    closing.drain();
    expect(() => closing.requireOpen()).toThrow('This process is ending');
    expect(await ask('/health/ready')).toEqual([false, 'close']);
    expect(await ask('/health/live')).toEqual([true, 'close']);
    expect(await ask('/things')).toEqual([true, 'close']);
  });

  it('that is closed answers nothing new', async () => {
    closing.drain();
    closing.onModuleDestroy();
    expect(await ask('/health/live')).toEqual([false, 'close']);
    expect(await ask('/things')).toEqual([false, 'close']);
  });
});
