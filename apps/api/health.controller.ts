import { Controller, Get, Inject } from '@nestjs/common';
import type { Config } from '#config/config.js';
import { unavailable } from '#kernel/refused.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { object, text } from '#http/response-schemas.js';
import { Public } from '#http/authenticated-by.js';
import { CONFIG, EVENT_LOG, REDIS } from '#kernel/tokens.js';
import type { RedisClient } from '#redis/script.js';
import { EventStoreReach } from '#observability/event-store-reach.js';
import { evictionIfKnown } from '#redis/eviction.js';

const health = object('Health', 'The check passed.', { status: text('Always `ok`.', 'ok') });

/**
 * Health checks. Live: the process responds. Ready: it also reaches the event store. Redis is not
 * required.
 */
@Public()
@Controller('health')
export class HealthController {
  private readonly reach: EventStoreReach;

  constructor(
    @Inject(EVENT_LOG) log: EventLog,
    @Inject(REDIS) private readonly redis: RedisClient,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.reach = new EventStoreReach(log);
  }

  @Endpoint({
    summary: 'Check that the process responds',
    description: 'Liveness check for the supervisor of the process.',
    credential: 'none',
    answers: { 200: [health, 'The process responds.'] },
  })
  @Get('live')
  isLive() {
    return { status: 'ok' };
  }

  @Endpoint({
    summary: 'Check that the service can work',
    description: 'Readiness check for load balancers. The service must also reach its event store.',
    credential: 'none',
    answers: { 200: [health, 'The service is ready.'] },
    refuses: [
      refusal(503, 'event_store_unavailable', 'The service cannot reach its event store.'),
      refusal(503, 'redis_evicts', 'Redis evicts keys when its memory is full.'),
    ],
  })
  @Get('ready')
  async isReady() {
    await this.reachLog();
    // Without Redis the API still accepts commands and serves reads.
    const policy = await evictionIfKnown(this.redis);
    if (policy !== null && this.config.refusesEviction)
      throw unavailable('redis_evicts', `Redis has the maxmemory-policy ${policy}`);
    return { status: 'ok' };
  }

  private async reachLog(): Promise<void> {
    try {
      await this.reach.look();
    } catch {
      throw unavailable('event_store_unavailable', 'The service cannot reach its event store');
    }
  }
}
