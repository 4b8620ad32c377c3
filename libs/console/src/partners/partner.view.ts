import { z } from 'zod';
import type { Partner, Terms, UsesOfKeys } from '#auth';
import { centsToDecimal } from '#platform/core/money.js';
import { count, flag, pageMetadata, text, usdText, utcTime, uuid } from '#platform/http/answers.js';
import type { partnerUserTable } from '#auth';
import type { ReadRow } from '#platform/read-store/table.js';

const id = uuid('The id of the partner.');
const name = text('As it was given.', 'Acme');

const terms = z
  .strictObject({
    feeFlat: usdText('Kept back from each deposit.', '1.00'),
    feeBps: count('And basis points of its amount.', 25),
    commissionFlat: usdText('Charged for each order.', '0.50'),
    commissionBps: count('And basis points of its filled value.', 10),
    limit: usdText('The largest deposit.', '50000.00'),
    dailyLimit: usdText('The most that a user may deposit in a day.', '250000.00'),
    showTaxId: flag('Whether the partner sees whole tax ids.'),
  })
  .meta({ id: 'PartnerTerms', description: 'What a partner is charged and allowed.' });

const key = z
  .strictObject({
    keyId: text('The part of the key that is no secret.', '8qdeg1livyf1se7brd9e5hvaujdbeew42'),
    createdAt: utcTime('When it was made.'),
    revokedAt: utcTime('When it was revoked, null when it was not.').nullable(),
    endsAt: utcTime('From when on it opens nothing; null when no end was set.').nullable(),
    lastUsedAt: utcTime(
      'Its last use, up to a minute late; null when none is known since `usesKnownSince`.',
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
      .meta({ description: 'In the order in which they were made.' }),
    metadata: pageMetadata,
  })
  .meta({ id: 'PartnerList', description: 'One page of partners.' });

export const partnerAnswer = z
  .strictObject({
    id,
    name,
    terms,
    keys: z.array(key).meta({ description: 'The oldest first, revoked ones too.' }),
    usesKnownSince: utcTime(
      'Uses of keys before this moment are not known; null while none can be read.',
    ).nullable(),
  })
  .meta({ id: 'Partner', description: 'A partner with its terms and keys.' });

export const newKey = z
  .strictObject({
    keyId: text('The part of the key that is no secret.', '8qdeg1livyf1se7brd9e5hvaujdbeew42'),
    apiKey: text('The key itself, shown once.', 'pbk_8qdeg1livyf1se7brd9e5hvaujdbeew42_odNSduu1…'),
  })
  .meta({ id: 'NewPartnerKey', description: 'A key that was just made.' });

export const newPartnerUser = z
  .strictObject({
    id: uuid('The id of the sign-in.'),
    email: text('As it was given; null once erased.', 'server@acme.example').nullable(),
    password: text('Shown once.', 'vSMp3Zt8hJ2YHQbh8aZFrc7E'),
  })
  .meta({ id: 'NewPartnerUser', description: 'A sign-in with a new password.' });

export const disabledPartnerUser = newPartnerUser
  .omit({ password: true })
  .meta({ id: 'DisabledPartnerUser', description: 'A sign-in that opens nothing any more.' });

export const partnerUsersAnswer = z
  .strictObject({
    users: z
      .array(
        z
          .strictObject({
            id: uuid('The id of the sign-in.'),
            email: text('As it was given; null once erased.', 'server@acme.example').nullable(),
            createdAt: utcTime('When it was made.'),
            disabledAt: utcTime('When an operator disabled it.').nullable(),
          })
          .meta({ id: 'PartnerUser', description: 'A sign-in of a partner’s servers or staff.' }),
      )
      .meta({ description: 'In the order in which they were made.' }),
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

const termsView = ({ fee, commission, ...rest }: Terms) => ({
  feeFlat: centsToDecimal(fee.flatCents),
  feeBps: fee.basisPoints,
  commissionFlat: centsToDecimal(commission.flatCents),
  commissionBps: commission.basisPoints,
  limit: centsToDecimal(rest.transactionLimitCents),
  dailyLimit: centsToDecimal(rest.dailyLimitCents),
  showTaxId: rest.showTaxId,
});
