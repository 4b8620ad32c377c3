/** Errors of the Redis client while Redis is unreachable or temporarily rejects commands. */
const UNAVAILABLE =
  /^(Connection is closed|Command timed out|Stream isn't writeable|connect |All sentinels are unreachable|Too many Cluster redirections|Cluster (isn't ready|is ended)|None of startup nodes|(OOM|LOADING|MASTERDOWN|READONLY|BUSY|CLUSTERDOWN|TRYAGAIN|MISCONF|NOREPLICAS) )/;
const NAMES = ['MaxRetriesPerRequestError', 'AbortError', 'ClusterAllFailedError'];
const CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'];

/** Returns whether an error means that Redis is unavailable, not that a command was wrong. */
export const isRedisUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { name, message, code } = error as NodeJS.ErrnoException;
  if (NAMES.includes(name) || UNAVAILABLE.test(message)) return true;
  return code !== undefined && CODES.includes(code);
};
