import type { FastifyReply } from 'fastify';

/**
 * Calls `then` once when the request ends in any way. Node emits no event for a pipelined request
 * whose connection breaks early, but `limitPipelining` does not start such a request.
 */
export const onRequestEnd = (
  { raw: response }: Pick<FastifyReply, 'raw'>,
  then: () => void,
): void => {
  if (response.closed) then();
  else response.on('close', then);
};
