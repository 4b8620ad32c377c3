import type { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { traderDetailsSchema } from './trader-profile.events.js';
import type { NewProfile } from './trader-profile.state.js';

type Open = Omit<NewProfile, 'taxIdSealed' | 'taxIdMasked'>;

const VISIBLE_CHARACTERS = 4;

/** The tax id is kept encrypted, under the user's id, and masked for everybody to see. */
export const encryptedProfile = (
  profile: Open,
  taxId: string,
  secrets: SecretCipher,
): NewProfile => ({
  ...profile,
  taxIdSealed: secrets.seal(taxId, sealOf(profile)),
  taxIdMasked: taxId.slice(-VISIBLE_CHARACTERS).padStart(taxId.length, '*'),
});

export const taxIdOf = (
  profile: Pick<NewProfile, 'userId' | 'taxIdSealed'>,
  secrets: SecretCipher,
): string => secrets.open(profile.taxIdSealed, sealOf(profile));

/** Whether two profiles say the same of a person; sealing the same text twice looks different. */
export const isSamePerson = (
  one: NewProfile,
  other: NewProfile,
  secrets: SecretCipher,
): boolean => {
  const [before, after] = [one, other].map((profile) =>
    JSON.stringify([traderDetailsSchema.parse(profile), taxIdOf(profile, secrets)]),
  );
  return before === after;
};

const sealOf = ({ userId }: Pick<NewProfile, 'userId'>): string => `taxId:${userId}`;
