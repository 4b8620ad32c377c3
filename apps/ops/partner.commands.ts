import { CommandBus } from '@nestjs/cqrs';
import { type Command, InvalidArgumentError } from 'commander';
import {
  ConfigurePartner,
  CreateKey,
  CreatePartner,
  CreatePartnerUser,
  DisablePartnerUser,
  KeyUses,
  REGISTRY_ID,
  ResetPartnerUser,
  RevokeKey,
  type Terms,
  partnerRegistry,
  partners,
} from '#auth';
import { parseInstant } from '#platform/core/instant.js';
import type { Logger } from '#platform/core/logger.js';
import { type Cents, centsFromDecimal, centsToDecimal } from '#platform/core/money.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { LOGGER, REDIS } from '#platform/platform.module.js';
import type { RedisClient } from '#platform/redis/script.js';
import { noSuchPartner, print, withService } from './session.js';

export const addPartnerCommands = (program: Command): void => {
  const partner = program.command('partner').description('partners');
  partner
    .command('create')
    .description('makes a partner, whose first settlement period opens')
    .requiredOption('--name <name>', 'as staff will see it')
    .action(async ({ name }: { name: string }, command: Command) =>
      withService(async (app) =>
        print(command, await app.get(CommandBus).execute(new CreatePartner(name))),
      ),
    );
  partner
    .command('list')
    .description('all partners')
    .action(async (_: object, command: Command) =>
      withService(async (app) => {
        print(command, await app.get(EventStore).load(partnerRegistry, REGISTRY_ID));
      }),
    );
  addConfigure(partner);
  addPartnerUser(program);
  addKeys(program);
};

type Configure = {
  readonly partner: string;
  readonly feeFlat?: Cents;
  readonly feeBps?: number;
  readonly commissionFlat?: Cents;
  readonly commissionBps?: number;
  readonly limit?: Cents;
  readonly dailyLimit?: Cents;
  readonly showTaxId?: boolean;
};

const addConfigure = (partner: Command): void => {
  partner
    .command('configure')
    .description('what differs from the defaults; options left out stay as they are')
    .requiredOption('--partner <id>', 'whose; partner list shows the ids')
    .option('--fee-flat <usd>', 'flat fee per deposit', dollars)
    .option('--fee-bps <n>', 'basis points of a deposit', basisPoints)
    .option('--commission-flat <usd>', 'flat commission per order', dollars)
    .option('--commission-bps <n>', 'basis points of an order', basisPoints)
    .option('--limit <usd>', 'largest deposit', dollars)
    .option('--daily-limit <usd>', 'most that one user may deposit in a day', dollars)
    .option('--show-tax-id <yes|no>', 'show full tax ids to this partner', yesOrNo)
    .action(async (options: Configure, command: Command) =>
      withService(async (app) => {
        const change = {
          feeFlatCents: options.feeFlat,
          feeBasisPoints: options.feeBps,
          commissionFlatCents: options.commissionFlat,
          commissionBasisPoints: options.commissionBps,
          transactionLimitCents: options.limit,
          dailyLimitCents: options.dailyLimit,
          showTaxId: options.showTaxId,
        };
        const configure = new ConfigurePartner(options.partner, change);
        print(command, termsView(await app.get(CommandBus).execute(configure)));
      }),
    );
};

type OfUser = { readonly partner: string; readonly email: string };

