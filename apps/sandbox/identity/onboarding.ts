import type { Pace } from '../sandbox.options.js';
import type { Schedule } from '../store/schedule.js';
import { Collection } from '../store/collection.js';
import type { Store } from '../store/store.js';
import { Refused } from '../http/refused.js';
import { type Outcome, outcomeOf, statusAfter } from './outcome.js';
import { completePerson, type Fields } from './person.js';
import { type Person, type Persons, randomName } from './persons.js';
import type { WatchListStatus, Webhooks } from './webhooks.js';

export type Session = {
  /** Token. */
  readonly id: string;
  readonly personId: string;
  readonly bootstrap: Fields;
  readonly expiresMs: number;
  readonly validationToken: string | null;
  readonly outcome: Outcome | null;
};

const SESSION_TTL_MS = 24 * 60 * 60 * 1_000;

/** Onboarding sessions, verification checks, and their decisions. */
export class Onboarding {
  private readonly sessions: Collection<Session>;

  constructor(
    private readonly store: Store,
    private readonly schedule: Schedule,
    private readonly persons: Persons,
    private readonly webhooks: Webhooks,
    private readonly pace: Pace,
  ) {
    this.sessions = new Collection(store, 'sessions', { unique: ['validationToken'] });
    schedule.rule('person.decide', ({ personId, outcome }) => void this.decide(personId, outcome));
  }

  begin(person: Person, bootstrap: Fields): Session {
    return this.store.write(() => {
      if (person.status === 'none') this.persons.setStatus(person.id, 'incomplete', false);
      return this.sessions.put({
        ...{ id: `obtok_${randomName()}`, personId: person.id, bootstrap },
        ...{ expiresMs: Date.now() + SESSION_TTL_MS, validationToken: null, outcome: null },
      });
    });
  }

  /** @throws {Refused} 404 for an unknown token, 410 for an expired session without an outcome. */
  find(token: string): Session {
    const session = this.sessions.find(token);
    if (session === null) throw new Refused(404, 'no such session');
    if (session.outcome === null && session.expiresMs <= Date.now())
      throw new Refused(410, 'the session has expired');
    return session;
  }

  findByValidation(validationToken: string): Session | null {
    return this.sessions.first('validationToken = ?', validationToken);
  }

  /**
   * Completes a session. Without an outcome, the family name selects one. A repeat returns the first
   * decision. @throws {Refused} 409 for a repeat with another outcome.
   */
  complete(
    token: string,
    requested: Outcome | null,
    given: Fields,
  ): { readonly person: Person; readonly validationToken: string } {
    return this.store.write(() => {
      const { personId, bootstrap, validationToken, outcome: decided } = this.find(token);
      if (validationToken !== null) {
        if (requested !== null && requested !== decided)
          throw new Refused(409, `the session was completed with ${decided ?? 'no outcome'}`);
        return { person: this.persons.get(personId), validationToken };
      }
      const known = { ...this.persons.vault(personId), ...bootstrap, ...given };
      const fields = completePerson(this.persons.numberOf(personId), known);
      this.persons.saveFields(personId, fields);
      const outcome = requested ?? outcomeOf(fields['id.last_name'] ?? '');
      const person = this.decide(personId, outcome);
      const completed = { outcome, validationToken: `vtok_${randomName()}` };
      this.sessions.change(token, completed);
      return { person, validationToken: completed.validationToken };
    });
  }

  /**
   * Starts a check of the vault without the user. The decision follows shortly. A repeat during the
   * check has no effect. `again` starts a new check after a decision.
   */
  verify(personId: string, requested: Outcome | null, again: boolean): Person {
    return this.store.write(() => {
      const person = this.persons.get(personId);
      const isDecided = person.status === 'pass' || person.status === 'fail';
      if (person.status === 'pending' || (isDecided && !again)) return person;
      const { 'id.last_name': familyName = '' } = this.persons.fields(personId, ['id.last_name']);
      const outcome = requested ?? outcomeOf(familyName);
      const delayMs = this.pace.verificationMs;
      this.schedule.in(delayMs, 'person.decide', { personId, outcome });
      return this.persons.setStatus(personId, 'pending', false);
    });
  }

  /** Decides all waiting reviews of this user. */
  review(userId: string, outcome: 'pass' | 'fail'): readonly Person[] {
    return this.store.write(() => {
      const found = this.persons.ofUser(userId);
      if (found.length === 0) throw new Refused(404, 'no such user');
      const waiting = found.filter(({ reviewRequired }) => reviewRequired);
      if (waiting.length === 0) throw new Refused(409, 'no verification waits for a review');
      return waiting.map(({ id }) => this.decide(id, outcome));
    });
  }

  /** Reports the result of a further check against watch lists. */
  checkWatchList(userId: string, status: WatchListStatus): Person {
    return this.store.write(() => {
      const person = this.persons.ofUser(userId).at(0);
      if (person === undefined) throw new Refused(404, 'no such user');
      this.webhooks.watchListChecked(person, status);
      return person;
    });
  }

  private decide(personId: string, outcome: Outcome): Person {
    const { status, review } = statusAfter(outcome);
    const person = this.persons.setStatus(personId, status, review);
    if (review) this.webhooks.waitsForReview(person);
    this.webhooks.completed(person);
    return person;
  }
}

/** The simulated identity provider, without HTTP. */
export type Identity = { readonly persons: Persons; readonly onboarding: Onboarding };
