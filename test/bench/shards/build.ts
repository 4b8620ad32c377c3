import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import type { Done, Task } from './shard-process.js';

const PROCESS = fileURLToPath(new URL('./shard-process.ts', import.meta.url));
const REGISTER = new URL('../../support/typescript-child/register.mjs', import.meta.url).href;
const FLAGS = [`--import=${REGISTER}`];

export type Built = {
  readonly seconds: number;
  /** Processor time of each shard, and of all Redis together. */
  readonly shardsS: readonly number[];
  readonly redisS: number;
};

/** Builds all read models, each shard in a process of its own, all beginning at once. */
export const build = async (tasks: readonly Task[]): Promise<Built> => {
  const children: ChildProcess[] = [];
  const urls = [...new Set(tasks.map(({ redisUrl }) => redisUrl))];
  try {
    for (const task of tasks) {
      const child = fork(PROCESS, [JSON.stringify(task)], { execArgv: FLAGS });
      children.push(child);
    }
    await Promise.all(children.map(told));
    const before = await redisSeconds(urls);
    const beganMs = performance.now();
    const done = Promise.all(children.map(told));
    for (const child of children) child.send('begin');
    const shardsS = (await done).map((each) => (each as Done).cpuS);
    const seconds = (performance.now() - beganMs) / 1_000;
    return { seconds, shardsS, redisS: (await redisSeconds(urls)) - before };
  } finally {
    await Promise.all(children.map(gone));
  }
};

/** Its next message. @throws {Error} when it ends instead. */
const told = async (child: ChildProcess): Promise<unknown> => {
  const stop = new AbortController();
  const { signal } = stop;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`a shard ended with ${code}`);
  });
  try {
    const [message] = (await Promise.race([once(child, 'message', { signal }), ended])) as [
      unknown,
    ];
    return message;
  } finally {
    stop.abort();
    await ended.catch(() => undefined);
  }
};

const gone = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
};

const redisSeconds = async (urls: readonly string[]): Promise<number> => {
  const all = await Promise.all(urls.map(secondsOf));
  return all.reduce((sum, each) => sum + each, 0);
};

const secondsOf = async (url: string): Promise<number> => {
  const redis = new Redis(url);
  const info = await redis.info('cpu');
  redis.disconnect();
  const of = (name: string) => Number(new RegExp(`${name}:([\\d.]+)`).exec(info)?.[1]);
  return of('used_cpu_user') + of('used_cpu_sys');
};
