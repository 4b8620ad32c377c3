import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { writeWhole } from './keep.mjs';
import { Problem } from './problem.mjs';

/** Reads `.env` beside the person who starts; what the environment already says wins. */
export const loadDotEnv = () => {
  if (existsSync('.env')) process.loadEnvFile('.env');
};

/** What the supervisor itself needs to know; the apps check every variable again, and all of them. */
export const readSettings = (env) => {
  const given = (name) => env[name] || undefined;
  const ports = {
    API_PORT: Number(given('API_PORT') ?? 3000),
    SANDBOX_PORT: Number(given('SANDBOX_PORT') ?? 4000),
    REDIS_PORT: Number(given('REDIS_PORT') ?? 6390),
  };
  const metricsPort = given('METRICS_PORT') ?? 'off';
  const dataDir = resolve(given('DATA_DIR') ?? './data');
  const certificate = given('TLS_KEY_FILE') && given('TLS_CERT_FILE');
  return {
    scheme: certificate === undefined ? 'http' : 'https',
    certificate,
    ports: metricsPort === 'off' ? ports : { ...ports, METRICS_PORT: Number(metricsPort) },
    host: given('HOST') ?? '127.0.0.1',
    dataDir,
    ownRedis: given('REDIS_URL') === undefined,
    ownSandbox: given('BROKER_URL') === undefined || given('IDENTITY_URL') === undefined,
    redisUrl: given('REDIS_URL') ?? `redis://127.0.0.1:${ports.REDIS_PORT}`,
    eventStoreUrl: given('EVENT_STORE_URL') ?? `sqlite:${join(dataDir, 'events.db')}`,
  };
};

/**
 * What Node needs to be told, when a process starts, to trust the API's own certificate, whoever has
 * signed it, beside what it trusts already. Nothing when it was told, or there is no certificate.
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

/** Makes the data directory and proves that it can be written. */
export const requireDataDir = ({ dataDir }) => {
  const probe = join(dataDir, `.writable-${process.pid}`);
  try {
    makeDirectory(dataDir);
    for (const folder of ['run', 'logs', 'redis']) {
      mkdirSync(join(dataDir, folder), { recursive: true });
      chmodSync(join(dataDir, folder), 0o700);
    }
    for (const file of ownFiles(dataDir)) chmodSync(file, 0o600);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new Problem(
      `DATA_DIR ${dataDir} cannot be written (${error.code}): set DATA_DIR to a directory that can.`,
    );
  }
};

/** What may have been made readable for others before: databases with their journals, and logs. */
const ownFiles = (dataDir) =>
  [dataDir, join(dataDir, 'logs')].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.(db|log)([.-]|$)/.test(name))
      .map((name) => join(folder, name)),
  );

/** Step by step: Node's own recursive form never returns where a kernel file system refuses. */
const makeDirectory = (path) => {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  mkdirSync(path, { mode: 0o700 });
};

/** Whether any is no port at all: a wrong value, to be told with all other wrong values. */
export const hasWrongPort = ({ ports }) => !Object.values(ports).every(isPort);

const isPort = (port) => Number.isInteger(port) && port >= 1 && port <= 65_535;

/** Every port that will be listened on must be a port, another one each, and free. */
export const portProblems = async ({ ports, host, ownRedis, ownSandbox }) => {
  const needed = [['API_PORT', host]];
  if (ownSandbox) needed.push(['SANDBOX_PORT', host]);
  if (ownRedis) needed.push(['REDIS_PORT', '127.0.0.1']);
  const metrics = isPort(ports.METRICS_PORT) ? [0, 1, 2] : [0];
  if ('METRICS_PORT' in ports) needed.push(...metrics.map((i) => ['METRICS_PORT', host, i]));
  const problems = [];
  const seen = new Map();
  for (const [name, address, offset = 0] of needed) {
    const port = ports[name] + offset;
    if (!isPort(port)) {
      problems.push(`${name} is not a port: set it to a number from 1 to 65535.`);
    } else if (seen.has(port)) {
      problems.push(`${name} and ${seen.get(port)} are both ${port}: give one another port.`);
    } else {
      const fault = await listenFault(port, address);
      if (fault !== null) problems.push(portProblem(name, port, address, fault));
    }
    seen.set(port, name);
  }
  return problems;
};

const portProblem = (name, port, address, fault) => {
  if (fault === 'EADDRINUSE') {
    return `port ${port} is taken: end what listens there, or set ${name} to a free port.`;
  }
  if (fault === 'EACCES')
    return `port ${port} is not allowed to this user: set ${name} above 1023.`;
  return `cannot listen on ${address} (${fault}): set HOST to an address of this machine.`;
};

const listenFault = (port, host) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(error.code));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
