import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { CONSOLE_REFRESH_AFTER_MS } from '../timing.js';

/** Asks anew for what begins with this key: now, and when the lists have followed. */
export const refresh = (queries: QueryClient, queryKey: QueryKey): Promise<void> => {
  const again = () => queries.invalidateQueries({ queryKey });
  for (const ms of CONSOLE_REFRESH_AFTER_MS) setTimeout(() => void again(), ms);
  return again();
};
