import type { Command } from 'commander';
import { configureAll } from '#accounts/configure-all/configure-all.js';
import { drawBar } from './progress-bar.js';
import { isJson, print, withService } from './session.js';

export const addAccountCommands = (program: Command): void => {
  const accounts = program.command('accounts').description('users’ accounts at the broker');
  accounts
    .command('configure')
    .description('takes margin and short sales from all accounts; needs the running service')
    .action(async (_: unknown, command: Command) =>
      withService(async (app) => {
        const draw = (percent: number) => drawBar('accounts', percent, percent === 100);
        const { configured, rejected } = await configureAll(app, draw);
        if (isJson(command)) print(command, { configured, rejected });
        else {
          console.log(
            `Configured accounts: ${configured}. Rejected by the broker: ${rejected.length}.`,
          );
          if (rejected.length > 0) print(command, rejected);
        }
        if (rejected.length > 0) process.exitCode = 1;
      }),
    );
};
