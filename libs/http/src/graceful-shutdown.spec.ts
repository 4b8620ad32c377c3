import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FastifyInstance, fastify } from 'fastify';
import { GracefulShutdown } from './graceful-shutdown.js';

let app: FastifyInstance;
let closing: GracefulShutdown;

beforeEach(() => {
  app = fastify();
  closing = new GracefulShutdown();
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
  it('that is open is ready and keeps connections', async () => {
    expect(() => closing.requireOpen()).not.toThrow();
    expect(await ask('/health/ready')).toEqual([true, 'keep-alive']);
    expect(await ask('/things')).toEqual([true, 'keep-alive']);
  });

  it('that drains is not ready and closes each connection after one more response', async () => {
    closing.drain();
    expect(() => closing.requireOpen()).toThrow('This process is shutting down');
    expect(await ask('/health/ready')).toEqual([false, 'close']);
    expect(await ask('/health/live')).toEqual([true, 'close']);
    expect(await ask('/things')).toEqual([true, 'close']);
  });

  it('that is closed rejects all requests', async () => {
    closing.drain();
    closing.onModuleDestroy();
    expect(await ask('/health/live')).toEqual([false, 'close']);
    expect(await ask('/things')).toEqual([false, 'close']);
  });
});
