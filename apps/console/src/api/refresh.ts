import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { CONSOLE_REFRESH_AFTER_MS } from '../timing.js';

/** Refetches queries with this key prefix now, and again when the lists have caught up. */
export const refresh = (queries: QueryClient, queryKey: QueryKey): Promise<void> => {
  const again = () => queries.invalidateQueries({ queryKey });
  for (const ms of CONSOLE_REFRESH_AFTER_MS) setTimeout(() => void again(), ms);
  return again();
};