const addPartnerUser = (program: Command): void => {
  const user = program.command('partner-user').description('sign-ins of partners');
  const command = (name: string, about: string): Command =>
    user
      .command(name)
      .description(about)
      .requiredOption('--partner <id>', 'whose; partner list shows the ids')
      .requiredOption('--email <email>', 'to sign in with');
  command('create', 'makes a sign-in; the password is shown once').action(
    async ({ partner, email }: OfUser, command: Command) =>
      withService(async (app) =>
        print(command, await app.get(CommandBus).execute(new CreatePartnerUser(partner, email))),
      ),
  );
  command(
    'reset',
    'another password, shown once; ends every session, and lets a disabled one in',
  ).action(async ({ partner, email }: OfUser, command: Command) =>
    withService(async (app) =>
      print(command, await app.get(CommandBus).execute(new ResetPartnerUser(partner, email))),
    ),
  );
  command('disable', 'ends every session within a second, and lets nobody in until a reset')
    .requiredOption('--reason <text>', 'kept with the decision')
    .action(async (options: OfUser & { readonly reason: string }, command: Command) =>
      withService(async (app) => {
        const { partner, email, reason } = options;
        const disable = new DisablePartnerUser(partner, email, reason);
        print(command, await app.get(CommandBus).execute(disable));
      }),
    );
};

const addKeys = (program: Command): void => {
  const key = program.command('key').description('API keys');
  key
    .command('create')
    .description('makes an API key, shown once; two may be active at a time')
    .requiredOption('--partner <id>', 'whose; partner list shows the ids')
    .action(async ({ partner }: { partner: string }, command: Command) =>
      withService(async (app) =>
        print(command, await app.get(CommandBus).execute(new CreateKey(partner))),
      ),
    );
  key
    .command('list')
    .description('a partner’s keys, never their secrets')
    .requiredOption('--partner <id>', 'whose; partner list shows the ids')
    .action(async ({ partner }: { partner: string }, command: Command) =>
      withService(async (app) => {
        const { id, keys } = await app.get(EventStore).load(partners, partner);
        if (id === null) throw noSuchPartner(partner);
        const uses = await new KeyUses(app.get<RedisClient>(REDIS), app.get<Logger>(LOGGER)).of(
          partner,
          new Date(),
        );
        print(
          command,
          keys.map(({ keyId, createdAt, revokedAt, endsAt }) => ({
            ...{ keyId, createdAt, revokedAt, endsAt },
            lastUsedAt: uses?.lastUsedAt.get(keyId) ?? null,
            usesKnownSince: uses?.knownSince ?? null,
          })),
        );
      }),
    );
  key
    .command('revoke')
    .description('ends a key, and the tokens got with it, within a second or at a time')
    .requiredOption('--key <keyId>', 'see key list')
    .option('--at <time>', 'from then on instead of now, like 2026-03-31T17:00:00Z', moment)
    .action(async ({ key: keyId, at }: { key: string; at?: Date }, command: Command) =>
      withService(async (app) => {
        await app.get(CommandBus).execute(new RevokeKey(keyId, undefined, at));
        print(command, at === undefined ? { keyId } : { keyId, endsAt: at.toISOString() });
      }),
    );
};

const termsView = (terms: Terms) => ({
  feeFlat: centsToDecimal(terms.fee.flatCents),
  feeBps: terms.fee.basisPoints,
  commissionFlat: centsToDecimal(terms.commission.flatCents),
  commissionBps: terms.commission.basisPoints,
  limit: centsToDecimal(terms.transactionLimitCents),
  dailyLimit: centsToDecimal(terms.dailyLimitCents),
  showTaxId: terms.showTaxId,
});

const dollars = (text: string): Cents => {
  if (/^\d{1,13}(\.\d{1,2})?$/.test(text)) return centsFromDecimal(text);
  throw new InvalidArgumentError('Give dollars, like 1.50.');
};

const basisPoints = (text: string): number => {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 10_000) return Number(text);
  throw new InvalidArgumentError('Give basis points, 0 to 10000.');
};

const moment = (text: string): Date => {
  const found = /(Z|[+-]\d{2}:\d{2})$/.test(text) ? parseInstant(text) : null;
  if (found !== null) return found;
  throw new InvalidArgumentError('Give a time with its offset, like 2026-03-31T17:00:00Z.');
};

const yesOrNo = (text: string): boolean => {
  if (text === 'yes' || text === 'no') return text === 'yes';
  throw new InvalidArgumentError('Say yes or no.');
};
