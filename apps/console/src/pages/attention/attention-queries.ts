import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { answer } from '../../api/trouble.js';
import type { Fields } from '../../ui/index.js';
import { CONSOLE_POLL_MS } from '../../timing.js';

const KEY = ['attention'];

export const useAttention = () =>
  useQuery({
    queryKey: KEY,
    queryFn: () => answer(api.GET('/staff/attention')),
    refetchInterval: CONSOLE_POLL_MS,
  });

export const useLookUp = (id: string) =>
  useMutation({ mutationFn: () => answer(api.POST('/staff/attention/look-up', { body: { id } })) });

export const useRetry = (id: string) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.POST('/staff/attention/retry', { body: { id } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
};

export const useClose = (id: string) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ reason = '' }: Fields) =>
      answer(api.POST('/staff/attention/close', { body: { id, reason } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
};
