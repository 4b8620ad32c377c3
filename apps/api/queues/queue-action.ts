const JOB = /^\/queues\/api\/queues\/[\w-]+\/[\w-]+\/(retry(\/(failed|completed))?|promote|clean)$/;
const ALL = /^\/queues\/api\/queues\/[\w-]+\/(retry\/(failed|completed)|promote)$/;

/**
 * Returns whether operators may send this request to the dashboard. They may retry, promote or
 * remove a job, and retry or promote all jobs of a queue. They may not add jobs, pause queues or
 * set limits, because this affects the whole service. Paths must have their plain spelling.
 */
export const isQueueAction = (method: string, url: string): boolean => {
  const [path = ''] = url.split('?');
  return method === 'PUT' && (JOB.test(path) || ALL.test(path));
};
