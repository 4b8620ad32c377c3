import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchApp } from './apps.mjs';
import { keep, removePid, writeWhole } from './supervise-process.mjs';
import { launchRedis } from './redis.mjs';
import { trustIn } from './settings.mjs';

const APPS_END_MS = 7_500;
const REDIS_END_MS = 9_000;
const STILL_WAITING_MS = 10_000;
const READY_TIMEOUT_MS = 180_000;
const SAME_SIGNAL_MS = 1_000;

/**
 * Starts Redis, then all apps at once, and keeps them running until a signal comes.
 * Resolves when all are ready. Ends this process after the signal.
 */
export const supervise = async (settings, { redisProgram, say }) => {
  const { dataDir } = settings;
  // Files that Redis and this process write are private. Packages and builds need not be.
  process.umask(0o077);
  const pidFile = join(dataDir, 'run', 'supervisor.pid');
  const kept = [];
  let stopping = null;

  const stop = async (code) => {
    const startedAt = performance.now();
    const redis = kept.filter(({ name }) => name === 'redis');
    const apps = kept.filter(({ name }) => name !== 'redis');
    await Promise.all(apps.map((app) => app.stop(startedAt + APPS_END_MS)));
    await Promise.all(redis.map((one) => one.stop(startedAt + REDIS_END_MS)));
    removePid(pidFile, process.pid);
    process.exit(code);
  };
  const stopOnce = (code) => (stopping ??= { at: performance.now(), done: stop(code) }).done;

  const onSignal = () => {
    // One Ctrl-C arrives twice: from the terminal and from npm.
    if (stopping !== null && performance.now() - stopping.at < SAME_SIGNAL_MS) return;
    if (stopping === null) {
      say('stopping …');
      void stopOnce(0);
      return;
    }
    kept.forEach((one) => one.kill());
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.removeAllListeners(signal).on(signal, onSignal);
  }

  const hopeless = new Set();
  const onHopeless = (words) => {
    words.forEach((line) => hopeless.add(line));
    if (stopping !== null) return;
    void sleep(250).then(() => {
      for (const line of hopeless) console.error(line);
      return stopOnce(1);
    });
  };
  const start = (name, launch, options = {}) =>
    new Promise((onReady) => {
      kept.push(keep({ name, dataDir, launch, say, onReady, onHopeless, ...options }));
    });

  writeWhole(pidFile, String(process.pid));
  const waiting = new Set();
  const begin = (name, launch, options) => {
    waiting.add(name);
    return start(name, launch, options).then(() => waiting.delete(name));
  };
  const patience = watchWaiting(waiting, kept, { say, onHopeless });
  if (settings.ownRedis) {
    const { REDIS_PORT: port } = settings.ports;
    const redis = { program: redisProgram, port, dir: join(dataDir, 'redis') };
    await begin('redis', () => launchRedis(redis), { plain: true });
  }
  const own = { DATA_DIR: dataDir, REDIS_URL: settings.redisUrl };
  const env = { ...process.env, ...trustIn(settings, process.env), ...own };
  const names = [...(settings.ownSandbox ? ['sandbox'] : []), 'api', 'worker', 'projector'];
  await Promise.all(names.map((name) => begin(name, () => launchApp(name, env))));
  clearInterval(patience);
};

/** Reports the processes that a slow start waits for, and gives up after a limit. */
const watchWaiting = (waiting, kept, { say, onHopeless }) => {
  const startedAt = performance.now();
  return setInterval(() => {
    for (const { name, lastWord } of kept.filter((one) => waiting.has(one.name))) {
      say(`still waiting for ${name}: ${lastWord()}`);
    }
    if (performance.now() - startedAt < READY_TIMEOUT_MS) return;
    onHopeless([
      `${[...waiting].join(', ')} did not get ready within ${READY_TIMEOUT_MS / 1000} s.`,
    ]);
  }, STILL_WAITING_MS);
};
