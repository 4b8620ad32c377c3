import type { Command } from 'commander';
import type { EncryptedEventLog } from '#event-log/encryption/encrypted-event-log.js';
import { EVENT_LOG } from '#kernel/tokens.js';
import { print, withService } from './session.js';

export const addLookUpCommands = (program: Command): void => {
  program
    .command('look-up')
    .description('lookup of people in the log by their identifiers')
    .command('keyed-only')
    .description(
      'uses only keyed hashes from now on; stop all processes of versions without them first',
    )
    .action(async (_: object, command: Command) =>
      withService(async (app) => {
        const changed = await app.get<EncryptedEventLog>(EVENT_LOG).lookUps.endPlain();
        print(command, { keyedOnly: true, changed });
      }),
    );
};
