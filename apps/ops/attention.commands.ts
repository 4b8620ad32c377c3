import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { Attention } from '#platform/attention/attention.js';
import type { AttentionEntry } from '#platform/attention/attention-entry.js';
import type { Config } from '#platform/config/config.js';
import type { Logger } from '#platform/core/logger.js';
import { Queues } from '#platform/jobs/queues.js';
import { CONFIG, LOGGER } from '#platform/platform.module.js';
import { attentionOf } from '../attention.js';
import { isJson, print, withService } from './session.js';

export const addAttentionCommands = (program: Command): void => {
  const attention = program.command('attention').description('what got stuck, why, since when');
  attention
    .command('list')
    .description('what failed for good, or is open for over five minutes')
    .action(async (_: object, command: Command) =>
      withAttention(async (stuck) => {
        const entries = await stuck.list(new Date());
        if (isJson(command)) print(command, entries);
        else report(entries);
      }),
    );
  attention
    .command('retry')
    .description('tries one now; needs the running service')
    .requiredOption('--id <id>', 'from the list, or the id of a deposit, order, user …')
    .action(async ({ id }: { id: string }, command: Command) =>
      withAttention(async (stuck) => {
        const asked = await stuck.retry(id, new Date());
        print(
          command,
          asked.map((each) => ({ id, asked: each })),
        );
      }),
    );
  addLookUp(attention);
  addClose(attention);
};

const addLookUp = (attention: Command): void => {
  attention
    .command('look-up')
    .description('asks the provider how it has one, and changes nothing')
    .requiredOption('--id <id>', 'from the list')
    .action(async ({ id }: { id: string }, command: Command) =>
      withAttention(async (stuck) => {
        const found = await stuck.lookUp(id, `look-up-${randomUUID()}`);
        if (found === null)
          throw new Error(`No provider can be asked about ${id}; see the ids: attention list`);
        print(command, { id, found });
      }),
    );
};

const addClose = (attention: Command): void => {
  attention
    .command('close')
    .description('ends one that cannot go on; what may have reached a provider is asked for first')
    .requiredOption('--id <id>', 'from the list')
    .requiredOption('--reason <text>', 'kept in the log')
    .action(async ({ id, reason }: { id: string; reason: string }, command: Command) =>
      withAttention(async (stuck) => {
        const follows = await stuck.close(id, { reason });
        print(command, { id, follows });
      }),
    );
};

const withAttention = (work: (attention: Attention) => Promise<void>): Promise<void> =>
  withService(async (app) => {
    const queues = new Queues(app.get<Config>(CONFIG).redisUrl, app.get<Logger>(LOGGER));
    try {
      await work(attentionOf(app, queues));
    } finally {
      await queues.close();
    }
  });

const report = (entries: readonly AttentionEntry[]): void => {
  if (entries.length === 0) console.log('Nothing needs attention.');
  for (const { id, about, since, waitsFor, tries, lastError, history, next } of entries) {
    console.log(
      `${id}\n  ${about}${waitsFor === null ? '' : `, waits for ${waitsFor}`}, since ${since}`,
    );
    if (history.length > 0) console.log(`  ${history.map(({ event }) => event).join(' > ')}`);
    const failed = tries === 0 ? '' : ` (${tries} ${tries === 1 ? 'try' : 'tries'} failed)`;
    console.log(`  ${lastError ?? 'nothing failed; it only takes long'}${failed}\n  ${next}\n`);
  }
  if (entries.length > 0) console.log('npm run ops -- attention retry --id <id>');
};
