import type { OnModuleDestroy, ValueProvider } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { unavailable } from '#kernel/refused.js';

/** Retry-After of a process that shuts down. The retry reaches another process. */
const RETRY_AFTER_CLOSING_S = 2;

const READINESS = '/health/ready';

/**
 * Shuts a process down in two steps. While it drains, it reports that it is not ready, so that load
 * balancers remove it. It still handles requests and closes each connection after the response.
 * A closing server rejects new requests and finishes the running ones.
 */
export class GracefulShutdown implements OnModuleDestroy {
  readonly provider: ValueProvider<GracefulShutdown> = {
    provide: GracefulShutdown,
    useValue: this,
  };
  private stage: 'open' | 'draining' | 'closed' = 'open';

  /** Makes the process report that it is not ready. */
  drain(): void {
    this.stage = 'draining';
  }

  /** @throws {Refused} 503 as soon as the process drains */
  requireOpen(): void {
    if (this.stage !== 'open') throw shuttingDown();
  }

  /** Nest calls it before the other steps of a shutdown. */
  onModuleDestroy(): void {
    this.stage = 'closed';
  }

  refuseNewRequests(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, _reply, done) => {
      const isReadiness = request.routeOptions.url === READINESS;
      const isRefused = this.stage === 'closed' || (this.stage === 'draining' && isReadiness);
      done(isRefused ? shuttingDown() : undefined);
    });
    fastify.addHook('onSend', (_request, reply, payload, done) => {
      if (this.stage !== 'open') void reply.header('connection', 'close');
      done(null, payload);
    });
  }
}

const shuttingDown = () =>
  unavailable('shutting_down', 'This process is shutting down; try again', RETRY_AFTER_CLOSING_S);
