import { join } from 'node:path';
import { prepare } from './lib/install.mjs';
import { endWithNpm } from './lib/parent.mjs';
import { findPostgres } from './lib/postgres.mjs';
import { main, Problem } from './lib/problem.mjs';
import { findRedis } from './lib/redis.mjs';
import {
  loadDotEnv,
  readSettings,
  requireDataDir,
  requireRightValues,
  requireSole,
} from './lib/settings.mjs';
import { ROOT } from './lib/tools.mjs';

const say = (line) => console.log(line);
const REGISTER = join(ROOT, 'test', 'support', 'typescript-child', 'register.mjs');
const RUN = join(ROOT, 'test', 'cluster', 'run.ts');

const HELP = `npm run cluster [-- --sentinel]

Runs the service as several machines would, on this one, for trials: three Redis masters with a
replica each in cluster mode, or with --sentinel a master and two replicas under three sentinels;
PostgreSQL, a primary and a standby that streams from it, for the read models; two api behind a small
balancer, two workers, two projectors that share four shards; and the sandbox. It prints their
addresses, and "ready <address>". A process that dies is started again. Ctrl-C ends all of it.

The log is that of EVENT_STORE_URL, or a file under DATA_DIR (./data/cluster unless set), which stays
with the sign-ins; Redis and PostgreSQL begin empty each time. API_PORT is the balancer's, SANDBOX_PORT
the sandbox's; all other ports are free ones.`;

/** `npm run cluster`: this process controls all parts, so that a Ctrl-C ends them in order. */
const cluster = async () => {
  readArguments();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(0));
  endWithNpm();
  loadDotEnv();
  process.env.DATA_DIR ||= './data/cluster';
  await requireRightValues(process.env);
  const settings = { ...readSettings(process.env), ownRedis: false, ownSandbox: true };
  requireDataDir(settings);
  const { dataDir, ports } = settings;
  await requireSole(settings, say);
  await findRedis(say);
  await findPostgres(say);
  await prepare(say, { scope: 'all' });
  process.umask(0o077);
  say('starting …');
  await import(REGISTER);
  for (const [name, port] of Object.entries(ports)) process.env[name] = String(port);
  process.env.DATA_DIR = dataDir;
  await import(RUN);
};

const readArguments = () => {
  const [first, ...more] = process.argv.slice(2);
  if (first === '--help' || first === '-h') {
    console.log(HELP);
    process.exit(0);
  }
  const unknown = [first, ...more].find((word) => word !== undefined && word !== '--sentinel');
  if (unknown !== undefined)
    throw new Problem(`npm run cluster does not know ${unknown}: it takes --sentinel and --help.`);
};

await main(cluster);
