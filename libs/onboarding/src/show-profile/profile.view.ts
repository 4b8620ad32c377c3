import { countryName } from '#platform/core/countries.js';
import { stateName } from '#platform/core/us-states.js';
import type { Document } from '#platform/read-models/documents.js';
import type { NewProfile } from '../trader-profile/trader-profile.state.js';

/** Date-times of a profile carry no offset, as the interface says. */
const withoutOffset = (iso: string) => iso.replace('Z', '');

export const toProfile = (document: Document, taxId: (profile: NewProfile) => string) => {
  const profile = JSON.parse(document['details'] ?? '{}') as NewProfile & { profileId: string };
  const { profileId, partnerId: _, taxIdSealed: __, taxIdMasked: ___, ...rest } = profile;
  const { agreementIp: ____, dateOfBirth, ...details } = rest;
  return {
    id: profileId,
    ...details,
    countryName: countryName(profile.country),
    stateName: profile.country === 'USA' ? stateName(profile.state) : profile.state,
    dateOfBirth: `${dateOfBirth}T00:00:00`,
    taxID: taxId(profile),
    dateCreated: withoutOffset(document['createdAt'] ?? ''),
    dateModified: withoutOffset(document['updatedAt'] ?? ''),
    brokerAccountNumber: document['accountNumber'] ?? '',
    brokerAccountStatus: document['status'] ?? '',
    statusReason: document['reason'] ?? null,
  };
};
