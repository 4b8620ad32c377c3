import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Dialled = {
  readonly socket: Socket;
  /** All that was heard so far. */
  readonly read: () => string;
  /** The same, once there is something or the other side has ended the connection. */
  readonly answered: () => Promise<string>;
};

/** A connection over which this text is sent as it is. An error only ends it. */
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
