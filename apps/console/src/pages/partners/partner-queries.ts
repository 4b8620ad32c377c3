import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { answer } from '../../api/trouble.js';

export const PARTNERS_KEY = ['partners'];
export const partnerKey = (partnerId: string) => [...PARTNERS_KEY, partnerId];

export const usePartners = () =>
  useQuery({ queryKey: PARTNERS_KEY, queryFn: () => answer(api.GET('/staff/partners')) });

export const usePartner = (partnerId: string) =>
  useQuery({
    queryKey: partnerKey(partnerId),
    queryFn: () =>
      answer(api.GET('/staff/partners/{partnerId}', { params: { path: { partnerId } } })),
  });
