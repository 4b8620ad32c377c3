import type { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { traderDetailsSchema } from './trader-profile.events.js';
import type { NewProfile } from './trader-profile.state.js';

type PlainProfile = Omit<NewProfile, 'taxIdSealed' | 'taxIdMasked'>;

const VISIBLE_CHARACTERS = 4;

/** Returns the profile with its tax id encrypted, bound to the user's id, and masked. */
export const encryptedProfile = (
  profile: PlainProfile,
  taxId: string,
  secrets: SecretCipher,
): NewProfile => ({
  ...profile,
  taxIdSealed: secrets.seal(taxId, contextOf(profile)),
  taxIdMasked: taxId.slice(-VISIBLE_CHARACTERS).padStart(taxId.length, '*'),
});

/** Returns the decrypted tax id. */
export const taxIdOf = (
  profile: Pick<NewProfile, 'userId' | 'taxIdSealed'>,
  secrets: SecretCipher,
): string => secrets.open(profile.taxIdSealed, contextOf(profile));

/**
 * Returns whether two profiles describe the same person. Compares the decrypted tax ids, because
 * equal texts have different ciphertexts.
 */
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

const contextOf = ({ userId }: Pick<NewProfile, 'userId'>): string => `taxId:${userId}`;
