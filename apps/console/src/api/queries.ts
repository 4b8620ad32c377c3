import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { SESSION_ENDED_KEY, SESSION_KEY, type Session } from '../session/session.js';
import { ApiError } from './api-error.js';
import { CONSOLE_FRESH_MS, CONSOLE_RETRY_MS } from '../timing.js';

const TRIES_MAX = 2;

/**
 * Responses stay fresh for seconds. Rejected requests are not retried. Requests that fail because the
 * service is unavailable are retried until they succeed.
 */
export const newQueryClient = (): QueryClient => {
  const onError = (error: Error) => {
    if (!(error instanceof ApiError && error.code === 'not_signed_in')) return;
    const session = client.getQueryData<Session | null>(SESSION_KEY) ?? null;
    if (session !== null) client.setQueryData(SESSION_ENDED_KEY, true);
    client.setQueryData(SESSION_KEY, null);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: CONSOLE_FRESH_MS,
        retry: (failures, error) => failures < TRIES_MAX && mayPass(error),
        refetchInterval: ({ state: { error } }) =>
          error !== null && mayPass(error) && CONSOLE_RETRY_MS,
      },
    },
  });
  return client;
};

const mayPass = (error: Error): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 503);
