import type { INestApplicationContext } from '@nestjs/common';
import { FirmAccountWatch, TakeBackWatch, WaitingLine, depositHint } from '#funding';
import { accountOwner, refreshAccount } from '#onboarding';
import { AskedOrders, EndedOrdersWatch, orderHint } from '#orders';
import type { Broker } from '#platform/broker/broker.js';
import type { Config } from '#platform/config/config.js';
import type { Logger } from '#platform/core/logger.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { BrokerHints, type HintTargets } from '#platform/jobs/broker-hints.js';
import type { Queues } from '#platform/jobs/queues.js';
import type { Work } from '#platform/lease/one-at-work.js';
import { BROKER, EVENT_LOG, LOGGER, REDIS } from '#platform/platform.module.js';
import { Freshness } from '#platform/read-store/freshness.js';
import { Rows } from '#platform/read-store/rows.js';
import type { RedisClient } from '#platform/redis/script.js';
import { ReconciliationWatch, SettlementReader } from '#settlement';

/**
 * What one worker does for all, while it holds the lease: it follows the broker's event streams, of
 * which the broker allows few, watches the firm account, and looks for what nobody told of. Each time
 * it begins with nothing remembered: another worker may have been at it in between.
 */
export const leaderWork =
  (app: INestApplicationContext, queues: Queues, config: Config): Work =>
  () => {
    const logger = app.get<Logger>(LOGGER);
    const redis = app.get<RedisClient>(REDIS);
    const store = app.get(EventStore);
    const broker = app.get<Broker>(BROKER);
    const [rows, freshness] = [app.get(Rows), app.get(Freshness)];
    const line = app.get(WaitingLine);
    const { firmAccountAlertCents: thresholdCents } = config;
    const stop = new AbortController();
    const running = [
      new BrokerHints(broker, redis, queues, hintTargets(store), logger),
      new FirmAccountWatch({ broker, redis, queues, line, logger, thresholdCents }),
      new TakeBackWatch({ store, broker, queues, logger }),
      new ReconciliationWatch({
        ...{ log: app.get<EventLog>(EVENT_LOG), store, broker, queues, logger },
        ...{ rows, reader: new SettlementReader(rows, freshness) },
      }),
      new EndedOrdersWatch({ rows, freshness, asked: new AskedOrders(redis), queues, logger }),
    ].map((each) => each.run(stop.signal));
    const end = async () => {
      stop.abort();
      await Promise.all(running);
    };
    return { end };
  };

const hintTargets = (store: EventStore): HintTargets => ({
  accounts: async ({ accountId }) => {
    const userId = await accountOwner(store, accountId);
    return userId === null ? null : { job: refreshAccount, id: userId };
  },
  journals: (hint) => depositHint(store, hint),
  trades: (hint) => orderHint(store, hint),
});
