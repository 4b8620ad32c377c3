import type { Command } from 'commander';
import { configureAll } from '#accounts/configure-all/configure-all.js';
import { drawBar } from './progress-bar.js';
import { inService, isJson } from './session.js';

export const addAccountCommands = (program: Command): void => {
  const accounts = program.command('accounts').description('users’ accounts at the broker');
  accounts
    .command('configure')
    .description('disables margin and short sales for all accounts; needs the running service')
    .action(
      inService(async (app, _, command) => {
        const draw = (percent: number) => drawBar('accounts', percent, percent === 100);
        const { configured, rejected } = await configureAll(app, draw);
        if (rejected.length > 0) process.exitCode = 1;
        if (isJson(command)) return { configured, rejected };
        console.log(
          `Configured accounts: ${configured}. Rejected by the broker: ${rejected.length}.`,
        );
        return rejected.length > 0 ? rejected : undefined;
      }),
    );
};
