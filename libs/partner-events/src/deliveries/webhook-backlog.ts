import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { BEGINNING, feedTable } from '../feed/feed.projection.js';
import { webhookTable } from '../list-endpoints/webhook-endpoints.projection.js';
import { DeliveryStore } from './delivery-store.js';

type Row = Readonly<Record<string, unknown>>;

/** Enabled endpoints of all partners with undelivered events. */
@Injectable()
export class WebhookBacklog {
  constructor(private readonly store: DeliveryStore) {}

  /** Time of the oldest fact that enabled endpoints have not received; null: none. */
  async oldestUndelivered(): Promise<Date | null> {
    await this.store.tables();
    const { readStore } = this.store;
    const { rows } = await readStore.read(({ db, nameOf }) =>
      sql<Row>`
      select min(at) as oldest from (
        select (select min(d.occurred_at) from webhook_deliveries d where d.endpoint_id = e.id
          and d.status = 'pending' and d.kind <> 'test') as at
        from ${sql.table(nameOf(webhookTable))} e where e.status = 'enabled'
        union all
        select (select f.created_at from ${sql.table(nameOf(feedTable))} f where f.partner_id = e.partner_id
          and f.position > p.position order by f.position limit 1) as at
        from ${sql.table(nameOf(webhookTable))} e join webhook_progress p on p.endpoint_id = e.id
        where e.status = 'enabled') undelivered`.execute(db),
    );
    const oldest = readStore.engine.dialect.decode('time', rows[0]?.['oldest'] ?? null);
    return oldest === null ? null : new Date(String(oldest));
  }

  /** Endpoints with a due delivery or a new event, except those that rest. */
  async waiting(now: Date): Promise<readonly { partnerId: string; endpointId: string }[]> {
    await this.store.tables();
    const { readStore } = this.store;
    const { encode, decode } = readStore.engine.dialect;
    const at = encode('time', now.toISOString());
    const { rows } = await readStore.read(({ db, nameOf }) =>
      sql<Row>`
      select e.id, e.partner_id from ${sql.table(nameOf(webhookTable))} e
      left join webhook_progress p on p.endpoint_id = e.id
      where e.status = 'enabled' and (p.rest_until is null or p.rest_until <= ${at}) and (
        exists (select 1 from webhook_deliveries d
          where d.endpoint_id = e.id and d.next_attempt_at <= ${at})
        or exists (select 1 from ${sql.table(nameOf(feedTable))} f where f.partner_id = e.partner_id
          and f.position > coalesce(p.position, ${encode('integer', BEGINNING)})))`.execute(db),
    );
    const idIn = (value: unknown) => String(decode('uuid', value));
    return rows.map(({ id, partner_id: partnerId }) => ({
      partnerId: idIn(partnerId),
      endpointId: idIn(id),
    }));
  }
}
