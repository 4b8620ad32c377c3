import { Injectable } from '@nestjs/common';
import { REGISTRY_ID, partnerRegistry } from '#auth/partner/partner-registry.js';
import { accountTable } from '#onboarding/account-list/account-list.projection.js';
import { notFound } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { Rows } from '#read-models/rows.js';
import { userById, findUsers } from '#users/find-user/find-user.js';
import { userTable } from '#users/user-list/user-list.projection.js';

/** A shorter part would match almost all users. */
const EMAIL_PART_MIN = 3;
const EMAIL_PART_FOUND_MAX = 50;

/** Finds users of all partners by an id or an e-mail. */
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

  /**
   * Returns users with this id, e-mail, externalId or account number at the broker, and users whose
   * e-mail contains the text.
   */
  async find(text: string) {
    const direct = await userById(this.store, text);
    if (direct !== null) return [direct];
    const partnerIds = await this.partnerIds();
    const called = await findUsers(this.store, partnerIds, text);
    const owners = [...(await this.ownersOfNumber(text)), ...(await this.ownersOfEmail(text))];
    const numbered = await Promise.all([...new Set(owners)].map((id) => userById(this.store, id)));
    const known = new Set(called.map(({ userId }) => userId));
    const others = numbered.filter((user) => user !== null && !known.has(user.userId));
    return [...called, ...others.filter((user) => user !== null)];
  }

  async partnerIds(): Promise<readonly string[]> {
    return (await this.store.load(partnerRegistry, REGISTRY_ID)).map(({ id }) => id);
  }

  /** Empty while the read model is unavailable. The other searches still work. */
  private async ownersOfNumber(accountNumber: string): Promise<readonly string[]> {
    if (accountNumber === '') return [];
    const search = { where: { accountNumber } };
    const found = await this.rows.find(null, accountTable, search).catch(() => []);
    return found.map(({ userId }) => userId);
  }

  /** Returns the first users by e-mail. Empty while the read model is unavailable. */
  private async ownersOfEmail(part: string): Promise<readonly string[]> {
    if (part.length < EMAIL_PART_MIN) return [];
    const search = {
      containing: { email: part },
      orderBy: 'email',
      limit: EMAIL_PART_FOUND_MAX,
    } as const;
    const found = await this.rows.find(null, userTable, search).catch(() => []);
    return found.map(({ id }) => id);
  }
}
