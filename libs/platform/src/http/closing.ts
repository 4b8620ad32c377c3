import type { OnModuleDestroy, ValueProvider } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { unavailable } from '../core/refused.js';
import { RETRY_AFTER_CLOSING_S } from '../core/timing.js';

/** The end of a process's service: what runs may finish, nothing new begins. */
export class Closing implements OnModuleDestroy {
  readonly provider: ValueProvider<Closing> = { provide: Closing, useValue: this };
  private begun = false;

  /** Nest calls it first of all when the application closes. */
  onModuleDestroy(): void {
    this.begun = true;
  }

  refuseNewRequests(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (_request, reply, done) => {
      if (!this.begun) {
        done();
        return;
      }
      void reply.header('connection', 'close');
      done(
        unavailable('shutting_down', 'This process is ending; ask again', RETRY_AFTER_CLOSING_S),
      );
    });
  }
}
