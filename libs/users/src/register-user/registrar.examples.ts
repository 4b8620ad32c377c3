import type { EventLog } from '#kernel/event-store/event-log.js';
import { catchUp } from '#kernel/event-store/catch-up.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { LookUps } from '#event-log/encryption/look-ups.js';
import { type LookUpNames, PLAIN_NAMES } from '#kernel/event-store/look-up-names.js';
import { type InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { emailKey } from '#kernel/email.js';
import { type RegisteredUser, type UserDetails, isRegistered, users } from '../user/user.state.js';
import { Registrar } from './registrar.js';

export const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };

export const ada: UserDetails = {
  userId: '00000000-0000-4000-8000-000000000001',
  partnerId: 'p-1',
  externalId: null,
  email: 'ada@users.example',
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'USA',
  phone: null,
  dateOfBirth: null,
};

export class Died extends Error {
  override readonly name = 'Died';
}

/** Hooks around every step of a creator. A hook may stop the creator permanently or for a while. */
export type Steps = { readonly before: () => Promise<void>; readonly after: () => Promise<void> };

/** A registrar of a separate process. Appends run through `appends`, other steps through `others`. */
export const registrarOf = (
  log: EventLog,
  appends: Steps = freely,
  others: Steps = freely,
  lookUps: LookUpNames = PLAIN_NAMES,
): Registrar => {
  const steps = async <Result>({ before, after }: Steps, work: () => Promise<Result>) => {
    await before();
    const result = await work();
    await after();
    return result;
  };
  const stepping: EventLog = {
    read: (...args) => steps(others, () => log.read(...args)),
    append: (...args) => steps(appends, () => log.append(...args)),
    subscribe: (...args) => log.subscribe(...args),
    head: () => log.head(),
    close: () => log.close(),
    lookUps,
  };
  return new Registrar(new EventStore(stepping), () => steps(others, async () => undefined));
};

const KEY = Buffer.alloc(32, 1).toString('base64');

/** Lookup names of an encrypted log. */
export const keyedNames: LookUpNames = new LookUps({ secret: async () => `never:${KEY}` });

const freely: Steps = { before: async () => undefined, after: async () => undefined };

/**
 * Returns all users.
 * @throws {Error} if two users share an e-mail or an `externalId`
 */
export const audited = async (log: InMemoryEventLog): Promise<readonly RegisteredUser[]> => {
  const store = new EventStore(log);
  const ids = new Set<string>();
  await catchUp({ log, after: null }, (events) => {
    for (const { stream } of events)
      if (stream.startsWith('user-')) ids.add(stream.slice('user-'.length));
  });
  const all = await Promise.all([...ids].map((id) => store.load(users, id)));
  const created = all.filter(isRegistered);
  const emails = created.map(({ email }) => emailKey(email ?? ''));
  const externalIds = created.flatMap(({ externalId }) => externalId ?? []);
  if (new Set(emails).size !== emails.length) throw new Error(`Shared e-mail: ${emails.join()}`);
  if (new Set(externalIds).size !== externalIds.length)
    throw new Error(`Shared externalId: ${externalIds.join()}`);
  return created;
};
