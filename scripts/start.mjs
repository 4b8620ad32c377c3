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
  requireRightValues,
  requireSole,
} from './lib/settings.mjs';
import { supervise } from './lib/supervisor.mjs';

const say = (line) => console.log(line);

const HELP = `npm start

Runs the whole service on this machine, beside a sandbox broker and identity provider: installs
packages and builds if needed, starts Redis, sandbox, api, worker and projector, prints their
addresses, and says "ready <address>". Ctrl-C ends all of it; what it keeps is under DATA_DIR.

Variables, such as API_PORT, SANDBOX_PORT, REDIS_PORT and DATA_DIR, are explained in .env.example.`;

/** `npm start`: starts all processes on this machine. */
const start = async () => {
  takeNoArguments('npm start', HELP);
  // A closed output pipe must not end this process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(0));
  endWithNpm();
  loadDotEnv();
  await requireRightValues(process.env);
  const settings = readSettings(process.env);
  requireDataDir(settings);
  await requireSole(settings, say);
  const [redisProgram] = await Promise.all([
    settings.ownRedis ? findRedis(say) : null,
    prepare(say),
  ]);
  const demoFile = join(settings.dataDir, 'demo.json');
  const isFirstStart = !existsSync(demoFile);
  say('starting …');
  await supervise(settings, { redisProgram, say });
  tellAddresses(settings);
  if (existsSync(demoFile)) tellSignIns(demoFile, isFirstStart);
  say(`ready ${address(settings, 'API_PORT')}`);
};

const address = ({ host, ports, scheme }, name) =>
  `${name === 'API_PORT' ? scheme : 'http'}://${host.includes(':') ? `[${host}]` : host}:${ports[name]}`;

const withoutPassword = (url) => url.replace(/\/\/[^@/]*@/, '//');

const tellAddresses = (settings) => {
  const api = address(settings, 'API_PORT');
  say(`API          ${api}`);
  say(`console      ${api}/console`);
  say(`queues       ${api}/queues`);
  say(`OpenAPI      ${api}/openapi.json`);
  if (settings.ownSandbox) say(`sandbox      ${address(settings, 'SANDBOX_PORT')}`);
  say(`event store  ${withoutPassword(settings.eventStoreUrl)}`);
  say(`Redis        ${withoutPassword(settings.redisUrl)}`);
  for (const name of ['api', 'worker', 'projector']) tellMetrics(settings, name);
  say(`logs         ${join(settings.dataDir, 'logs')}`);
};

/** Each app writes the address of its metrics to a file, unless metrics are off. */
const tellMetrics = ({ dataDir }, name) => {
  const file = join(dataDir, 'run', `${name}.metrics`);
  if (!existsSync(file)) return;
  say(`metrics      ${readFileSync(file, 'utf8').trim()}/metrics (${name})`);
};

const tellSignIns = (demoFile, isFirstStart) => {
  if (!isFirstStart) return say(`sign-ins     ${demoFile}`);
  say(`demo sign-ins, kept in ${demoFile}:`);
  for (const [who, signIn] of Object.entries(JSON.parse(readFileSync(demoFile, 'utf8')))) {
    const { id, ...secrets } = signIn;
    const pairs = Object.entries(secrets).map(([name, value]) => `${name} ${value}`);
    say(`  ${who}: ${pairs.join(', ')}`);
  }
};

await main(start);
