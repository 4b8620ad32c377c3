import { CommandBus } from '@nestjs/cqrs';
import { type Command, Option } from 'commander';
import { CheckErasure } from '#erasure/erase-user/check-erasure.handler.js';
import { EraseUser } from '#erasure/erase-user/erase-user.handler.js';
import { ExportUser } from '#erasure/export-user/export-user.handler.js';
import { HoldUser } from '#erasure/hold-user/hold-user.handler.js';
import type { Obstacle } from '#erasure/erase-user/refusals.js';
import { RecordErasure } from '#erasure/erase-user/record-erasure.handler.js';
import { Rows } from '#read-models/rows.js';
import { PROVIDERS } from '#users/user/user.events.js';
import type { Provider } from '#users/user/user.state.js';
import { openErasureTable } from '#users/open-erasures/open-erasures.projection.js';
import { execute, inService, isJson, parseReason, print, printJson, USER } from './session.js';

type Hold = { readonly user: string; readonly reason: string };
type Erase = { readonly user: string; readonly reason?: string; readonly confirm?: string };
type Confirmation = {
  readonly user: string;
  readonly provider: Provider;
  readonly reference: string;
};

/** Adds the commands for the rights of access and erasure to `user`. */
export const addErasureCommands = (user: Command): void => {
  user
    .command('erase')
    .description(
      'destroys the data of a person permanently; without --reason it lists the obstacles, without --confirm it shows the effect',
    )
    .requiredOption(...USER)
    .option(
      '--reason <text>',
      'legal ground, recorded in plaintext: do not name a person',
      parseReason,
    )
    .option('--confirm <code>', 'the code that the command with --reason printed')
    .action(
      inService(async (app, { user: id, reason, confirm = '' }: Erase, command) => {
        if (reason === undefined) {
          const obstacles = await app.get(CommandBus).execute(new CheckErasure(id));
          print(command, isJson(command) ? obstacles : obstacles.map(obstacleRow));
          if (!isJson(command) && obstacles.length === 0)
            console.log('The user can be erased. Run the command again with --reason.');
          return;
        }
        const erase = new EraseUser(id, reason, confirm === '' ? null : confirm);
        const { toAsk, ...answer } = await app.get(CommandBus).execute(erase);
        if (isJson(command)) {
          print(command, { ...answer, toAsk });
          return;
        }
        print(command, answer);
        const asked = toAsk.map(({ provider, ids }) => `the ${provider}: ${ids.join(', ')}`);
        if (answer.state !== 'erased') {
          console.log(
            `Nothing has changed. Run the command again with --confirm ${answer.confirm}`,
          );
          for (const each of asked)
            console.log(`After that, ask this provider to erase the person: ${each}`);
          return;
        }
        console.log(
          'By then, delete the backups from before the erasure, because they contain the user.',
        );
        for (const each of asked) console.log(`Ask this provider to erase the person: ${each}`);
        if (toAsk.some(({ provider }) => provider === 'event-store')) console.log(SCAVENGE);
        for (const { provider } of toAsk)
          console.log(
            `After its confirmation: user erased-at --user ${id} --provider ${provider} --reference <the provider's reference>`,
          );
      }),
    );
  user
    .command('erased-at')
    .description('records that a provider has erased the data of an erased user')
    .requiredOption(...USER)
    .addOption(
      new Option('--provider <name>', 'the provider').choices(PROVIDERS).makeOptionMandatory(),
    )
    .requiredOption('--reference <text>', 'reference of the provider')
    .action(
      execute(
        ({ user: id, provider, reference }: Confirmation) =>
          new RecordErasure(id, provider, reference),
      ),
    );
  user
    .command('erasures')
    .description(
      'lists erasures without the confirmation of a provider or of the event store’s scavenge',
    )
    .action(
      inService((app) => app.get(Rows).find(null, openErasureTable, { orderBy: 'erasedAt' })),
    );
  for (const [name, held, about] of HOLDS)
    user
      .command(name)
      .description(about)
      .requiredOption(...USER)
      .requiredOption('--reason <text>', 'reason, recorded with the decision', parseReason)
      .action(execute((options: Hold) => new HoldUser(options.user, held, options.reason)));
  user
    .command('export')
    .description('prints all data about a user as JSON')
    .requiredOption(...USER)
    .action(
      inService(async (app, { user: id }: { readonly user: string }) => {
        printJson(await app.get(CommandBus).execute(new ExportUser(id)));
      }),
    );
};

const obstacleRow = ({ code, detail, deposits, orders }: Obstacle) => ({
  ...{ code, detail, deposits: deposits.join(', '), orders: orders.join(', ') },
});

const SCAVENGE =
  'The files of EventStoreDB contain the destroyed key until a scavenge. On each node: curl -i -X POST -u <ops user> https://<node>:2113/admin/scavenge';

const HOLDS = [
  ['hold', true, 'sets a legal hold: the user cannot be erased'],
  ['release', false, 'ends the legal hold'],
] as const;
