import { CommandBus } from '@nestjs/cqrs';
import { type Command, InvalidArgumentError } from 'commander';
import { CreateKey } from '#auth/create-key/create-key.handler.js';
import { CreatePartner } from '#auth/create-partner/create-partner.handler.js';
import { CreatePartnerUser } from '#auth/create-partner-user/create-partner-user.handler.js';
import { DisablePartnerUser } from '#auth/disable-partner-user/disable-partner-user.handler.js';
import { ApiKeyUsage } from '#auth/api-key/api-key-usage.js';
import { REGISTRY_ID, partnerRegistry } from '#auth/partner/partner-registry.js';
import { ResetPartnerUser } from '#auth/reset-partner-user/reset-partner-user.handler.js';
import { RevokeKey } from '#auth/revoke-key/revoke-key.handler.js';
import { partners } from '#auth/partner/partner.state.js';
import { isSameName } from '#auth/partner/same-name.js';
import { parseInstant } from '#kernel/instant.js';
import type { Logger } from '#kernel/logger.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { LOGGER, REDIS } from '#kernel/tokens.js';
import type { RedisClient } from '#redis/script.js';
import { addConfigure } from './partner-terms.commands.js';
import { PARTNER, execute, inService, noSuchPartner } from './session.js';

export const addPartnerCommands = (program: Command): void => {
  const partner = program.command('partner').description('partners');
  partner
    .command('create')
    .description('creates a partner and opens its first settlement period')
    .requiredOption('--name <name>', 'name for staff')
    .option('--force', 'creates the partner even if another one has the same name', false)
    .action(
      inService(async (app, { name, force }: { name: string; force: boolean }) => {
        if (!force) await requireNewName(app.get(EventStore), name);
        return app.get(CommandBus).execute(new CreatePartner(name));
      }),
    );
  partner
    .command('list')
    .description('all partners')
    .action(inService((app) => app.get(EventStore).load(partnerRegistry, REGISTRY_ID)));
  addConfigure(partner);
  addPartnerUser(program);
  addKeys(program);
};

/** @throws {Error} if a partner has this name or a name that looks the same. */
const requireNewName = async (store: EventStore, name: string): Promise<void> => {
  const known = await store.load(partnerRegistry, REGISTRY_ID);
  const existing = known.find((each) => isSameName(each.name, name));
  if (existing === undefined) return;
  throw new Error(
    `A partner with this name exists: ${existing.name}, ${existing.id}. To create another one, add --force.`,
  );
};

type OfUser = { readonly partner: string; readonly email: string };

const addPartnerUser = (program: Command): void => {
  const user = program.command('partner-user').description('sign-ins of partners');
  const command = (name: string, about: string): Command =>
    user
      .command(name)
      .description(about)
      .requiredOption(...PARTNER)
      .requiredOption('--email <email>', 'to sign in with');
  command('create', 'creates a sign-in and shows its password once').action(
    execute(({ partner, email }: OfUser) => new CreatePartnerUser(partner, email)),
  );
  command(
    'reset',
    'sets a new password and shows it once; ends all sessions and enables a disabled sign-in',
  ).action(execute(({ partner, email }: OfUser) => new ResetPartnerUser(partner, email)));
  command('disable', 'disables a sign-in until a reset; ends all sessions within a second')
    .requiredOption('--reason <text>', 'reason, recorded with the decision')
    .action(
      execute(
        ({ partner, email, reason }: OfUser & { readonly reason: string }) =>
          new DisablePartnerUser(partner, email, reason),
      ),
    );
};

const addKeys = (program: Command): void => {
  const key = program.command('key').description('API keys');
  key
    .command('create')
    .description('creates an API key and shows it once; two keys may be active')
    .requiredOption(...PARTNER)
    .action(execute(({ partner }: { partner: string }) => new CreateKey(partner)));
  key
    .command('list')
    .description('lists the keys of a partner without their secrets')
    .requiredOption(...PARTNER)
    .action(
      inService(async (app, { partner }: { partner: string }) => {
        const { id, keys } = await app.get(EventStore).load(partners, partner);
        if (id === null) throw noSuchPartner(partner);
        const uses = await new ApiKeyUsage(app.get<RedisClient>(REDIS), app.get<Logger>(LOGGER)).of(
          partner,
          new Date(),
        );
        return keys.map(({ keyId, createdAt, revokedAt, endsAt }) => ({
          ...{ keyId, createdAt, revokedAt, endsAt },
          lastUsedAt: uses?.lastUsedAt.get(keyId) ?? null,
          usesKnownSince: uses?.knownSince ?? null,
        }));
      }),
    );
  key
    .command('revoke')
    .description('ends a key and its tokens within a second, or at a given time')
    .requiredOption('--key <keyId>', 'see key list')
    .option('--at <time>', 'time of the end instead of now, like 2026-03-31T17:00:00Z', moment)
    .action(
      inService(async (app, { key: keyId, at }: { key: string; at?: Date }) => {
        await app.get(CommandBus).execute(new RevokeKey(keyId, undefined, at));
        return at === undefined ? { keyId } : { keyId, endsAt: at.toISOString() };
      }),
    );
};

const moment = (text: string): Date => {
  const found = /(Z|[+-]\d{2}:\d{2})$/.test(text) ? parseInstant(text) : null;
  if (found !== null) return found;
  throw new InvalidArgumentError('Give a time with its offset, like 2026-03-31T17:00:00Z.');
};
