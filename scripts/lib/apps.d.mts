import type { ChildProcess } from 'node:child_process';

export const launchApp: (
  name: string,
  env: NodeJS.ProcessEnv,
  folder?: string,
) => { readonly child: ChildProcess; readonly ready: Promise<boolean> };
