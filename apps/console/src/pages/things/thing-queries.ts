import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { answer } from '../../api/trouble.js';

/** What has a history of its own beside the user's. */
export type Kind = 'deposit' | 'order' | 'verification';

const PATHS = {
  deposit: '/staff/deposits/{id}/history',
  order: '/staff/orders/{id}/history',
  verification: '/staff/verifications/{id}/history',
} as const;

export const useThing = (kind: Kind, id: string) =>
  useQuery({
    queryKey: ['history', kind, id],
    queryFn: () => answer(api.GET(PATHS[kind], { params: { path: { id } } })),
  });
