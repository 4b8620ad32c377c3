import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { answer } from '../../api/trouble.js';
import type { KeyEnd } from './key-end.js';

export const PARTNERS_KEY = ['partners'];
export const partnerKey = (partnerId: string) => [...PARTNERS_KEY, partnerId];
export const signInsKey = (partnerId: string) => [...partnerKey(partnerId), 'sign-ins'];
const SIGN_INS = 20;

export const usePartners = () =>
  useQuery({ queryKey: PARTNERS_KEY, queryFn: () => answer(api.GET('/staff/partners')) });

export const usePartner = (partnerId: string) =>
  useQuery({
    queryKey: partnerKey(partnerId),
    queryFn: () =>
      answer(api.GET('/staff/partners/{partnerId}', { params: { path: { partnerId } } })),
  });

export const useSignIns = (partnerId: string, offset: number) =>
  useQuery({
    queryKey: [...signInsKey(partnerId), offset],
    queryFn: () =>
      answer(
        api.GET('/staff/partners/{partnerId}/users', {
          params: { path: { partnerId }, query: { limit: SIGN_INS, offset } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Gives a key an end: at a moment, or at once. */
export const endKey = (partnerId: string, keyId: string, end: KeyEnd) =>
  answer(
    api.POST('/staff/partners/{partnerId}/keys/revoke', {
      params: { path: { partnerId } },
      body: { keyId, ...end },
    }),
  );
