import type { INestApplicationContext } from '@nestjs/common';
import { MarketWatch } from '#accounts/follow-market/market-watch.js';
import { FirmAccountWatch } from '#funding/watch-firm-account/firm-account-watch.js';
import { ReversalMonitor } from '#funding/find-reversals/reversal-monitor.js';
import { FundingQueue } from '#funding/waiting-deposits/funding-queue.js';
import { depositNotification } from '#funding/credit-deposit/deposit-notification.js';
import { accountOwner } from '#onboarding/open-account/account-owner.js';
import { refreshAccount } from '#onboarding/jobs.js';
import { RecheckCursor } from '#orders/recheck-ended-orders/recheck-cursor.js';
import { EndedOrdersWatch } from '#orders/recheck-ended-orders/ended-orders-watch.js';
import { orderNotification } from '#orders/follow-order/order-notification.js';
import { MARKET_DOCUMENTS } from '#accounts/market/market-data.js';
import { repeatUntilAborted } from '#kernel/concurrency/repeat.js';
import { webhookWatch } from '#partner-events/deliver/webhook-watch.js';
import { DeliveryHistory } from '#partner-events/deliveries/delivery-history.js';
import { WebhookBacklog } from '#partner-events/deliveries/webhook-backlog.js';
import type { Broker } from '#broker/broker.js';
import type { Config } from '#config/config.js';
import type { Logger } from '#kernel/logger.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { NotificationFollower, type NotificationTargets } from '#broker/notification-follower.js';
import type { Queues } from '#jobs/queues.js';
import { BROKER, EVENT_LOG, LOGGER, READ_STORE, REDIS } from '#kernel/tokens.js';
import { ReadYourWrites } from '#read-models/read-your-writes.js';
import { Rows } from '#read-models/rows.js';
import { SavedDocuments } from '#read-models/saved-documents.js';
import type { ReadStore } from '#read-models/read-store.js';
import type { RedisClient } from '#redis/script.js';
import { ReconciliationWatch } from '#reconciliation/schedule-runs/reconciliation-watch.js';

/**
 * Work of the leading worker: it follows the broker's event streams, because the broker limits their
 * number, watches the firm account, and finds missed changes. It starts without state, because another
 * worker may have led in between.
 */
export const leaderWork =
  (app: INestApplicationContext, queues: Queues, config: Config) =>
  async (signal: AbortSignal): Promise<void> => {
    const logger = app.get<Logger>(LOGGER);
    const redis = app.get<RedisClient>(REDIS);
    const store = app.get(EventStore);
    const broker = app.get<Broker>(BROKER);
    const [rows, readYourWrites] = [app.get(Rows), app.get(ReadYourWrites)];
    const documents = new SavedDocuments(app.get<ReadStore>(READ_STORE).engine);
    const queue = app.get(FundingQueue);
    const { firmAccountAlertCents: thresholdCents } = config;
    const recurring = [
      new FirmAccountWatch({ broker, redis, queues, queue, logger, thresholdCents }),
      ...MARKET_DOCUMENTS.map((name) => new MarketWatch(name, { broker, documents })),
      ...webhookWatch(app.get(WebhookBacklog), app.get(DeliveryHistory), queues),
      new ReversalMonitor({ store, broker, queues }),
      new ReconciliationWatch({
        ...{ log: app.get<EventLog>(EVENT_LOG), store, broker, queues, logger, rows },
      }),
      new EndedOrdersWatch({
        rows,
        readYourWrites,
        cursor: new RecheckCursor(redis),
        queues,
        logger,
      }),
    ];
    const follower = new NotificationFollower(
      broker,
      redis,
      queues,
      notificationTargets(store),
      logger,
    );
    await Promise.all([follower.run(signal), repeatUntilAborted(recurring, signal, logger)]);
  };

const notificationTargets = (store: EventStore): NotificationTargets => ({
  accounts: async ({ accountId }) => {
    const userId = await accountOwner(store, accountId);
    return userId === null ? null : { job: refreshAccount, id: userId };
  },
  journals: (notification) => depositNotification(store, notification),
  trades: (notification) => orderNotification(store, notification),
});
