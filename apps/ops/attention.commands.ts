import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Command } from 'commander';
import { Attention } from '#platform/attention/attention.js';
import type { AttentionEntry } from '#platform/attention/attention-entry.js';
import { Failures } from '#platform/attention/failures.js';
import type { Broker } from '#platform/broker/broker.js';
import type { Config } from '#platform/config/config.js';
import type { Logger } from '#platform/core/logger.js';
import { SecretBox } from '#platform/core/secret-box.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import { EventStore } from '#platform/event-store/event-store.js';
import type { IdentityProvider } from '#platform/identity/identity-provider.js';
import { Queues } from '#platform/jobs/queues.js';
import { BROKER, CONFIG, EVENT_LOG, IDENTITY_PROVIDER, LOGGER } from '#platform/platform.module.js';
import { DueList } from '#platform/read-models/due-list.js';
import { lookUps, part, projections } from '../parts.js';
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

const withAttention = (work: (attention: Attention) => Promise<void>): Promise<void> =>
  withService(async (app) => {
    const redis = app.get(Redis);
    const queues = new Queues(app.get<Config>(CONFIG).redisUrl, app.get<Logger>(LOGGER));
    const attention = new Attention({
      log: app.get<EventLog>(EVENT_LOG),
      redis,
      dueList: new DueList(redis),
      failures: new Failures(redis),
      queues,
      part,
      projections: projections.map(({ name }) => name),
      lookUps,
      providers: {
        store: app.get(EventStore),
        broker: app.get<Broker>(BROKER),
        identity: app.get<IdentityProvider>(IDENTITY_PROVIDER),
        secrets: app.get(SecretBox),
      },
    });
    try {
      await work(attention);
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
