import { z } from 'zod';
import type { Partner } from '#auth/partner/partner.state.js';
import type { UsesOfKeys } from '#auth/api-key/api-key-usage.js';
import { pageMetadata, text, utcTime, uuid } from '#http/response-schemas.js';
import type { partnerUserTable } from '#auth/partner-user-list/partner-user-list.projection.js';
import type { ReadRow } from '#kernel/projection/table.js';
import { terms, termsView } from './terms.view.js';

const id = uuid('The id of the partner.');
const name = text('Name of the partner.', 'Acme');

const key = z
  .strictObject({
    keyId: text('Public part of the key.', '8qdeg1livyf1se7brd9e5hvaujdbeew42'),
    createdAt: utcTime('Time of the creation.'),
    revokedAt: utcTime('Time of the revocation, or null.').nullable(),
    endsAt: utcTime('End of the key, or null.').nullable(),
    lastUsedAt: utcTime(
      'Last use, up to a minute late. Null if no use is known since `usesKnownSince`.',
    ).nullable(),
  })
  .meta({ id: 'PartnerKey', description: 'An API key, without its secret.' });

export const partnerList = z
  .strictObject({
    partners: z
      .array(
        z
          .strictObject({ id, name })
          .meta({ id: 'PartnerName', description: 'A partner in the list.' }),
      )
      .meta({ description: 'In the order of their creation.' }),
    metadata: pageMetadata,
  })
  .meta({ id: 'PartnerList', description: 'One page of partners.' });

export const partnerAnswer = z
  .strictObject({
    id,
    name,
    terms,
    keys: z.array(key).meta({ description: 'All keys including revoked ones, the oldest first.' }),
    usesKnownSince: utcTime(
      'Uses of keys before this time are unknown. Null while uses are unavailable.',
    ).nullable(),
  })
  .meta({ id: 'Partner', description: 'A partner with its terms and keys.' });

export const newKey = z
  .strictObject({
    keyId: text('Public part of the key.', '8qdeg1livyf1se7brd9e5hvaujdbeew42'),
    apiKey: text('The key itself, shown once.', 'pbk_8qdeg1livyf1se7brd9e5hvaujdbeew42_odNSduu1…'),
  })
  .meta({ id: 'NewPartnerKey', description: 'A new key.' });

export const newPartnerUser = z
  .strictObject({
    id: uuid('The id of the sign-in.'),
    email: text('E-mail of the sign-in. Null once erased.', 'server@acme.example').nullable(),
    password: text('Shown once.', 'vSMp3Zt8hJ2YHQbh8aZFrc7E'),
  })
  .meta({ id: 'NewPartnerUser', description: 'A sign-in with a new password.' });

export const disabledPartnerUser = newPartnerUser
  .omit({ password: true })
  .meta({ id: 'DisabledPartnerUser', description: 'A disabled sign-in.' });

export const partnerUsersAnswer = z
  .strictObject({
    users: z
      .array(
        z
          .strictObject({
            id: uuid('The id of the sign-in.'),
            email: text(
              'E-mail of the sign-in. Null once erased.',
              'server@acme.example',
            ).nullable(),
            createdAt: utcTime('Time of the creation.'),
            disabledAt: utcTime('Time at which an operator disabled it, or null.').nullable(),
          })
          .meta({ id: 'PartnerUser', description: 'A sign-in of a partner’s servers or staff.' }),
      )
      .meta({ description: 'In the order of their creation.' }),
    metadata: pageMetadata,
  })
  .meta({ id: 'PartnerUserList', description: 'One page of a partner’s sign-ins.' });

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
