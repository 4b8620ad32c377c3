import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeWhole } from './supervise-process.mjs';
import { isAlive, lock, whoIs } from './lock.mjs';
import { ROOT, runTool, signalGroup } from './tools.mjs';

const DIST = join(ROOT, 'dist');
/** Contains one file per running tool. */
const TOOLS = join(DIST, '.prepare.tools');
const TIMEOUT_MS = 15 * 60_000;
const LOOK_MS = 20;

/** Runs work that changes this checkout. Concurrent commands wait for each other. */
export const inTurn = async (say, work) => {
  mkdirSync(DIST, { recursive: true });
  const release = await lock(join(DIST, '.prepare.lock'), {
    timeoutMs: TIMEOUT_MS,
    onWait: (pid) => say(`waiting for process ${pid}, which is preparing this checkout …`),
    onTimeout: (pid) => `process ${pid} goes on preparing this checkout: end it, then try again.`,
  });
  try {
    await endLeftovers();
    return await work();
  } finally {
    release();
  }
};

/**
 * Runs a tool that changes this checkout. The tool ends at once with its starter. The next command
 * waits for its end, so that two tools never write at the same time.
 */
export const runInTurn = async (command, args, { env } = {}) => {
  let file;
  const onStart = (pid) => {
    file = join(TOOLS, String(pid));
    mkdirSync(TOOLS, { recursive: true });
    writeWhole(file, JSON.stringify(whoIs(pid)));
  };
  const result = await runTool(command, args, { env, graceS: 0, onStart });
  if (file !== undefined) rmSync(file, { force: true });
  return result;
};

const endLeftovers = async () => {
  if (!existsSync(TOOLS)) return;
  for (const name of readdirSync(TOOLS)) {
    const file = join(TOOLS, name);
    for (let tool = toolOf(file); tool !== null && isAlive(tool); await sleep(LOOK_MS)) {
      signalGroup(tool.pid, 'SIGKILL');
    }
    rmSync(file, { force: true });
  }
};

const toolOf = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};
