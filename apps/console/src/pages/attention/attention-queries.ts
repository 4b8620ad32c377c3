import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Schemas, api } from '../../api/client.js';
import { answer } from '../../api/api-error.js';
import type { Fields } from '../../ui/index.js';
import { CONSOLE_POLL_MS } from '../../timing.js';

const KEY = ['attention'];

const attention = { queryKey: KEY, queryFn: () => answer(api.GET('/staff/attention')) };

export const useAttention = () => useQuery({ ...attention, refetchInterval: CONSOLE_POLL_MS });

/** Entries about one object. */
export const useAttentionFor = (subjectId: string): readonly Schemas['AttentionEntry'][] =>
  useQuery(attention).data?.entries.filter((entry) => entry.subjectId === subjectId) ?? [];

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
