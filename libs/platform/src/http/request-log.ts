import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';

const BYTES_AT_ONCE = 4_096;
const LATE_MS_MAX = 50;

/**
 * Where the lines about requests go: to standard output, several at once and at most 50 ms late, so
 * that no answer waits for whoever reads them. What is left is written when the process ends by
 * itself or by a signal; one that is killed loses those of its last moment.
 */
export const requestLog = () => pino.destination({ sync: false, minLength: BYTES_AT_ONCE });

/** Until the application closes. */
export const keepWriting = (fastify: FastifyInstance, log: ReturnType<typeof requestLog>): void => {
  const timer = setInterval(() => log.flush(), LATE_MS_MAX).unref();
  fastify.addHook('onClose', (_instance, done) => {
    clearInterval(timer);
    log.flush();
    done();
  });
};
