import { Injectable } from '@nestjs/common';
import { wants } from '../deliver/prepare-deliveries.js';
import type { WebhookEndpoint } from '../endpoint/endpoint.state.js';
import { Feed, type FeedPage, type FeedQuery, cursorOf } from '../feed/feed.js';
import { BEGINNING, type FeedRow } from '../feed/feed.projection.js';
import { DeliveryHistory } from './delivery-history.js';
import { EndpointProgress } from './endpoint-progress.js';

/** Pages of the feed that one request reads. Its response may have fewer events than the limit. */
const PAGES_MAX = 10;

/** Reads the events since the endpoint's creation that it has not received. */
@Injectable()
export class Undelivered {
  constructor(
    private readonly feed: Feed,
    private readonly history: DeliveryHistory,
    private readonly progress: EndpointProgress,
  ) {}

  /** @throws {Refused} as the feed does */
  async page(endpoint: WebhookEndpoint, query: FeedQuery): Promise<FeedPage> {
    const { forgottenTo = BEGINNING } = (await this.progress.find(endpoint.id)) ?? {};
    const start = forgottenTo > endpoint.after ? forgottenTo : endpoint.after;
    const rows: FeedRow[] = [];
    let after = query.after ?? cursorOf(start);
    for (let pages = 1; ; pages++) {
      const page = await this.feed.page(endpoint.partnerId, { ...query, after });
      const received = await this.history.receivedAmong(
        endpoint.id,
        page.rows.map(({ id }) => id),
      );
      const isOpen = ({ id, type, position }: FeedRow) =>
        position > start && !received.has(id) && wants(endpoint.types, type);
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
