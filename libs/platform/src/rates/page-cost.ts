const ROWS_OF_ONE = 100;

/** What a request takes from a partner's quota: as much as the pages of a usual size it asks for. */
export const costOf = (query: unknown): number => {
  const { limit } = query as { limit?: unknown };
  const rows = typeof limit === 'string' && /^\d{1,6}$/.test(limit) ? Number(limit) : 0;
  return Math.max(1, Math.ceil(rows / ROWS_OF_ONE));
};
