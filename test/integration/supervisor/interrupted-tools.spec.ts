import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const TOOLS = resolve('scripts/lib/tools.mjs');
const LOOKS_MAX = 100_000;
const LOOK_MS = 10;

/** Says who it is, and goes on until it is ended. */
const TOOL = 'console.log(process.pid); setInterval(() => undefined, 1000)';
const COMMAND = `
import { endToolsWhenInterrupted, runTool } from ${JSON.stringify(TOOLS)};
endToolsWhenInterrupted();
await runTool(process.execPath, ['-e', ${JSON.stringify(TOOL)}], { show: true });
`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a command that gets %s takes along what it started',
  async (signal) => {
    const command = spawn(process.execPath, ['--input-type=module', '-e', COMMAND]);
    const [said] = (await once(command.stdout, 'data')) as [Buffer];
    const tool = Number(said.toString());
    try {
      command.kill(signal);
      expect(await once(command, 'exit')).toEqual([130, null]);
      for (let looks = 0; looks < LOOKS_MAX && isAlive(tool); looks++) await sleep(LOOK_MS);
      expect(isAlive(tool)).toBe(false);
    } finally {
      if (isAlive(tool)) process.kill(tool);
    }
  },
);
