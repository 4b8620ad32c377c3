import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type FastifyInstance, fastify } from 'fastify';
import type { AddressInfo } from 'node:net';
import { limitInFlight } from './in-flight.js';

let app: FastifyInstance;
let url: string;
let release: () => void;
let begun: number;

beforeEach(async () => {
  begun = 0;
  const released = new Promise<void>((resolve) => (release = resolve));
  app = fastify({ forceCloseConnections: true });
  limitInFlight(app, 2);
  app.get('/slow', async () => {
    begun++;
    await released;
    return 'slow';
  });
  app.get('/health/live', () => 'alive');
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  release();
  await app.close();
});

const ask = async (path: string, signal?: AbortSignal) =>
  (await fetch(`${url}${path}`, signal === undefined ? {} : { signal })).status;
const until = async (wanted: () => boolean | Promise<boolean>) => {
  for (let tries = 0; tries < 500 && !(await wanted()); tries++)
    await new Promise((resolve) => setTimeout(resolve, 10));
};

describe('requests under way', () => {
  it('are as many as may be, and one more is refused', async () => {
    const slow = [ask('/slow'), ask('/slow')];
    await until(() => begun === 2);
    expect(await ask('/slow')).toBe(500);
    expect(await ask('/health/live')).toBe(200);
    release();
    expect(await Promise.all(slow)).toEqual([200, 200]);
    expect(await ask('/slow')).toBe(200);
  });

  it('end too when their callers go away', async () => {
    const leave = new AbortController();
    const left = [1, 2].map(() => ask('/slow', leave.signal).catch(() => 'left'));
    await until(() => begun === 2);
    leave.abort();
    await Promise.all(left);
    const again = [ask('/slow')];
    await until(async () => {
      if (begun === 3) return true;
      again.push(ask('/slow'));
      return false;
    });
    expect(begun).toBeGreaterThanOrEqual(3);
    release();
    await Promise.all(again);
  });
});
