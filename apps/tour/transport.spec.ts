import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Transport, Unreachable } from './transport.js';

let printed: string[];
let transport: Transport;
let isStarted: boolean;

beforeEach(() => {
  printed = [];
  jest.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text));
  transport = new Transport(true, () => isStarted);
  isStarted = false;
});
afterEach(() => void jest.restoreAllMocks());

const serving = async (statusOf: (call: number) => number) => {
  let calls = 0;
  const server = createServer((_, response) => {
    response.statusCode = statusOf(++calls);
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/users` };
};

describe('a call of the tour', () => {
  it('fails with one line if no service responds', async () => {
    const { server, url } = await serving(() => 200);
    server.close();
    const asked = jest.spyOn(globalThis, 'fetch');
    await expect(transport.send(new Request(url))).rejects.toThrow(Unreachable);
    expect(asked).toHaveBeenCalledTimes(10);
    expect(printed).toEqual([`  GET /v1/users: no response at ${new URL(url).origin}; retrying`]);
  });

  it('waits longer for a service that was started', async () => {
    const { server, url } = await serving((call) => (call <= 12 ? 503 : 200));
    isStarted = true;
    expect((await transport.send(new Request(url))).status).toBe(200);
    server.closeAllConnections();
    server.close();
  });

  it('is repeated while the service does not respond, and reports that once', async () => {
    const { server, url } = await serving((call) => (call <= 2 ? 503 : 200));
    expect((await transport.send(new Request(url))).status).toBe(200);
    expect(printed).toEqual([
      `  GET /v1/users: status 503 at ${new URL(url).origin}; retrying`,
      expect.stringMatching(/^ {2}GET \/v1\/users → 200/),
    ]);
    server.closeAllConnections();
    server.close();
  });
});
