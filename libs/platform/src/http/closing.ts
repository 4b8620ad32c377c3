import type { OnModuleDestroy, ValueProvider } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { unavailable } from '../core/refused.js';
import { RETRY_AFTER_CLOSING_S } from '../core/timing.js';

const READINESS = '/health/ready';

/**
 * The end of a process's service. First it drains: it is not ready any more, so that balancers take
 * it out, and answers all that still comes, each answer as the last one of its connection. Then it
 * closes: what runs may finish, nothing new begins.
 */
export class Closing implements OnModuleDestroy {
  readonly provider: ValueProvider<Closing> = { provide: Closing, useValue: this };
  private stage: 'open' | 'draining' | 'closed' = 'open';

  /** From now on it is not ready. */
  drain(): void {
    this.stage = 'draining';
  }

  /** @throws {Refused} 503 from the beginning of the end on. */
  requireOpen(): void {
    if (this.stage === 'open') return;
    throw unavailable('shutting_down', 'This process is ending; ask again', RETRY_AFTER_CLOSING_S);
  }

  /** Nest calls it first of all when the application closes. */
  onModuleDestroy(): void {
    this.stage = 'closed';
  }

  refuseNewRequests(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      if (this.stage === 'open') {
        done();
        return;
      }
      void reply.header('connection', 'close');
      try {
        if (this.stage === 'closed' || request.routeOptions.url === READINESS) this.requireOpen();
        done();
      } catch (refusal) {
        done(refusal as Error);
      }
    });
  }
}
