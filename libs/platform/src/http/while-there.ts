import type { FastifyRequest } from 'fastify';

/** Tells `task` when the caller has gone: whatever waits for a turn need not wait any more. */
export const whileThere = async <Result>(
  { raw: { socket } }: Pick<FastifyRequest, 'raw'>,
  task: (gone: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const gone = new AbortController();
  const leave = () => gone.abort();
  socket.once('close', leave);
  if (socket.closed) leave();
  try {
    return await task(gone.signal);
  } finally {
    socket.removeListener('close', leave);
  }
};
