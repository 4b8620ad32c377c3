import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchApp } from './apps.mjs';
import { removePid, superviseProcess, writeWhole } from './supervise-process.mjs';
import { launchRedis } from './redis.mjs';
import { trustIn } from './settings.mjs';

const APPS_END_MS = 7_500;
const REDIS_END_MS = 9_000;
const STILL_WAITING_MS = 10_000;
const READY_TIMEOUT_MS = 180_000;
const SAME_SIGNAL_MS = 1_000;

/**
 * Starts Redis, then all apps, and supervises them until a signal. Resolves when all are ready. Ends this
 * process after the signal.
 */
export const supervise = async (settings, { redisProgram, say }) => {
  const { dataDir } = settings;
  // Files of Redis and this process are private. Packages and builds are not.
  process.umask(0o077);
  const pidFile = join(dataDir, 'run', 'supervisor.pid');
  const supervised = [];
  let stopping = null;

  const stop = async (code) => {
    const startedAt = performance.now();
    const redis = supervised.filter(({ name }) => name === 'redis');
    const apps = supervised.filter(({ name }) => name !== 'redis');
    await Promise.all(apps.map((app) => app.stop(startedAt + APPS_END_MS)));
    await Promise.all(redis.map((one) => one.stop(startedAt + REDIS_END_MS)));
    removePid(pidFile, process.pid);
    process.exit(code);
  };
  const stopOnce = (code) => (stopping ??= { at: performance.now(), done: stop(code) }).done;

  const onSignal = () => {
    // The terminal and npm both send the signal of one Ctrl-C.
    if (stopping !== null && performance.now() - stopping.at < SAME_SIGNAL_MS) return;
    if (stopping === null) {
      say('stopping …');
      void stopOnce(0);
      return;
    }
    supervised.forEach((one) => one.kill());
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.removeAllListeners(signal).on(signal, onSignal);
  }

  const failures = new Set();
  const onStartFailure = (messages) => {
    messages.forEach((line) => failures.add(line));
    if (stopping !== null) return;
    void sleep(250).then(() => {
      for (const line of failures) console.error(line);
      return stopOnce(1);
    });
  };
  const start = (name, launch, options = {}) =>
    new Promise((onReady) => {
      supervised.push(
        superviseProcess({ name, dataDir, launch, say, onReady, onStartFailure, ...options }),
      );
    });

  writeWhole(pidFile, String(process.pid));
  const waiting = new Set();
  const startAndWait = (name, launch, options) => {
    waiting.add(name);
    return start(name, launch, options).then(() => waiting.delete(name));
  };
  const waitReports = watchWaiting(waiting, supervised, { say, onStartFailure });
  if (settings.ownRedis) {
    const { REDIS_PORT: port } = settings.ports;
    const redis = { program: redisProgram, port, dir: join(dataDir, 'redis') };
    await startAndWait('redis', () => launchRedis(redis), { plain: true });
  }
  const own = { DATA_DIR: dataDir, REDIS_URL: settings.redisUrl };
  const env = { ...process.env, ...trustIn(settings, process.env), ...own };
  const names = [...(settings.ownSandbox ? ['sandbox'] : []), 'api', 'worker', 'projector'];
  await Promise.all(names.map((name) => startAndWait(name, () => launchApp(name, env))));
  clearInterval(waitReports);
};

/** Reports the processes that are not ready yet, and fails after a limit. */
const watchWaiting = (waiting, supervised, { say, onStartFailure }) => {
  const startedAt = performance.now();
  return setInterval(() => {
    for (const { name, lastLine } of supervised.filter((one) => waiting.has(one.name))) {
      say(`still waiting for ${name}: ${lastLine()}`);
    }
    if (performance.now() - startedAt < READY_TIMEOUT_MS) return;
    onStartFailure([
      `${[...waiting].join(', ')} were not ready within ${READY_TIMEOUT_MS / 1000} s.`,
    ]);
  }, STILL_WAITING_MS);
};
