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
  requireValidSettings,
  requireExclusiveUse,
} from './lib/settings.mjs';
import { ROOT } from './lib/tools.mjs';

const say = (line) => console.log(line);
const REGISTER = join(ROOT, 'test', 'support', 'typescript-child', 'register.mjs');
const RUN = join(ROOT, 'test', 'cluster', 'run.ts');

const HELP = `npm run cluster [-- --sentinel]

Runs the processes of several machines on this machine, for trials:
- Redis: three masters with a replica each in cluster mode. With --sentinel: a master, two replicas and
  three sentinels.
- PostgreSQL for the read models: a primary and a streaming standby.
- Two api behind a small balancer, two workers, two projectors with four shards, and the sandbox.

Prints the addresses, and "ready <address>". Restarts a process that ends. Ctrl-C ends all processes.

The log is in EVENT_STORE_URL, or in a file in DATA_DIR (default: ./data/cluster). The log and the
sign-ins stay. Redis and PostgreSQL start empty each time. API_PORT is the port of the balancer, and
SANDBOX_PORT the port of the sandbox. All other ports are selected automatically.`;

/** `npm run cluster`: runs all parts in one process, so that a Ctrl-C ends them in order. */
const cluster = async () => {
  readArguments();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(0));
  endWithNpm();
  loadDotEnv();
  process.env.DATA_DIR ||= './data/cluster';
  await requireValidSettings(process.env);
  const settings = { ...readSettings(process.env), ownRedis: false, ownSandbox: true };
  requireDataDir(settings);
  const { dataDir, ports } = settings;
  await requireExclusiveUse(settings, say);
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
    throw new Problem(
      `npm run cluster does not accept ${unknown}: the options are --sentinel and --help.`,
    );
};

await main(cluster);
