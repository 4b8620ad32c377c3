import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Registry, collectDefaultMetrics } from 'prom-client';
import type { Config } from '#config/config.js';
import type { Logger } from '#kernel/logger.js';
import { type Check, healthOf } from './health.js';
import { METRICS, type SignalApp } from '#kernel/metrics.js';
import { type GaugeSource, GaugeCollectors } from './gauge-collectors.js';

/** Interval at which the event loop is sampled. */
const EVENT_LOOP_SAMPLE_MS = 100;

export type SignalParts = {
  readonly logger: Logger;
  readonly checks: readonly Check[];
  readonly readings?: readonly GaugeSource[];
};

type Answer = { readonly status: number; readonly type: string; readonly text: string };
type Routes = ReadonlyMap<string, () => Promise<Answer>>;

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Serves `/metrics`, `/health/live` and `/health/ready` on a separate port for Prometheus and
 * probes. The file `<dataDir>/run/<app>.metrics` contains the address while the process runs.
 * Returns a null URL if metrics are switched off.
 */
export const openSignals = async (app: SignalApp, config: Config, parts: SignalParts) => {
  const port = config.metricsPorts[app];
  if (port === null) return { url: null, close: () => Promise.resolve() };
  const registry = registryOf(app);
  const server = createServer(answering(routesOf(registry, parts)));
  await listen(server, port, config.host);
  const { port: given } = server.address() as AddressInfo;
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${given}`;
  const removeAddress = writeAddress(config.dataDir, app, url);
  const close = async () => {
    removeAddress();
    registry.clear();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { url, close };
};

const registryOf = (app: SignalApp): Registry => {
  const registry = new Registry();
  registry.setDefaultLabels({ app });
  for (const metric of METRICS[app]) registry.registerMetric(metric);
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  return registry;
};

const routesOf = (registry: Registry, { logger, checks, readings = [] }: SignalParts): Routes => {
  const figures = new GaugeCollectors(readings, logger);
  return new Map([
    [
      '/metrics',
      async () => {
        await figures.refresh(new Date());
        return { status: 200, type: registry.contentType, text: await registry.metrics() };
      },
    ],
    ['/health/live', () => Promise.resolve(json(200, { status: 'ok' }))],
    [
      '/health/ready',
      async () => {
        const { ready, checks: found } = await healthOf(checks);
        return ready
          ? json(200, { status: 'ok', checks: found })
          : json(503, { status: 'unavailable', checks: found });
      },
    ],
  ]);
};

const json = (status: number, body: object): Answer => ({
  status,
  type: JSON_TYPE,
  text: `${JSON.stringify(body)}\n`,
});

const answering = (routes: Routes) => (request: IncomingMessage, response: ServerResponse) => {
  const route = routes.get(request.url?.split('?')[0] ?? '');
  const answer =
    request.method === 'GET' && route !== undefined
      ? route()
      : Promise.resolve(json(404, { status: 'not found', try: [...routes.keys()] }));
  answer
    .catch((error: unknown) => json(500, { status: 'failed', reason: String(error) }))
    .then(({ status, type, text }) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
      response.end(text);
    })
    .catch(() => response.destroy());
};

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });

/** Writes the address file atomically. Returns the function that removes it. */
const writeAddress = (dataDir: string, app: SignalApp, url: string): (() => void) => {
  const file = join(dataDir, 'run', `${app}.metrics`);
  mkdirSync(join(dataDir, 'run'), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, `${url}\n`);
  renameSync(`${file}.${process.pid}`, file);
  return () => rmSync(file, { force: true });
};
