import type { FastifyReply } from 'fastify';

/**
 * Calls `then` once, as soon as the request is over, however it ends. Node tells nothing to the answer of
 * a pipelined request whose connection breaks before its turn, but `limitPipelining` begins none before.
 */
export const whenOver = ({ raw: response }: Pick<FastifyReply, 'raw'>, then: () => void): void => {
  if (response.closed) then();
  else response.on('close', then);
};
