import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { lock } from './lock.mjs';
import { writeWhole } from './supervise-process.mjs';
import { Problem } from './problem.mjs';

/** Reads `.env` in the working directory. Existing environment variables win. */
export const loadDotEnv = () => {
  if (existsSync('.env')) process.loadEnvFile('.env');
};

const RULES = new URL('../../libs/config/src/settings.ts', import.meta.url).href;

/**
 * Validates every variable with the rules of the service, before the installation and the build. Node
 * runs their TypeScript directly, because they need only built-in modules.
 * @throws {Problem} one line per wrong value.
 */
export const requireValidSettings = async (env) => {
  const hooks = registerHooks({
    resolve: (specifier, { parentURL, ...rest }, next) =>
      next(
        parentURL?.endsWith('.ts') && specifier.startsWith('.')
          ? specifier.replace(/\.js$/, '.ts')
          : specifier,
        {
          parentURL,
          ...rest,
        },
      ),
  });
  const { readEnvironment } = await import(RULES);
  hooks.deregister();
  // The supervisor sets REDIS_URL for the apps.
  const { mistakes } = readEnvironment({ ...env, REDIS_URL: env.REDIS_URL || 'redis://127.0.0.1' });
  if (mistakes.length > 0) throw new Problem(mistakes.join('\n'));
};

/** Reads the settings of the supervisor. */
export const readSettings = (env) => {
  const given = (name) => env[name] || undefined;
  const ports = {
    API_PORT: Number(given('API_PORT') ?? 3000),
    SANDBOX_PORT: Number(given('SANDBOX_PORT') ?? 4000),
    REDIS_PORT: Number(given('REDIS_PORT') ?? 6390),
  };
  const metricsPort = Number(given('METRICS_PORT') ?? 0);
  const dataDir = resolve(given('DATA_DIR') ?? './data');
  const certificate = given('TLS_KEY_FILE') && given('TLS_CERT_FILE');
  return {
    scheme: certificate === undefined ? 'http' : 'https',
    certificate,
    ports: metricsPort > 0 ? { ...ports, METRICS_PORT: metricsPort } : ports,
    host: given('HOST') ?? '127.0.0.1',
    dataDir,
    ownRedis: given('REDIS_URL') === undefined,
    ownSandbox: given('BROKER_URL') === undefined || given('IDENTITY_URL') === undefined,
    redisUrl: given('REDIS_URL') ?? `redis://127.0.0.1:${ports.REDIS_PORT}`,
    eventStoreUrl: given('EVENT_STORE_URL') ?? `sqlite:${join(dataDir, 'events.db')}`,
  };
};

/**
 * Returns the environment variable that makes Node trust the API's certificate in addition to the
 * default certificates. Returns an empty object if the variable is set, or without a certificate.
 */
export const trustIn = ({ certificate, dataDir }, env) => {
  const bundle = join(dataDir, 'run', 'trusted.pem');
  const given = env.NODE_EXTRA_CA_CERTS;
  if (certificate === undefined || given === bundle || !existsSync(certificate)) return {};
  const files = [certificate, ...(given && existsSync(given) ? [given] : [])];
  mkdirSync(dirname(bundle), { recursive: true });
  writeWhole(bundle, files.map((file) => readFileSync(file, 'utf8')).join('\n'));
  return { NODE_EXTRA_CA_CERTS: bundle };
};

/** Creates the data directory and checks that it is writable. */
export const requireDataDir = ({ dataDir }) => {
  const probe = join(dataDir, `.writable-${process.pid}`);
  try {
    makeDirectory(dataDir);
    for (const folder of ['run', 'logs', 'redis']) {
      mkdirSync(join(dataDir, folder), { recursive: true });
      chmodSync(join(dataDir, folder), 0o700);
    }
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new Problem(
      `DATA_DIR ${dataDir} cannot be written (${error.code}): set DATA_DIR to a writable directory.`,
    );
  }
};

/** Creates each level, because Node's recursive form never returns under a kernel file system. */
const makeDirectory = (path) => {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  mkdirSync(path, { mode: 0o700 });
};

/** Longest wait for the supervisor of a killed npm, which ends after its apps. */
const HANDOVER_MS = 12_000;

/** @throws {Problem} if another supervisor uses the data directory, or a port is in use. */
export const requireExclusiveUse = async (settings, say) => {
  const { dataDir } = settings;
  await lock(join(dataDir, 'run', 'supervisor.lock'), {
    timeoutMs: HANDOVER_MS,
    onWait: (pid) => say(`waiting for process ${pid}, which uses ${dataDir} …`),
    onTimeout: (pid) =>
      `${dataDir} is in use by process ${pid}: stop that process, or set DATA_DIR and other ports.`,
  });
  const problems = await portProblems(settings);
  if (problems.length > 0) throw new Problem(problems.join('\n'));
};

/** Returns a problem for each port that is in use or has two purposes. */
const portProblems = async ({ ports, host, ownRedis, ownSandbox }) => {
  const needed = [['API_PORT', host]];
  if (ownSandbox) needed.push(['SANDBOX_PORT', host]);
  if (ownRedis) needed.push(['REDIS_PORT', '127.0.0.1']);
  if ('METRICS_PORT' in ports) needed.push(...[0, 1, 2].map((i) => ['METRICS_PORT', host, i]));
  const problems = [];
  const seen = new Map();
  for (const [name, address, offset = 0] of needed) {
    const port = ports[name] + offset;
    if (seen.has(port)) {
      problems.push(`${name} and ${seen.get(port)} are both ${port}: change one of them.`);
    } else {
      const error = await listenError(port, address);
      if (error !== null) problems.push(portProblem(name, port, address, error));
    }
    seen.set(port, name);
  }
  return problems;
};

const portProblem = (name, port, address, error) => {
  if (error === 'EADDRINUSE') {
    return `port ${port} is in use: stop the program on that port, or set ${name} to a free port.`;
  }
  if (error === 'EACCES')
    return `this user must not listen on port ${port}: set ${name} above 1023.`;
  return `cannot listen on ${address} (${error}): set HOST to an address of this machine.`;
};

const listenError = (port, host) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(error.code));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
