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
import { type Result, inService, isJson } from './session.js';

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
    .action(
      withAttention(async (stuck, app, { failing }: { failing: boolean }, command) => {
        const sources = { store: app.get(EventStore), rows: app.get(Rows) };
        const all = await stuck.list(new Date(), { failing: true });
        const listed = failing ? all : all.filter(({ state }) => state === 'stuck');
        const entries = await withDisplayNames(sources, listed);
        if (isJson(command)) return entries;
        const account = await readFirmAccount(app.get<RedisClient>(REDIS));
        const short = account?.state === 'short';
        console.log(attentionReport(entries, { unlisted: all.length - listed.length, short }));
        return undefined;
      }),
    );
  attention
    .command('retry')
    .description('retries an entry now; needs the running service')
    .requiredOption('--id <id>', 'id in attention list, or id of a deposit, order, user …')
    .action(
      withAttention(async (stuck, _app, { id }: Entry, command) => {
        const jobs = await retryOrEnded(stuck, id);
        if (jobs.length > 0 || isJson(command)) return jobs.map((asked) => ({ id, asked }));
        console.log(`The work of ${id} has already ended, so there is nothing to retry.`);
        return undefined;
      }),
    );
  attention
    .command('look-up')
    .description('shows the provider’s state of an entry, without changes')
    .requiredOption('--id <id>', 'id in attention list, or id of a deposit, order, user …')
    .action(
      withAttention(async (stuck, _app, { id }: Entry) => {
        const found = await stuck.lookUp(id, `look-up-${randomUUID()}`, new Date());
        if (found === null)
          throw new Error(`The state of ${id} cannot be looked up at a provider.`);
        return { id, found };
      }),
    );
  attention
    .command('close')
    .description('ends an entry that cannot continue, after a lookup of its effect at the provider')
    .requiredOption('--id <id>', 'id in attention list')
    .requiredOption('--reason <text>', 'reason, recorded in the log')
    .action(
      withAttention(async (stuck, app, { id, reason }: Entry & { reason: string }) => {
        try {
          return { id, follows: await stuck.close(id, { reason }, new Date()) };
        } catch (error) {
          throw await withCloserEmail(app.get(EventStore), error);
        }
      }),
    );
};

type Entry = { readonly id: string };

/** Retries the work. Returns an empty list if the work has ended since it was listed. */
const retryOrEnded = async (stuck: Attention, id: string): Promise<readonly string[]> => {
  try {
    return await stuck.retry(id, new Date());
  } catch (error) {
    const isOpen = !(error instanceof Refused) || error.code !== 'nothing_waits';
    if (isOpen || !(await stuck.isRecorded(id))) throw error;
    return [];
  }
};

type Work<Options> = (
  attention: Attention,
  app: INestApplicationContext,
  options: Options,
  command: Command,
) => Promise<Result | undefined>;

const withAttention = <Options>(work: Work<Options>) =>
  inService(async (app, options: Options, command) => {
    const queues = new Queues(app.get<Config>(CONFIG).redisUrl, app.get<Logger>(LOGGER));
    try {
      return await work(attentionOf(app, queues), app, options, command);
    } finally {
      await queues.close();
    }
  });
