import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { SESSION_KEY } from '../session/session.js';
import { Trouble } from './trouble.js';

const STALE_MS = 5_000;
const TRIES_MAX = 2;
const AGAIN_MS = 5_000;

/**
 * Answers are kept for seconds. What the service refuses is not asked again by itself; what it cannot
 * answer now is, until it can.
 */
export const newQueryClient = (): QueryClient => {
  const onError = (error: Error) => {
    if (error instanceof Trouble && error.code === 'not_signed_in')
      client.setQueryData(SESSION_KEY, null);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        retry: (failures, error) => failures < TRIES_MAX && mayPass(error),
        refetchInterval: ({ state: { error } }) => error !== null && mayPass(error) && AGAIN_MS,
      },
    },
  });
  return client;
};

const mayPass = (error: Error): boolean =>
  error instanceof Trouble && (error.status === 0 || error.status === 503);
