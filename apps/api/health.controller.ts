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

const health = object('Health', 'All is well.', { status: text('Always `ok`.', 'ok') });

/** Live: the process answers. Ready: it can also reach what it needs, which Redis is not. */
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
    summary: 'Whether the process answers',
    description: 'For the supervisor of the process.',
    credential: 'none',
    answers: { 200: [health, 'It does.'] },
  })
  @Get('live')
  isLive() {
    return { status: 'ok' };
  }

  @Endpoint({
    summary: 'Whether the service can work',
    description: 'For the load balancer: also its event store is within reach.',
    credential: 'none',
    answers: { 200: [health, 'It can.'] },
    refuses: [
      refusal(503, 'event_store_unavailable', 'The event store is out of reach.'),
      refusal(503, 'redis_evicts', 'Redis throws keys away when its memory is full.'),
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
      throw unavailable('event_store_unavailable', 'The service cannot reach its event_store');
    }
  }
}
