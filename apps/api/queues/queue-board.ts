import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { Queue } from 'bullmq';
import { fastify } from 'fastify';
import type { Logger } from '#kernel/logger.js';
import { QUEUES } from '#kernel/jobs/job.js';
import { onConnection } from '#jobs/queue-keys.js';
import { openRedis, redisOpened } from '#redis/open-redis.js';
import { part } from '../../features.js';
import { QUEUE_COMMAND_TIMEOUT_MS } from '#jobs/timing.js';

/** Interval at which the queue dashboard polls. */
const QUEUE_BOARD_POLL_S = 5;

/** Allows only this service as a source. The dashboard needs inline styles. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Links of the dashboard's page to fonts of another site. */
const FOREIGN_LINKS = /<link\b[^>]*\bhref="https?:[^>]*>/g;

export type QueueBoard = {
  handle(request: IncomingMessage, response: ServerResponse): void;
  close(): Promise<void>;
};

type Options = {
  readonly prefix: string;
  readonly redisUrl: string;
  readonly readOnly: boolean;
  readonly logger: Logger;
};

/**
 * Opens the dashboard of all queues on a separate server that does not listen.
 * `mountQueueDashboard` passes it requests. Its packages are loaded on first use.
 */
export const openQueueBoard = async (options: Options): Promise<QueueBoard> => {
  const { prefix, redisUrl, logger } = options;
  const connection = openRedis(
    { url: redisUrl, what: 'board', logger },
    { maxRetriesPerRequest: 1, commandTimeout: QUEUE_COMMAND_TIMEOUT_MS },
  );
  await redisOpened(connection);
  const onError = (error: Error) =>
    logger.warn({ err: error }, 'queue dashboard connection failed');
  const queues = QUEUES.map((name) =>
    new Queue(name, onConnection(connection, name)).on('error', onError),
  );
  const serverAdapter = new FastifyAdapter().setBasePath(prefix);
  createBullBoard({
    queues: queues.map((queue) => adapterOf(queue, options)),
    serverAdapter,
    options: { uiConfig: { ...UI, pollingInterval: { forceInterval: QUEUE_BOARD_POLL_S } } },
  });
  const server = fastify();
  server.addHook('onRequest', (_request, reply, done) => {
    void reply.headers({ 'content-security-policy': POLICY, 'x-content-type-options': 'nosniff' });
    done();
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    done(null, isPage ? String(payload).replace(FOREIGN_LINKS, '') : payload);
  });
  await server.register(serverAdapter.registerPlugin(), { prefix });
  await server.ready();
  return {
    handle: (request, response) => {
      server.routing(request, response);
    },
    close: async () => {
      await server.close();
      await Promise.allSettled(queues.map((queue) => queue.close()));
      connection.disconnect();
    },
  };
};

const UI = {
  ...{ boardTitle: 'Queues', hideDocsLink: true, hideRedisDetails: true },
  miscLinks: [{ text: 'Back to the console', url: '/console' }],
};

const adapterOf = (queue: Queue, { readOnly }: Options): BullMQAdapter =>
  new BullMQAdapter(queue, {
    readOnlyMode: readOnly,
    allowRetries: !readOnly,
    externalJobUrl: ({ name, data }) => ({
      displayText: 'Object of the job',
      href: hrefOf(name, data),
    }),
  });

/** Returns the console page of the object of a job. */
const hrefOf = (name: string, data: unknown): string => {
  const category = part.jobs.find((job) => job.name === name)?.category ?? name;
  const { id = '' } = (data ?? {}) as { readonly id?: string };
  return `/console/find/${encodeURIComponent(category)}/${encodeURIComponent(id)}`;
};
