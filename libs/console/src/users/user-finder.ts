import { Injectable } from '@nestjs/common';
import { REGISTRY_ID, partnerRegistry } from '#auth';
import { accountTable } from '#onboarding';
import { notFound } from '#platform/core/refused.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { Rows } from '#platform/read-store/rows.js';
import { userById, usersCalled } from '#users';

/** Users of all partners, by what people have of them. */
@Injectable()
export class UserFinder {
  constructor(
    private readonly store: EventStore,
    private readonly rows: Rows,
  ) {}

  /** @throws {Refused} `user_not_found`. */
  async require(id: string) {
    const user = await userById(this.store, id);
    if (user === null) throw notFound('user_not_found', 'There is no user with this id');
    return user;
  }

  /** Those with this id, e-mail, externalId or account number at the broker. */
  async find(text: string) {
    const direct = await userById(this.store, text);
    if (direct !== null) return [direct];
    const partnerIds = await this.partnerIds();
    const called = await usersCalled(this.store, partnerIds, text);
    const owners = await this.ownersOfNumber(text);
    const numbered = await Promise.all(owners.map((id) => userById(this.store, id)));
    const known = new Set(called.map(({ userId }) => userId));
    const others = numbered.filter((user) => user !== null && !known.has(user.userId));
    return [...called, ...others.filter((user) => user !== null)];
  }

  async partnerIds(): Promise<readonly string[]> {
    return (await this.store.load(partnerRegistry, REGISTRY_ID)).map(({ id }) => id);
  }

  /** None while the read model is made or away: the other ways still lead there. */
  private async ownersOfNumber(accountNumber: string): Promise<readonly string[]> {
    if (accountNumber === '') return [];
    const search = { where: { accountNumber } };
    const found = await this.rows.find(null, accountTable, search).catch(() => []);
    return found.map(({ userId }) => userId);
  }
}
