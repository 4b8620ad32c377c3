import type { FastifyReply } from 'fastify';

/** Calls `then` once when the request ends in any way. `rejectPipelining` excludes the exception. */
export const onRequestEnd = (
  { raw: response }: Pick<FastifyReply, 'raw'>,
  then: () => void,
): void => {
  if (response.closed) then();
  else response.on('close', then);
};
