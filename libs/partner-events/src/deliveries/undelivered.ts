import { Injectable } from '@nestjs/common';
import { wants } from '../deliver/prepare-deliveries.js';
import type { WebhookEndpoint } from '../endpoint/endpoint.state.js';
import { Feed, type FeedPage, type FeedQuery, cursorOf } from '../feed/feed.js';
import { BEGINNING, type FeedRow } from '../feed/feed.projection.js';
import { DeliveryLog } from './delivery-log.js';

/** Pages of the feed that one request reads. Its response may have fewer events than the limit. */
const PAGES_MAX = 10;

/** Reads the part of the feed that an endpoint has not received. */
@Injectable()
export class Undelivered {
  constructor(
    private readonly feed: Feed,
    private readonly deliveries: DeliveryLog,
  ) {}

  /** @throws {Refused} as the feed does */
  async page(endpoint: WebhookEndpoint, query: FeedQuery): Promise<FeedPage> {
    const progress = await this.deliveries.findProgress(endpoint.id);
    const forgottenTo = progress?.forgottenTo ?? BEGINNING;
    const rows: FeedRow[] = [];
    let { after } = query;
    for (let pages = 1; ; pages++) {
      const page = await this.feed.page(endpoint.partnerId, { ...query, after });
      const received = await this.deliveries.receivedAmong(
        endpoint.id,
        page.rows.map(({ id }) => id),
      );
      const isOpen = ({ id, type, position }: FeedRow) =>
        position > forgottenTo && !received.has(id) && wants(endpoint.types, type);
      rows.push(...page.rows.filter(isOpen));
      const last = rows[query.limit - 1];
      if (last !== undefined) {
        const hasMore = page.hasMore || rows.length > query.limit || last !== page.rows.at(-1);
        return { rows: rows.slice(0, query.limit), next: last.position, hasMore };
      }
      if (!page.hasMore || pages === PAGES_MAX)
        return { rows, next: page.next, hasMore: page.hasMore };
      after = cursorOf(page.next);
    }
  }
}
