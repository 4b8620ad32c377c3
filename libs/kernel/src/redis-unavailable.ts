/** Errors of the Redis client when Redis cannot be reached or does not serve for a while. */
const AWAY =
  /^(Connection is closed|Command timed out|Stream isn't writeable|connect |All sentinels are unreachable|Too many Cluster redirections|Cluster (isn't ready|is ended)|None of startup nodes|(OOM|LOADING|MASTERDOWN|READONLY|BUSY|CLUSTERDOWN|TRYAGAIN|MISCONF|NOREPLICAS) )/;
const NAMES = ['MaxRetriesPerRequestError', 'AbortError', 'ClusterAllFailedError'];
const CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'];

/** Whether an error says that Redis is away, and not that it was asked for something wrong. */
export const isRedisUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { name, message, code } = error as NodeJS.ErrnoException;
  if (NAMES.includes(name) || AWAY.test(message)) return true;
  return code !== undefined && CODES.includes(code);
};
