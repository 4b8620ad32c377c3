import { Injectable } from '@nestjs/common';
import { REGISTRY_ID, partnerRegistry } from '#auth/partner/partner-registry.js';
import { depositTable } from '#funding/user-deposits/user-deposits.projection.js';
import { depositIdOf } from '#funding/deposit/deposit.state.js';
import { orderTable } from '#orders/user-orders/user-orders.projection.js';
import { orderIdOf } from '#orders/order/order.state.js';
import { isUuid } from '#kernel/ids.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { Rows } from '#read-models/rows.js';
import { brokerIdTable } from './broker-ids.projection.js';

/** Finds deposits and orders of all partners by an id. */
@Injectable()
export class ThingFinder {
  constructor(
    private readonly store: EventStore,
    private readonly rows: Rows,
  ) {}

  /**
   * Returns deposits and orders with this id, externalId or id at the broker.
   * @throws {Refused} 503 while the read models are unavailable.
   */
  async find(text: string) {
    const partners = await this.store.load(partnerRegistry, REGISTRY_ID);
    const known = await this.rows.find(null, brokerIdTable, {
      where: { brokerId: [text, text.toLowerCase()] },
    });
    const plain = [
      ...(isUuid(text) ? [text.toLowerCase()] : []),
      ...known.map(({ subjectId }) => subjectId),
    ];
    const named = (idOf: (partnerId: string, externalId: string) => string) => ({
      where: { id: [...plain, ...partners.map(({ id }) => idOf(id, text))] },
    });
    return {
      deposits: await this.rows.find(null, depositTable, named(depositIdOf)),
      orders: await this.rows.find(null, orderTable, named(orderIdOf)),
    };
  }
}
