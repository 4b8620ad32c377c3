import { CommandBus } from '@nestjs/cqrs';
import { type Command, Option } from 'commander';
import { EraseUser, ExportUser, HoldUser, RecordErasure } from '#erasure';
import { PROVIDERS, type Provider } from '#users';
import { reason } from './reason.js';
import { isJson, print, withService } from './session.js';

type Erase = { readonly user: string; readonly reason: string; readonly confirm?: string };
type Asked = { readonly user: string; readonly provider: Provider; readonly reference: string };

/** What the law gives a person: to see what is held, and to be erased. Part of `user`. */
export const addErasureCommands = (user: Command): void => {
  user
    .command('erase')
    .description(
      'destroys what tells of a person, for ever; the first step says what would be done',
    )
    .requiredOption('--user <id>', 'whose')
    .requiredOption('--reason <text>', 'on what ground; kept in clear, so name nobody', reason)
    .option('--confirm <code>', 'the code that the first step answered')
    .action(async ({ user: id, reason: why, confirm = '' }: Erase, command: Command) =>
      withService(async (app) => {
        const erase = new EraseUser(id, why, confirm === '' ? null : confirm);
        const { toAsk, ...answer } = await app.get(CommandBus).execute(erase);
        if (isJson(command)) {
          print(command, { ...answer, toAsk });
          return;
        }
        print(command, answer);
        const asked = toAsk.map(({ provider, ids }) => `the ${provider}: ${ids.join(', ')}`);
        if (answer.state !== 'erased') {
          console.log(
            `Nothing has changed. Give the command again with --confirm ${answer.confirm}`,
          );
          for (const each of asked) console.log(`To be asked then to erase it, too: ${each}`);
          return;
        }
        console.log('Delete the backups from before it by then: they hold the user.');
        for (const each of asked) console.log(`Ask to erase it, too: ${each}`);
        for (const { provider } of toAsk)
          console.log(
            `Once it has: user erased-at --user ${id} --provider ${provider} --reference <what it calls it>`,
          );
      }),
    );
  user
    .command('erased-at')
    .description('records that a provider has erased what it had of an erased user')
    .requiredOption('--user <id>', 'whose')
    .addOption(new Option('--provider <name>', 'who').choices(PROVIDERS).makeOptionMandatory())
    .requiredOption('--reference <text>', 'what the provider calls it')
    .action(async ({ user: id, provider, reference }: Asked, command: Command) =>
      withService(async (app) => {
        const done = new RecordErasure(id, provider, reference);
        print(command, await app.get(CommandBus).execute(done));
      }),
    );
  for (const [name, held, about] of HOLDS)
    user
      .command(name)
      .description(about)
      .requiredOption('--user <id>', 'whose')
      .requiredOption('--reason <text>', 'kept with the decision', reason)
      .action(async (options: Erase, command: Command) =>
        withService(async (app) => {
          const decision = new HoldUser(options.user, held, options.reason);
          print(command, await app.get(CommandBus).execute(decision));
        }),
      );
  user
    .command('export')
    .description('everything that is held about a user, as JSON')
    .requiredOption('--user <id>', 'whose')
    .action(async ({ user: id }: { readonly user: string }) =>
      withService(async (app) => {
        const held = await app.get(CommandBus).execute(new ExportUser(id));
        console.log(JSON.stringify(held, bigintAsText, 2));
      }),
    );
};

const HOLDS = [
  ['hold', true, 'a legal hold: the user’s data are not erased'],
  ['release', false, 'ends the legal hold'],
] as const;

const bigintAsText = (_: string, value: unknown) =>
  typeof value === 'bigint' ? `${value}` : value;
