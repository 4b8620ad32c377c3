import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import type { Config } from '#config/config.js';
import { acceptJsonBodies } from '#http/json-body.js';
import { acceptStreamedBodies } from '#http/streamed-body.js';
import { png } from '../../../../test/support/images.js';
import { UPLOAD_BYTES_MAX } from './upload-body.js';
import { UploadReader } from './upload-reader.js';

let app: FastifyInstance;
let port: number;
let begun: number;
/** Partners in the order in which their uploads ended. */
let ended: string[];

beforeEach(async () => {
  const over: string[] = [];
  [begun, ended] = [0, over];
  const reader = new UploadReader({} as Config);
  app = fastify({ forceCloseConnections: true });
  acceptJsonBodies(app);
  acceptStreamedBodies(app);
  app.post('/:partner', { config: { streamedBytesMax: UPLOAD_BYTES_MAX } }, async (request) => {
    const { partner } = request.params as { partner: string };
    begun++;
    try {
      (await reader.read(request, partner, () => [])).release();
      return 'uploaded';
    } finally {
      over.push(partner);
    }
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterEach(() => app.close());

const content = png().toString('base64');
const upload = async (partner: string, type = 'front') => {
  const body = JSON.stringify({ documentType: 'passport', files: [{ type, content }] });
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body };
  return (await fetch(`http://127.0.0.1:${port}/${partner}`, init)).text();
};
const until = async (wanted: () => boolean) => {
  for (let tries = 0; tries < 100_000 && !wanted(); tries++)
    await new Promise((resolve) => setTimeout(resolve, 10));
};

/** Opens uploads of the largest size that never send a body. */
const idle = async (partner: string, count: number): Promise<readonly Socket[]> => {
  const head = `POST /${partner} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
  const before = begun;
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(`${head}Content-Length: ${UPLOAD_BYTES_MAX}\r\n\r\n`);
  }
  await until(() => begun === before + count);
  return sockets;
};

describe('uploads', () => {
  it('of one partner that send nothing leave room for another’s', async () => {
    const sockets = await idle('a', 3);
    expect(await upload('b')).toBe('uploaded');
    expect(ended).toEqual(['b']);
    for (const socket of sockets) socket.destroy();
  });

  it('that wait for room leave the line when their callers go away', async () => {
    const sockets = [...(await idle('a', 2)), ...(await idle('b', 1))];
    for (const socket of await idle('c', 30)) socket.destroy();
    await until(() => ended.length >= 30);
    expect(ended).toEqual(Array.from({ length: 30 }, () => 'c'));
    for (const socket of sockets) socket.destroy();
  });

  it('that break off, or are refused, give all that they held back', async () => {
    for (const socket of await idle('a', 2)) socket.destroy();
    await until(() => ended.length === 2);
    expect(await upload('a')).toBe('uploaded');
    for (let i = 0; i < 25; i++) expect(await upload('a', 'left')).not.toBe('uploaded');
    expect(await upload('a')).toBe('uploaded');
  });
});
