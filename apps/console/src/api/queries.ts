import {
  MutationCache,
  QueryCache,
  QueryClient,
  type UseMutationOptions,
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { SESSION_ENDED_KEY, SESSION_KEY, type Session } from '../session/session.js';
import {
  CONSOLE_FRESH_MS,
  CONSOLE_LIST_POLL_MS,
  CONSOLE_REFRESH_AFTER_MS,
  CONSOLE_RETRY_MS,
} from '../timing.js';
import { ApiError } from './api-error.js';
import { type PathOf, api } from './client.js';
import type { paths } from './schema.js';

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

type Params<P extends PathOf<'get'>> = Pick<paths[P]['get']['parameters'], 'path' | 'query'>;
type Options = {
  readonly refetchInterval?: number;
  readonly placeholderData?: typeof keepPreviousData;
  readonly staleTime?: number;
  readonly gcTime?: number;
  readonly enabled?: boolean;
};

/** For lists that change automatically. */
export const POLLED: Options = { refetchInterval: CONSOLE_LIST_POLL_MS };
/** For lists with pages: the table stays until the next page has arrived. */
export const PAGED: Options = { placeholderData: keepPreviousData };

/** Reads from the staff API. Path and parameters identify the query. */
export const useGet = <P extends PathOf<'get'>>(path: P, params: Params<P>, options?: Options) =>
  useQuery({
    queryKey: [path, params],
    queryFn: () => api.GET(path, ...([{ params }] as never)),
    ...options,
  });

/**
 * Sends a request for a form or a button. Afterward every query of the open page is fetched again: now,
 * and when the lists have caught up. The mutation ends with the first of these.
 */
export const useAction = <T, V = void>(
  send: (variables: V) => Promise<T>,
  options: Pick<UseMutationOptions<T, Error, V>, 'onMutate' | 'onSuccess'> = {},
) => {
  const queries = useQueryClient();
  const refetch = () =>
    queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
  return useMutation({
    mutationFn: send,
    ...options,
    onSettled: (_data, error) => {
      for (const ms of CONSOLE_REFRESH_AFTER_MS) setTimeout(() => void refetch(), ms);
      const now = refetch();
      return error === null ? now : undefined;
    },
  });
};
