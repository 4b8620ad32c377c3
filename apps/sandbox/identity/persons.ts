import { randomBytes } from 'node:crypto';
import { Collection } from '../store/collection.js';
import type { Store } from '../store/store.js';
import type { PersonStatus } from './outcome.js';
import type { Fields } from './person.js';

/** A user of the identity provider; `externalId` is the user id in the service. */
export type Person = {
  readonly id: string;
  readonly externalId: string | null;
  readonly status: PersonStatus;
  readonly reviewRequired: boolean;
  readonly onboardingId: string;
};

export type Identities = {
  readonly externalId: string;
  readonly email: string;
  readonly taxId: string;
};

/** A field of a vault. Fields are stored separately, because some are large images. */
type VaultField = {
  readonly id: string;
  readonly personId: string;
  readonly field: string;
  readonly value: string;
};

export class Persons {
  private readonly documents: Collection<Person>;
  private readonly vaults: Collection<VaultField>;

  constructor(private readonly store: Store) {
    this.documents = new Collection(store, 'persons', { unique: ['externalId'] });
    this.vaults = new Collection(store, 'vault', {
      columns: ['personId', 'field'],
      indexes: [['personId', 'field'], ['field']],
    });
  }

  /** Returns the person with this external id, or creates one. */
  resolve(externalId: string | null): Person {
    return this.store.write(() => {
      const known = this.documents.first('externalId = ?', externalId);
      const [id, onboardingId] = [`fp_id_${randomName()}`, `ob_${randomName()}`];
      const about = { status: 'none', reviewRequired: false } as const;
      return known ?? this.documents.put({ id, externalId, onboardingId, ...about });
    });
  }

  find(id: string): Person | null {
    return this.documents.find(id);
  }

  get(id: string): Person {
    return this.documents.get(id);
  }

  /** Returns the number of the person, counted from one. */
  numberOf(id: string): number {
    return this.documents.ordinalOf(id);
  }

  /**
   * Returns the persons of one user of the service. A person's external id is the user's id, or the
   * user's id with a suffix for a further verification.
   */
  ofUser(userId: string): readonly Person[] {
    return this.documents.where(
      `? IN (id, externalId) OR substr(externalId, 1, ?) IN (? || '.', ? || '-', ? || '_')`,
      ...[userId, userId.length + 1, userId, userId, userId],
    );
  }

  setStatus(id: string, status: PersonStatus, reviewRequired: boolean): Person {
    return this.documents.change(id, { status, reviewRequired });
  }

  vault(id: string): Fields {
    return fieldsOf(this.vaults.where('personId = ?', id));
  }

  /** Returns only the named fields, because a vault may contain large images. */
  fields(id: string, names: readonly string[]): Fields {
    const condition = 'personId = ? AND field IN (SELECT value FROM json_each(?))';
    return fieldsOf(this.vaults.where(condition, id, JSON.stringify(names)));
  }

  saveFields(personId: string, fields: Fields): void {
    this.store.write(() => {
      for (const [field, value] of Object.entries(fields))
        this.vaults.put({ id: `${personId} ${field}`, personId, field, value });
    });
  }

  /** Returns the fields that identify the owner of a brokerage account. */
  identities(): readonly Identities[] {
    const valuesOf = (name: string) =>
      new Map(this.vaults.where('field = ?', name).map(({ personId, value }) => [personId, value]));
    const [emails, taxIds] = [valuesOf('id.email'), valuesOf('id.ssn9')];
    return this.documents.where('externalId IS NOT NULL').map(({ id, externalId }) => ({
      externalId: externalId ?? '',
      email: emails.get(id) ?? '',
      taxId: taxIds.get(id) ?? '',
    }));
  }
}

const fieldsOf = (stored: readonly VaultField[]): Fields =>
  Object.fromEntries(stored.map(({ field, value }) => [field, value]));

/** The provider's ids have only letters and digits after the prefix. */
export const randomName = (): string =>
  randomBytes(24).toString('base64').replaceAll(/[+/=]/g, '0');
