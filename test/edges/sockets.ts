import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { ATTACKER } from './edge.js';

export type Line = { readonly socket: Socket; read: string; endedMs: number | null };

/** A connection of the attacker that has sent this, and keeps what comes back if it reads at all. */
export const dial = async (
  api: string,
  sent: string,
  { reads = true, from = ATTACKER }: { reads?: boolean; from?: string } = {},
): Promise<Line> => {
  const { hostname, port } = new URL(api);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  const line: Line = { socket, read: '', endedMs: null };
  socket.on('error', () => undefined);
  socket.once('close', () => (line.endedMs = performance.now()));
  if (reads) socket.on('data', (piece: Buffer) => (line.read += piece.toString('latin1')));
  else socket.pause();
  await once(socket, 'connect').catch(() => undefined);
  socket.write(sent);
  return line;
};

export const statusOf = ({ read }: Line): number =>
  Number(/^HTTP\/1\.1 (\d{3})/.exec(read)?.[1] ?? 0);

export const hangUp = (lines: readonly Line[]): void => {
  for (const { socket } of lines) socket.destroy();
};

export const head = (
  api: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): string =>
  [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(api).host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');
