import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cluster } from './cluster.js';

/** What `npm run cluster` has looked at before. */
const { DATA_DIR: dataDir = '', EVENT_STORE_URL: eventStoreUrl } = process.env;
const [apiPort, sandboxPort] = [
  Number(process.env['API_PORT']),
  Number(process.env['SANDBOX_PORT']),
];
const stores = process.argv.includes('--sentinel') ? 'sentinels' : 'cluster';

const say = (line: string): void => console.log(line);

/** Ends this process at a signal. */
const run = async (): Promise<void> => {
  const place = { dataDir, apiPort, sandboxPort, eventStoreUrl: eventStoreUrl || null };
  const starting = Cluster.start({ ...place, stores, each: 2, linked: false });
  endAtSignals(starting);
  const cluster = await starting;
  const envFile = join(dataDir, 'cluster.env');
  writeFileSync(envFile, envText(cluster), { mode: 0o600 });
  say(`API          ${cluster.url} (a balancer before api-1 and api-2)`);
  say(`console      ${cluster.url}/console`);
  say(`sandbox      http://127.0.0.1:${sandboxPort}`);
  say(`event store  ${withoutPassword(cluster.eventStoreUrl)}`);
  say(`Redis        ${withoutPassword(cluster.redis.url)}`);
  const { primary, standby } = cluster.postgres!;
  say(`PostgreSQL   127.0.0.1:${primary.port}, its standby 127.0.0.1:${standby.port}`);
  for (const [name, { pid }] of cluster.apps) say(`process      ${name} ${pid}`);
  say(`logs         ${join(dataDir, 'logs')}`);
  say(`sign-ins     ${join(dataDir, 'demo.json')}`);
  say(`for ops      set -a; . ${envFile}; npm run ops -- partner list`);
  say(`ready ${cluster.url}`);
};

/** A start under way is stopped, too, once it is one. */
const endAtSignals = (starting: Promise<Cluster>): void => {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    say('stopping …');
    void starting
      .then((cluster) => cluster.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.removeAllListeners(signal).on(signal, stop);
};

const FOR_OPERATORS = [
  ...['DATA_DIR', 'API_PORT', 'SANDBOX_PORT', 'EVENT_STORE_URL', 'READ_MODELS_URL', 'REDIS_URL'],
  'PROJECTOR_SHARDS',
];

const envText = (cluster: Cluster): string =>
  FOR_OPERATORS.map((name) => `${name}='${cluster.operatorsEnv[name]}'\n`).join('');

const withoutPassword = (url: string): string =>
  url.replace(/\/\/[^@/]*@/, '//').replace(/\?.*$/, '');

await run();
