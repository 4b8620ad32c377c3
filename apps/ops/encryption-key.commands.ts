import type { Command } from 'commander';
import { PersonKeys } from '#event-log/encryption/person-keys.js';
import { inService, isJson } from './session.js';

const REPORT_EVERY = 1_000;

export const addEncryptionKeyCommands = (program: Command): void => {
  program
    .command('encryption-key')
    .description('the key ring that wraps the keys of people')
    .command('rewrap')
    .description('wraps every key with the first key of the ring, while the service runs')
    .action(
      inService(async (app, _, command) => {
        const onProgress = (seen: number, rewrapped: number) => {
          if (seen % REPORT_EVERY === 0 && !isJson(command))
            console.log(`checked ${seen}, rewrapped ${rewrapped}`);
        };
        return { rewrapped: await app.get(PersonKeys).rewrap(onProgress) };
      }),
    );
};
