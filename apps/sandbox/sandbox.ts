import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { brokerRoutes } from './broker/broker.routes.js';
import { Broker } from './broker/broker.js';
import { limitRequests } from './broker/rate-limit.js';
import { controlRoutes } from './control/control.routes.js';
import { addFaultHooks, type NotFound } from './control/fault.hooks.js';
import { Faults } from './control/faults.js';
import { createServer } from './http/server.js';
import { identityRoutes } from './identity/identity.routes.js';
import { Onboarding } from './identity/onboarding.js';
import { Persons } from './identity/persons.js';
import { Webhooks } from './identity/webhooks.js';
import { NORMAL_PACE, type SandboxOptions } from './sandbox.options.js';
import { Schedule } from './store/schedule.js';
import { Store } from './store/store.js';

/**
 * Starts the simulated broker and identity provider over HTTP. Scheduled steps continue after a
 * restart.
 * @throws if the port is in use or the directory is not writable.
 */
export const startSandbox = async (
  options: SandboxOptions,
): Promise<{ readonly url: string; close(): Promise<void> }> => {
  const pace = { ...NORMAL_PACE, ...options.pace };
  const store = new Store(options.dataDir);
  const schedule = new Schedule(store);
  const faults = new Faults();
  const broker = new Broker(store, schedule, faults, options.broker.firmAccountId, pace);
  const persons = new Persons(store);
  const webhooks = new Webhooks(schedule, faults, options, pace);
  const onboarding = new Onboarding(store, schedule, persons, webhooks, pace);

  const server = createServer();
  const mount = (prefix: string, routes: (app: FastifyInstance) => void) =>
    server.register(
      (app, _options, done) => {
        routes(app);
        done();
      },
      { prefix },
    );
  void mount('/broker', (app) => {
    limitRequests(app, broker.rateLimit);
    const { firmAccountId } = options.broker;
    addFaultHooks(app, faults, 'broker', { notFound: brokerNotFound, firmAccountId });
    brokerRoutes(app, broker, options.broker, pace.heartbeatMs);
  });
  void mount('/identity', (app) => {
    const notFound = identityNotFound;
    addFaultHooks(app, faults, 'identity', { notFound, firmAccountId: null });
    identityRoutes(app, { persons, onboarding }, options.identity);
  });
  void mount('/control', (app) =>
    controlRoutes(app, { store, broker, persons, onboarding, faults }),
  );

  const stop = async () => {
    await server.close();
    await schedule.stop();
    store.close();
  };
  try {
    await server.listen({ host: options.host, port: options.port });
  } catch (error) {
    await stop();
    throw error;
  }
  schedule.start();
  const { port } = server.server.address() as AddressInfo;
  return { url: `http://${options.host}:${port}`, close: stop };
};

const brokerNotFound: NotFound = (path) =>
  /^\/v1\/(accounts|journals|trading\/accounts\/[^/]+\/(orders|positions))$/.test(path)
    ? { status: 200, body: [] }
    : { status: 404, body: { code: 40_410_000, message: 'not found' } };

const identityNotFound: NotFound = () => ({ status: 404, body: { message: 'not found' } });
