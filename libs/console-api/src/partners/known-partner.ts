import { Injectable, Param, type PipeTransform } from '@nestjs/common';
import { type Partner, partners } from '#auth/partner/partner.state.js';
import { isUuid } from '#kernel/ids.js';
import { notFound } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { refusal } from '#http/endpoint.js';

export const partnerNotFound = refusal(
  404,
  'partner_not_found',
  'There is no partner with this id.',
);

type KnownPartner = Partner & { readonly id: string };

/** @throws {Refused} `partner_not_found`. */
export const requirePartner = async (store: EventStore, text: string): Promise<KnownPartner> => {
  const id = text.toLowerCase();
  const partner = isUuid(id) ? await store.load(partners, id) : null;
  if (partner === null || partner.id === null)
    throw notFound('partner_not_found', 'The partner does not exist');
  return { ...partner, id: partner.id };
};

@Injectable()
class KnownPartnerId implements PipeTransform<string, Promise<string>> {
  constructor(private readonly store: EventStore) {}

  async transform(text: string): Promise<string> {
    return (await requirePartner(this.store, text)).id;
  }
}

/** Id of the partner in the path. @throws {Refused} `partner_not_found`. */
export const PartnerParam = () => Param('partnerId', KnownPartnerId);
