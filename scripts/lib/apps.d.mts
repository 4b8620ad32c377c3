import type { ChildProcess } from 'node:child_process';

export const launchApp: (
  name: string,
  env: NodeJS.ProcessEnv,
) => { readonly child: ChildProcess; readonly ready: Promise<boolean> };
