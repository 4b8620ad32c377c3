import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Lists and totals follow what was decided within a second, as a rule; later on a busy day. */
const LATER_MS = [1_000, 3_000, 10_000, 30_000, 90_000];

/** Asks anew for what begins with this key: now, and when the lists have followed. */
export const refresh = (queries: QueryClient, queryKey: QueryKey): Promise<void> => {
  const again = () => queries.invalidateQueries({ queryKey });
  for (const ms of LATER_MS) setTimeout(() => void again(), ms);
  return again();
};
