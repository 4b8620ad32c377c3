import { Controller, Get, Inject } from '@nestjs/common';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { unavailable } from '#platform/core/refused.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import { Endpoint, refusal } from '#platform/http/endpoint.js';
import { text } from '#platform/http/answers.js';
import { Public } from '#platform/http/caller.js';
import { EVENT_LOG } from '#platform/platform.module.js';

const health = z
  .strictObject({ status: text('Always `ok`.', 'ok') })
  .meta({ id: 'Health', description: 'All is well.' });

/** Live: the process answers. Ready: it can also reach what it needs. */
@Public()
@Controller('health')
export class HealthController {
  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly redis: Redis,
  ) {}

  @Endpoint({
    id: 'isLive',
    tag: 'Service',
    summary: 'Whether the process answers',
    description: 'For the supervisor of the process.',
    credential: 'none',
    answers: { 200: [health, 'It does.'] },
  })
  @Get('live')
  live() {
    return { status: 'ok' };
  }

  @Endpoint({
    id: 'isReady',
    tag: 'Service',
    summary: 'Whether the service can work',
    description: 'For the load balancer: also its stores are within reach.',
    credential: 'none',
    answers: { 200: [health, 'It can.'] },
    refuses: [
      refusal(503, 'event_store_unavailable', 'The event store is out of reach.'),
      refusal(503, 'redis_unavailable', 'Redis is out of reach.'),
    ],
  })
  @Get('ready')
  async ready() {
    await this.reach('event_store', () => this.log.head());
    await this.reach('redis', () => this.redis.ping());
    return { status: 'ok' };
  }

  private async reach(what: string, attempt: () => Promise<unknown>): Promise<void> {
    try {
      await attempt();
    } catch {
      throw unavailable(`${what}_unavailable`, `The service cannot reach its ${what}`);
    }
  }
}
