import { Injectable } from '@nestjs/common';
import { REGISTRY_ID, partnerRegistry } from '#auth';
import { numberDoc, profileView } from '#onboarding';
import { notFound } from '#platform/core/refused.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { ReadModels } from '#platform/read-models/read-models.js';
import { userById, usersCalled } from '#users';

/** Users of all partners, by what people have of them. */
@Injectable()
export class UserFinder {
  constructor(
    private readonly store: EventStore,
    private readonly models: ReadModels,
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
    const owners = await Promise.all(partnerIds.map((id) => this.ownerOfNumber(id, text)));
    const numbered = await Promise.all(
      owners.filter((id) => id !== null).map((id) => userById(this.store, id)),
    );
    const known = new Set(called.map(({ userId }) => userId));
    const others = numbered.filter((user) => user !== null && !known.has(user.userId));
    return [...called, ...others.filter((user) => user !== null)];
  }

  async partnerIds(): Promise<readonly string[]> {
    return (await this.store.load(partnerRegistry, REGISTRY_ID)).map(({ id }) => id);
  }

  /** Null while the read model is being made: the other ways still lead there. */
  private async ownerOfNumber(partnerId: string, text: string): Promise<string | null> {
    const read = await this.models.document(partnerId, profileView.name, numberDoc(text));
    return read.status === 'ready' ? (read.value?.['userId'] ?? null) : null;
  }
}
