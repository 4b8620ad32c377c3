import type { Command } from 'commander';
import { partnerUsers } from '#auth';
import { deposits } from '#funding';
import { verifications } from '#kyc';
import { traderProfiles } from '#onboarding';
import { orders } from '#orders';
import { SecretBox } from '#platform/core/secret-box.js';
import { sealLog } from '#platform/event-store/seal-log.js';
import { staffAccounts, staffRegistry } from '#staff';
import { users } from '#users';
import { logFile } from './log-file.js';
import { requireStopped } from './require-stopped.js';
import { print, withConfig } from './session.js';

const STREAMS = [
  ...[users, traderProfiles, verifications, deposits, orders],
  ...[partnerUsers, staffAccounts, staffRegistry],
];

/** Which fields of events are personal, by category: all of those that have any. */
export const PERSONAL = new Map(
  STREAMS.flatMap(({ category, parse }) => {
    const personal = parse.personal ?? null;
    return personal === null ? [] : [[category, personal] as const];
  }),
);

export const addLogCommands = (program: Command): void => {
  program
    .command('log')
    .description('the embedded event log')
    .command('seal')
    .description(
      'writes a log of before, whose personal data is in clear, into a new, sealed file; the service must be down',
    )
    .requiredOption('--to <file>', 'the new file; put it in place with restore')
    .option('--force', 'replaces a file that is there already', false)
    .action(async ({ to, force }: { to: string; force: boolean }, command: Command) =>
      withConfig(async (config) => {
        // What came later would not be in the new file.
        requireStopped(config);
        const ring = new SecretBox(config.encryptionKeys);
        const done = await sealLog(logFile(config), to, { ring, personal: PERSONAL, force });
        print(command, { file: to, ...done });
      }),
    );
};
