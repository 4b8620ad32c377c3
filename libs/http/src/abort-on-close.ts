import type { FastifyRequest } from 'fastify';

/**
 * Runs a task with a signal that aborts when the caller disconnects, so that queued work can be
 * dropped.
 */
export const abortOnClose = async <Result>(
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
