import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { withCloserEmail } from '#console-api/attention/closer-email.js';
import { withDisplayNames } from '#console-api/attention/attention-names.js';
import { readFirmAccount } from '#funding/watch-firm-account/firm-account-watch.js';
import type { Attention } from '#operations/attention/attention.js';
import type { Config } from '#config/config.js';
import type { Logger } from '#kernel/logger.js';
import { Refused } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { Queues } from '#jobs/queues.js';
import { CONFIG, LOGGER, REDIS } from '#kernel/tokens.js';
import type { RedisClient } from '#redis/script.js';
import { Rows } from '#read-models/rows.js';
import { attentionOf } from '../attention.js';
import { attentionReport } from './attention-report.js';
import { isJson, print, withService } from './session.js';

export const addAttentionCommands = (program: Command): void => {
  const attention = program
    .command('attention')
    .description('stuck work: cause, start, and actions');
  attention
    .command('list')
    .description(
      'lists work that failed permanently or for over 30 seconds, or is open for over 5 minutes',
    )
    .option('--failing', 'also lists work that failed recently and is being retried', false)
    .action(async ({ failing }: { failing: boolean }, command: Command) =>
      withAttention(async (attended, app) => {
        const sources = { store: app.get(EventStore), rows: app.get(Rows) };
        const all = await attended.list(new Date(), { failing: true });
        const listed = failing ? all : all.filter(({ state }) => state === 'stuck');
        const entries = await withDisplayNames(sources, listed);
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
    .description('retries an entry now; needs the running service')
    .requiredOption('--id <id>', 'id in attention list, or id of a deposit, order, user …')
    .action(async ({ id }: { id: string }, command: Command) =>
      withAttention(async (stuck) => {
        const asked = await retryOrEnded(stuck, id);
        if (asked.length === 0 && !isJson(command)) {
          console.log(`The work of ${id} has ended already: there is nothing to retry.`);
          return;
        }
        print(
          command,
          asked.map((each) => ({ id, asked: each })),
        );
      }),
    );
  addLookUp(attention);
  addClose(attention);
};

/** Retries the work. It may have ended since it was listed; then there is nothing to retry. */
const retryOrEnded = async (stuck: Attention, id: string): Promise<readonly string[]> => {
  try {
    return await stuck.retry(id, new Date());
  } catch (error) {
    const isOpen = !(error instanceof Refused) || error.code !== 'nothing_waits';
    if (isOpen || !(await stuck.isRecorded(id))) throw error;
    return [];
  }
};

const addLookUp = (attention: Command): void => {
  attention
    .command('look-up')
    .description('shows the provider’s state of an entry, without changes')
    .requiredOption('--id <id>', 'id in attention list, or id of a deposit, order, user …')
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
    .description('ends an entry that cannot continue, after a lookup of its effect at the provider')
    .requiredOption('--id <id>', 'id in attention list')
    .requiredOption('--reason <text>', 'reason, recorded in the log')
    .action(async ({ id, reason }: { id: string; reason: string }, command: Command) =>
      withAttention(async (stuck, app) => {
        try {
          print(command, { id, follows: await stuck.close(id, { reason }, new Date()) });
        } catch (error) {
          throw await withCloserEmail(app.get(EventStore), error);
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
