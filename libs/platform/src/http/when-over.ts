import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Then = () => void;

/** What is to be called when the connection breaks. */
const PENDING = Symbol('pending');
type Kept = Socket & { [PENDING]?: Then[] };

/**
 * Calls `then` once, as soon as the request is over, however it ends. Node tells nothing to the
 * answer of a pipelined request whose connection breaks before its turn, so the connection counts
 * too.
 */
export const whenOver = (
  { raw: { socket } }: Pick<FastifyRequest, 'raw'>,
  { raw: response }: Pick<FastifyReply, 'raw'>,
  then: Then,
): void => {
  const all = pendingOf(socket);
  const once = () => {
    const at = all.indexOf(once);
    if (at === -1) return;
    all.splice(at, 1);
    then();
  };
  all.push(once);
  response.on('close', once);
  if (socket.closed) once();
};

/** One listener for each connection, however many requests come over it. */
const pendingOf = (socket: Kept): Then[] => {
  const known = socket[PENDING];
  if (known !== undefined) return known;
  const all: Then[] = [];
  socket[PENDING] = all;
  socket.once('close', () => {
    for (const then of [...all]) then();
  });
  return all;
};
