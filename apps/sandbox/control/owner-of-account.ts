import type { Account } from '../broker/accounts.js';
import type { Identities } from '../identity/persons.js';

/**
 * Finds the owner of an account, as the external id at the identity provider. E-mail and tax id
 * together are certain. Each alone counts only if it matches one person.
 */
export const ownerFinder = (identities: readonly Identities[]) => {
  const owners = new Map<string, Set<string>>();
  const note = (key: string, externalId: string) =>
    owners.set(key, (owners.get(key) ?? new Set()).add(externalId));
  for (const { externalId, email, taxId } of identities) {
    note(bothKey(email, taxId), externalId);
    if (taxId !== '') note(`tax ${digitsOf(taxId)}`, externalId);
    if (email !== '') note(`mail ${email.toLowerCase()}`, externalId);
  }
  const only = (key: string): string | null => {
    const found = [...(owners.get(key) ?? [])];
    return found.length === 1 ? (found[0] ?? null) : null;
  };
  return ({ application: { contact, identity } }: Account): string | null =>
    only(bothKey(contact.email_address, identity.tax_id ?? '')) ??
    only(`tax ${digitsOf(identity.tax_id ?? '')}`) ??
    only(`mail ${contact.email_address.toLowerCase()}`);
};

const digitsOf = (taxId: string): string => taxId.replaceAll(/[^A-Za-z0-9]/g, '');
const bothKey = (email: string, taxId: string): string =>
  `both ${email.toLowerCase()} ${digitsOf(taxId)}`;
