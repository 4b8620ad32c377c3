import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from './lib/install.mjs';
import { main, takeNoArguments } from './lib/problem.mjs';
import { endWithNpm } from './lib/parent.mjs';
import { findRedis } from './lib/redis.mjs';
import {
  loadDotEnv,
  readSettings,
  requireDataDir,
  requireValidSettings,
  requireExclusiveUse,
} from './lib/settings.mjs';
import { supervise } from './lib/supervisor.mjs';

const say = (line) => console.log(line);

const HELP = `npm start

Runs the whole service on this machine, with a sandbox broker and identity provider. Installs packages
and builds if needed, starts Redis, sandbox, api, worker and projector, and prints their addresses and
"ready <address>". Ctrl-C ends all processes. Their data is in DATA_DIR.

.env.example describes the variables, such as API_PORT, SANDBOX_PORT, REDIS_PORT and DATA_DIR.`;

/** `npm start`: starts all processes on this machine. */
const start = async () => {
  takeNoArguments('npm start', HELP);
  // A closed output pipe must not end this process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(0));
  endWithNpm();
  loadDotEnv();
  await requireValidSettings(process.env);
  const settings = readSettings(process.env);
  requireDataDir(settings);
  await requireExclusiveUse(settings, say);
  const [redisProgram] = await Promise.all([
    settings.ownRedis ? findRedis(say) : null,
    prepare(say),
  ]);
  const demoFile = join(settings.dataDir, 'demo.json');
  const isFirstStart = !existsSync(demoFile);
  say('starting …');
  await supervise(settings, { redisProgram, say });
  printAddresses(settings);
  if (existsSync(demoFile)) printSignIns(demoFile, isFirstStart);
  say(`ready ${address(settings, 'API_PORT')}`);
};

const address = ({ host, ports, scheme }, name) =>
  `${name === 'API_PORT' ? scheme : 'http'}://${host.includes(':') ? `[${host}]` : host}:${ports[name]}`;

const withoutPassword = (url) => url.replace(/\/\/[^@/]*@/, '//');

const printAddresses = (settings) => {
  const api = address(settings, 'API_PORT');
  say(`API          ${api}`);
  say(`console      ${api}/console`);
  say(`queues       ${api}/queues`);
  say(`OpenAPI      ${api}/openapi.json`);
  if (settings.ownSandbox) say(`sandbox      ${address(settings, 'SANDBOX_PORT')}`);
  say(`event store  ${withoutPassword(settings.eventStoreUrl)}`);
  say(`Redis        ${withoutPassword(settings.redisUrl)}`);
  for (const name of ['api', 'worker', 'projector']) printMetrics(settings, name);
  say(`logs         ${join(settings.dataDir, 'logs')}`);
};

/** Prints the address of an app's metrics, which the app writes to a file unless metrics are off. */
const printMetrics = ({ dataDir }, name) => {
  const file = join(dataDir, 'run', `${name}.metrics`);
  if (!existsSync(file)) return;
  say(`metrics      ${readFileSync(file, 'utf8').trim()}/metrics (${name})`);
};

const printSignIns = (demoFile, isFirstStart) => {
  if (!isFirstStart) return say(`sign-ins     ${demoFile}`);
  say(`demo sign-ins, stored in ${demoFile}:`);
  for (const [name, signIn] of Object.entries(JSON.parse(readFileSync(demoFile, 'utf8')))) {
    const { id, ...secrets } = signIn;
    const pairs = Object.entries(secrets).map((pair) => pair.join(' '));
    say(`  ${name}: ${pairs.join(', ')}`);
  }
};

await main(start);
