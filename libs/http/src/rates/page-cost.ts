const ROWS_OF_ONE = 100;

/** Cost of a request in a partner's quota: the number of usual pages that it requests. */
export const costOf = (query: unknown): number => {
  const { limit } = query as { limit?: unknown };
  const rows = typeof limit === 'string' && /^\d{1,6}$/.test(limit) ? Number(limit) : 0;
  return Math.max(1, Math.ceil(rows / ROWS_OF_ONE));
};
