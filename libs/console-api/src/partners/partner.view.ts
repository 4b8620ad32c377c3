import type { Partner } from '#auth/partner/partner.state.js';
import type { UsesOfKeys } from '#auth/api-key/api-key-usage.js';
import { list, object, pageMetadata, text, utcTime, uuid } from '#http/response-schemas.js';
import type { partnerUserTable } from '#auth/partner-user-list/partner-user-list.projection.js';
import type { ReadRow } from '#kernel/projection/table.js';
import { terms, termsView } from './terms.view.js';

const id = uuid('The id of the partner.');
const name = text('Name of the partner.', 'Acme');

const key = object('PartnerKey', 'An API key, without its secret.', {
  keyId: text('Public part of the key.', '8qdeg1livyf1se7brd9e5hvaujdbeew42'),
  createdAt: utcTime('Time of the creation.'),
  revokedAt: utcTime('Time of the revocation, or null.').nullable(),
  endsAt: utcTime('End of the key, or null.').nullable(),
  lastUsedAt: utcTime(
    'Last use, up to a minute late. Null if no use is known since `usesKnownSince`.',
  ).nullable(),
});

export const partnerList = object('PartnerList', 'One page of partners.', {
  partners: list(
    'In the order of their creation.',
    object('PartnerName', 'A partner in the list.', { id, name }),
  ),
  metadata: pageMetadata,
});

export const partnerAnswer = object('Partner', 'A partner with its terms and keys.', {
  id,
  name,
  terms,
  keys: list('All keys including revoked ones, the oldest first.', key),
  usesKnownSince: utcTime(
    'Uses of keys before this time are unknown. Null while uses are unavailable.',
  ).nullable(),
});

export const newKey = object('NewPartnerKey', 'A new key.', {
  keyId: text('Public part of the key.', '8qdeg1livyf1se7brd9e5hvaujdbeew42'),
  apiKey: text('The key itself, shown once.', 'pbk_8qdeg1livyf1se7brd9e5hvaujdbeew42_odNSduu1…'),
});

export const newPartnerUser = object('NewPartnerUser', 'A sign-in with a new password.', {
  id: uuid('The id of the sign-in.'),
  email: text('E-mail of the sign-in. Null once erased.', 'server@acme.example').nullable(),
  password: text('Shown once.', 'vSMp3Zt8hJ2YHQbh8aZFrc7E'),
});

export const disabledPartnerUser = newPartnerUser
  .omit({ password: true })
  .meta({ id: 'DisabledPartnerUser', description: 'A disabled sign-in.' });

export const partnerUsersAnswer = object('PartnerUserList', 'One page of a partner’s sign-ins.', {
  users: list(
    'In the order of their creation.',
    object('PartnerUser', 'A sign-in of a partner’s servers or staff.', {
      id: uuid('The id of the sign-in.'),
      email: text('E-mail of the sign-in. Null once erased.', 'server@acme.example').nullable(),
      createdAt: utcTime('Time of the creation.'),
      disabledAt: utcTime('Time at which an operator disabled it, or null.').nullable(),
    }),
  ),
  metadata: pageMetadata,
});

type PartnerUserRow = ReadRow<(typeof partnerUserTable)['columns']>;

export const partnerUserView = ({ id: userId, ...row }: PartnerUserRow) => ({
  id: userId,
  email: row.email,
  createdAt: row.createdAt,
  disabledAt: row.disabledAt,
});

export const partnerView = (
  { id: partnerId, name: called, terms: agreed, keys }: Partner,
  uses: UsesOfKeys | null,
) => ({
  id: partnerId,
  name: called,
  terms: termsView(agreed),
  keys: keys.map(({ keyId, createdAt, revokedAt, endsAt }) => {
    const lastUsedAt = uses?.lastUsedAt.get(keyId) ?? null;
    return { keyId, createdAt, revokedAt, endsAt, lastUsedAt };
  }),
  usesKnownSince: uses?.knownSince ?? null,
});
