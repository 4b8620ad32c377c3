import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { answer } from '../../api/api-error.js';

/** Kinds of objects with a separate history. */
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

export const useDeposit = (id: string) =>
  useQuery({
    queryKey: ['deposit', id],
    queryFn: () => answer(api.GET('/staff/deposits/{id}', { params: { path: { id } } })),
  });

export const useOrder = (id: string) =>
  useQuery({
    queryKey: ['order', id],
    queryFn: () => answer(api.GET('/staff/orders/{id}', { params: { path: { id } } })),
  });
