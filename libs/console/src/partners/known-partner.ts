import { type Partner, partners } from '#auth';
import { isUuid } from '#platform/core/ids.js';
import { notFound } from '#platform/core/refused.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { refusal } from '#platform/http/endpoint.js';

export const partnerNotFound = refusal(404, 'partner_not_found', 'There is no such partner.');

type KnownPartner = Partner & { readonly id: string };

/** @throws {Refused} `partner_not_found`. */
export const requirePartner = async (store: EventStore, text: string): Promise<KnownPartner> => {
  const id = text.toLowerCase();
  const partner = isUuid(id) ? await store.load(partners, id) : null;
  if (partner === null || partner.id === null)
    throw notFound('partner_not_found', 'There is no such partner');
  return { ...partner, id: partner.id };
};
