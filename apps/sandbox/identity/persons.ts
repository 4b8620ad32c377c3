import { randomBytes } from 'node:crypto';
import type { Store } from '../store/store.js';
import type { PersonStatus } from './outcome.js';
import type { Fields } from './person.js';

/** A user of the identity provider; `externalId` is the service's own user id. */
export type Person = {
  /** Counts up from one. */
  readonly number: number;
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

type Row = {
  readonly seq: bigint;
  readonly id: string;
  readonly external_id: string | null;
  readonly status: PersonStatus;
  readonly review: bigint;
  readonly onboarding_id: string;
};

export class Persons {
  constructor(private readonly store: Store) {}

  /** Returns the person with this external id, or creates one. */
  resolve(externalId: string | null): Person {
    return this.store.write(() => {
      const known = externalId === null ? null : this.findByExternalId(externalId);
      if (known !== null) return known;
      const id = `fp_id_${randomName()}`;
      this.store
        .prepare(
          `INSERT INTO persons (id, external_id, status, onboarding_id) VALUES (?, ?, 'none', ?)`,
        )
        .run(id, externalId, `ob_${randomName()}`);
      return this.get(id);
    });
  }

  find(id: string): Person | null {
    const row = this.store.prepare<[string], Row>('SELECT * FROM persons WHERE id = ?').get(id);
    return row === undefined ? null : personOf(row);
  }

  get(id: string): Person {
    const person = this.find(id);
    if (person === null) throw new Error(`no person ${id}`);
    return person;
  }

  /**
   * Returns the persons of one user of the service. A person's external id is the user's id, or the
   * user's id with a suffix for a further verification.
   */
  ofUser(userId: string): readonly Person[] {
    return this.store
      .prepare<[{ userId: string }], Row>(
        `SELECT * FROM persons WHERE id = @userId OR external_id = @userId
           OR substr(external_id, 1, length(@userId) + 1)
             IN (@userId || '.', @userId || '-', @userId || '_')`,
      )
      .all({ userId })
      .map(personOf);
  }

  setStanding(id: string, status: PersonStatus, review: boolean): Person {
    this.store
      .prepare('UPDATE persons SET status = ?, review = ? WHERE id = ?')
      .run(status, review ? 1 : 0, id);
    return this.get(id);
  }

  vault(id: string): Fields {
    const rows = this.store
      .prepare<[string], { field: string; value: string }>(
        'SELECT field, value FROM vault WHERE person_id = ?',
      )
      .all(id);
    return Object.fromEntries(rows.map(({ field, value }) => [field, value]));
  }

  /** Returns only the named fields, because a vault may contain large images. */
  fields(id: string, names: readonly string[]): Fields {
    const rows = this.store
      .prepare<[string, string], { field: string; value: string }>(
        `SELECT field, value FROM vault
         WHERE person_id = ? AND field IN (SELECT value FROM json_each(?))`,
      )
      .all(id, JSON.stringify(names));
    return Object.fromEntries(rows.map(({ field, value }) => [field, value]));
  }

  keep(id: string, fields: Fields): void {
    const put = this.store.prepare(
      `INSERT INTO vault (person_id, field, value) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET value = excluded.value`,
    );
    this.store.write(() => {
      for (const [field, value] of Object.entries(fields)) put.run(id, field, value);
    });
  }

  /** Returns the fields that identify the owner of a brokerage account. */
  identities(): readonly Identities[] {
    return this.store
      .prepare<[], { external_id: string; email: string | null; tax_id: string | null }>(
        `SELECT external_id,
           (SELECT value FROM vault WHERE person_id = id AND field = 'id.email') AS email,
           (SELECT value FROM vault WHERE person_id = id AND field = 'id.ssn9') AS tax_id
         FROM persons WHERE external_id IS NOT NULL`,
      )
      .all()
      .map((row) => ({
        externalId: row.external_id,
        email: row.email ?? '',
        taxId: row.tax_id ?? '',
      }));
  }

  private findByExternalId(externalId: string): Person | null {
    const row = this.store
      .prepare<[string], Row>('SELECT * FROM persons WHERE external_id = ?')
      .get(externalId);
    return row === undefined ? null : personOf(row);
  }
}

/** The provider's ids have only letters and digits after the prefix. */
export const randomName = (): string =>
  randomBytes(24).toString('base64').replaceAll(/[+/=]/g, '0');

const personOf = (row: Row): Person => ({
  number: Number(row.seq),
  id: row.id,
  externalId: row.external_id,
  status: row.status,
  reviewRequired: row.review === 1n,
  onboardingId: row.onboarding_id,
});
