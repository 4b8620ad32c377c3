import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Dialled = {
  readonly socket: Socket;
  /** Text received so far. */
  readonly read: () => string;
  /** Resolves with the received text once it is not empty or the other side has ended the connection. */
  readonly answered: () => Promise<string>;
};

/** Opens a connection and sends this text unchanged. An error only ends the connection. */
export const dial = async (
  port: number,
  text = '',
  localAddress = '127.0.0.1',
): Promise<Dialled> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let read = '';
  socket.on('data', (piece: Buffer) => (read += piece.toString())).on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  const answered = async () => {
    while (read === '' && !socket.closed) await sleep(5);
    return read;
  };
  return { socket, read: () => read, answered };
};
