import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { namingWhoClosed, withNames } from '#console';
import { readFirmAccount } from '#funding';
import type { Attention } from '#platform/attention/attention.js';
import type { Config } from '#platform/config/config.js';
import type { Logger } from '#platform/core/logger.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { Queues } from '#platform/jobs/queues.js';
import { CONFIG, LOGGER, REDIS } from '#platform/platform.module.js';
import type { RedisClient } from '#platform/redis/script.js';
import { Rows } from '#platform/read-store/rows.js';
import { attentionOf } from '../attention.js';
import { attentionReport } from './attention-report.js';
import { isJson, print, withService } from './session.js';

export const addAttentionCommands = (program: Command): void => {
  const attention = program.command('attention').description('what got stuck, why, since when');
  attention
    .command('list')
    .description('what failed for good or for over half a minute, or is open for over five minutes')
    .option('--failing', 'also what failed a moment ago and is being tried again', false)
    .action(async ({ failing }: { failing: boolean }, command: Command) =>
      withAttention(async (attended, app) => {
        const sources = { store: app.get(EventStore), rows: app.get(Rows) };
        const all = await attended.list(new Date(), { failing: true });
        const listed = failing ? all : all.filter(({ state }) => state === 'stuck');
        const entries = await withNames(sources, listed);
        if (isJson(command)) print(command, entries);
        else {
          const account = await readFirmAccount(app.get<RedisClient>(REDIS));
          const short = account?.state === 'short';
          console.log(attentionReport(entries, { unlisted: all.length - listed.length, short }));
        }
      }),
    );
  attention
    .command('retry')
    .description('tries one now; needs the running service')
    .requiredOption(
      '--id <id>',
      'as attention list shows it, or the id of a deposit, order, user …',
    )
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
    .requiredOption(
      '--id <id>',
      'as attention list shows it, or the id of a deposit, order, user …',
    )
    .action(async ({ id }: { id: string }, command: Command) =>
      withAttention(async (stuck) => {
        const found = await stuck.lookUp(id, `look-up-${randomUUID()}`, new Date());
        if (found === null) throw new Error(`No provider can be asked about ${id}.`);
        print(command, { id, found });
      }),
    );
};

const addClose = (attention: Command): void => {
  attention
    .command('close')
    .description('ends one that cannot go on; what may have reached a provider is asked for first')
    .requiredOption('--id <id>', 'as attention list shows it')
    .requiredOption('--reason <text>', 'kept in the log')
    .action(async ({ id, reason }: { id: string; reason: string }, command: Command) =>
      withAttention(async (stuck, app) => {
        try {
          print(command, { id, follows: await stuck.close(id, { reason }, new Date()) });
        } catch (error) {
          throw await namingWhoClosed(app.get(EventStore), error);
        }
      }),
    );
};

type Work = (attention: Attention, app: INestApplicationContext) => Promise<void>;

const withAttention = (work: Work): Promise<void> =>
  withService(async (app) => {
    const queues = new Queues(app.get<Config>(CONFIG).redisUrl, app.get<Logger>(LOGGER));
    try {
      await work(attentionOf(app, queues), app);
    } finally {
      await queues.close();
    }
  });
