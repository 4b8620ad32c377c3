import type { FastifyInstance } from 'fastify';
import { marketRoutes } from '../market/market.routes.js';
import { basicCredentials, sameSecret } from '../http/credentials.js';
import { statusOf } from '../http/server.js';
import type { SandboxOptions } from '../sandbox.options.js';
import { accountRoutes } from './accounts.routes.js';
import type { Broker } from './broker.js';
import { BrokerError, unauthorized } from './broker-error.js';
import { eventStreamRoutes } from './event-streams.routes.js';
import { journalRoutes } from './journals.routes.js';
import { noteRepeats } from './repeats.hook.js';
import { orderRoutes } from './orders.routes.js';
import { tradingAccountRoutes } from './trading-account.routes.js';

/** Registers the routes under `/broker`. */
export const brokerRoutes = (
  app: FastifyInstance,
  broker: Broker,
  { keyId, secret }: SandboxOptions['broker'],
  heartbeatMs: number,
): void => {
  app.setErrorHandler((error, _request, reply) => {
    const { status, code, message, more } = brokerErrorOf(error);
    return reply.code(status).send({ code, message, ...more });
  });
  app.addHook('onRequest', ({ headers }, _reply, next) => {
    const given = basicCredentials(headers.authorization);
    if (given === null || !sameSecret(given, `${keyId}:${secret}`)) throw unauthorized();
    next();
  });
  noteRepeats(app, broker);
  accountRoutes(app, broker.accounts, broker.configurations);
  journalRoutes(app, broker.journals);
  orderRoutes(app, broker.orders);
  tradingAccountRoutes(app, broker);
  marketRoutes(app, broker.market, broker.time);
  eventStreamRoutes(app, broker.events, heartbeatMs);
  app.all('/*', () => {
    throw new BrokerError(404, 40_410_000, 'endpoint not found');
  });
};

const brokerErrorOf = (error: unknown): BrokerError => {
  if (error instanceof BrokerError) return error;
  const status = statusOf(error);
  if (status < 500) return new BrokerError(status, status * 100_000 + 10_000, messageOf(error));
  console.error('sandbox: broker', error);
  return new BrokerError(500, 50_010_000, 'internal server error occurred');
};

const messageOf = (error: unknown): string =>
  `request body format is invalid: ${error instanceof Error ? error.message : String(error)}`;
