const JOB = /^\/queues\/api\/queues\/[\w-]+\/[\w-]+\/(retry(\/(failed|completed))?|promote|clean)$/;
const ALL = /^\/queues\/api\/queues\/[\w-]+\/(retry\/(failed|completed)|promote)$/;

/**
 * Whether operators may ask this of the dashboard: to retry, promote or remove a job, and to retry or
 * promote all that failed or wait. Jobs of their own making, pauses and limits change what the whole
 * service does, and are for nobody there. Only the plain spelling is let through.
 */
export const isQueueAction = (method: string, url: string): boolean => {
  const [path = ''] = url.split('?');
  return method === 'PUT' && (JOB.test(path) || ALL.test(path));
};
