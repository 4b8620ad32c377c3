import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { answer } from '../../api/api-error.js';
import type { Fields } from '../../ui/index.js';
import { CONSOLE_LIST_POLL_MS } from '../../timing.js';

const KEY = ['reconciliation'];

export const useReconciliation = () =>
  useQuery({
    queryKey: KEY,
    queryFn: () => answer(api.GET('/staff/reconciliation')),
    refetchInterval: CONSOLE_LIST_POLL_MS,
  });

export const useRequestRun = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.POST('/staff/reconciliation/runs')),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
};

/** Dismisses the difference as shown. If its text has changed, it stays open. */
export const useDismiss = (id: string, openedAt: string) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ reason = '' }: Fields) =>
      answer(
        api.POST('/staff/reconciliation/differences/{id}/dismiss', {
          params: { path: { id } },
          body: { reason, openedAt },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
};

/** Assigns the journal to a deposit. The next run then closes the difference. */
export const useAssign = (journalId: string) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ depositId = '', reason = '' }: Fields) =>
      answer(
        api.POST('/staff/deposits/{id}/journals', {
          params: { path: { id: depositId.trim() } },
          body: { journalId, reason },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
};

/** Changes the credit of a deposit. The next run then closes the difference. */
export const useAdjust = (depositId: string) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ amount = '', reason = '' }: Fields) =>
      answer(
        api.POST('/staff/deposits/{id}/adjustments', {
          params: { path: { id: depositId } },
          body: { amount: amount.trim(), reason },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
};
