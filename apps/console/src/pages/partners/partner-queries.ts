import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { answer } from '../../api/api-error.js';
import type { KeyEnd } from './key-end.js';
import { isSameName } from './same-name.js';

export const PARTNERS_KEY = ['partners'];
export const partnerKey = (partnerId: string) => [...PARTNERS_KEY, partnerId];
export const signInsKey = (partnerId: string) => [...partnerKey(partnerId), 'sign-ins'];
const SIGN_INS = 20;

const PARTNERS = 50;
const NAMES = 1_000;

/** Partners whose name contains the text, or all. */
export const usePartners = (text: string, offset: number) =>
  useQuery({
    queryKey: [...PARTNERS_KEY, 'list', text, offset],
    queryFn: () =>
      answer(
        api.GET('/staff/partners', {
          params: { query: { limit: PARTNERS, offset, ...(text === '' ? {} : { text }) } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Returns the partner with the same or a similar-looking name. */
export const partnerWithSameName = async (name: string) => {
  const text = name.trim();
  if (text === '') return undefined;
  const query = { limit: NAMES, offset: 0, text };
  const { partners } = await answer(api.GET('/staff/partners', { params: { query } }));
  return partners.find((partner) => isSameName(partner.name, text));
};

/** Names of the partners on the first page, by id. Other partners are shown by id. */
export const usePartnerNames = (): ReadonlyMap<string, string> => {
  const { data } = useQuery({
    queryKey: [...PARTNERS_KEY, 'names'],
    queryFn: () =>
      answer(api.GET('/staff/partners', { params: { query: { limit: NAMES, offset: 0 } } })),
  });
  return new Map(data?.partners.map(({ id, name }) => [id, name]));
};

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

/** Ends a key at a time, or at once. */
export const endKey = (partnerId: string, keyId: string, end: KeyEnd) =>
  answer(
    api.POST('/staff/partners/{partnerId}/keys/revoke', {
      params: { path: { partnerId } },
      body: { keyId, ...end },
    }),
  );
