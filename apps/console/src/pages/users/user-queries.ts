import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { answer } from '../../api/api-error.js';

export const userKey = (userId: string) => ['user', userId];

export const useUser = (userId: string) =>
  useQuery({
    queryKey: userKey(userId),
    queryFn: () => answer(api.GET('/staff/users/{userId}', { params: { path: { userId } } })),
  });

export const useUserAccount = (userId: string) =>
  useQuery({
    queryKey: [...userKey(userId), 'account'],
    queryFn: () =>
      answer(api.GET('/staff/users/{userId}/account', { params: { path: { userId } } })),
  });

export const useUserHistory = (userId: string) =>
  useQuery({
    queryKey: [...userKey(userId), 'history'],
    queryFn: () =>
      answer(api.GET('/staff/users/{userId}/history', { params: { path: { userId } } })),
  });

export const useFoundUsers = (text: string) =>
  useQuery({
    queryKey: ['users', text],
    queryFn: () => answer(api.GET('/staff/users', { params: { query: { text } } })),
    enabled: text !== '',
  });

export const useFoundThings = (text: string) =>
  useQuery({
    queryKey: ['things', text],
    queryFn: () => answer(api.GET('/staff/find', { params: { query: { text } } })),
    enabled: text !== '',
  });

const PAGE = 20;
const page = (userId: string, offset: number) => ({
  params: { path: { userId }, query: { limit: PAGE, offset } },
});

export const useDeposits = (userId: string, offset: number) =>
  useQuery({
    queryKey: [...userKey(userId), 'deposits', offset],
    queryFn: () => answer(api.GET('/staff/users/{userId}/deposits', page(userId, offset))),
    placeholderData: keepPreviousData,
  });

export const useOrders = (userId: string, offset: number) =>
  useQuery({
    queryKey: [...userKey(userId), 'orders', offset],
    queryFn: () => answer(api.GET('/staff/users/{userId}/orders', page(userId, offset))),
    placeholderData: keepPreviousData,
  });
