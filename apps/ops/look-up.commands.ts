import type { Command } from 'commander';
import type { SealedEventLog } from '#platform/event-store/sealed-event-log.js';
import { EVENT_LOG } from '#platform/platform.module.js';
import { print, withService } from './session.js';

export const addLookUpCommands = (program: Command): void => {
  program
    .command('look-up')
    .description('how what people are known by is found in the log')
    .command('keyed-only')
    .description(
      'from now on by keyed hashes alone; no process of a version that had none may run any more',
    )
    .action(async (_: object, command: Command) =>
      withService(async (app) => {
        const changed = await app.get<SealedEventLog>(EVENT_LOG).lookUps.endPlain();
        print(command, { keyedOnly: true, changed });
      }),
    );
};
