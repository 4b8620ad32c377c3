import type { ChildProcess, SpawnOptions } from 'node:child_process';

export const launchTethered: (
  program: string,
  args: readonly string[],
  options?: Pick<SpawnOptions, 'cwd' | 'uid' | 'gid'>,
) => ChildProcess;
