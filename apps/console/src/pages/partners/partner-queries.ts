import { api } from '../../api/client.js';
import { useGet } from '../../api/queries.js';
import type { KeyEnd } from './key-end.js';
import { isSameName } from './same-name.js';

/** Most partners whose names are read at once. */
const NAMES = 1_000;

/** Names of the partners on the first page, by id. Other partners are shown by id. */
export const usePartnerNames = (): ReadonlyMap<string, string> => {
  const { data } = useGet('/staff/partners', { query: { limit: NAMES, offset: 0 } });
  return new Map(data?.partners.map(({ id, name }) => [id, name]));
};

export const usePartner = (partnerId: string) =>
  useGet('/staff/partners/{partnerId}', { path: { partnerId } });

/** Returns the partner with the same or a similar-looking name. */
export const partnerWithSameName = async (name: string) => {
  if (name === '') return undefined;
  const query = { limit: NAMES, offset: 0, text: name };
  const { partners } = await api.GET('/staff/partners', { params: { query } });
  return partners.find((partner) => isSameName(partner.name, name));
};

/** Ends a key at a time, or at once. */
export const endKey = (partnerId: string, keyId: string, end: KeyEnd) =>
  api.POST('/staff/partners/{partnerId}/keys/revoke', {
    params: { path: { partnerId } },
    body: { keyId, ...end },
  });
