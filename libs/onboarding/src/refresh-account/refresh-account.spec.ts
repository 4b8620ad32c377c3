import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import type { Broker } from '#broker/broker.js';
import type { BrokerAccount } from '#broker/broker-records.js';
import { claim } from '#kernel/event-store/claims.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { ConsoleSession } from '../../../../test/support/console-session.js';
import { Died, DyingLog } from '../../../../test/support/dying-log.js';
import { accountClaim, accountOwner } from '../open-account/account-owner.js';
import { traderProfiles } from '../trader-profile/trader-profile.state.js';
import { RefreshAccountProcessor } from './refresh-account.processor.js';

const secrets = new SecretCipher([{ kid: 'k', key: randomBytes(32) }]);

let log: DyingLog;
let fixture: ConsoleSession;
let userId: string;
let answers: (() => Promise<BrokerAccount>)[];
let processor: RefreshAccountProcessor;

const account = (status: string): BrokerAccount => ({
  ...{ id: 'a-1', number: '900000001', status, reason: null },
});
const look = () => processor.process({ id: userId, correlationId: 'c', causationId: 'c' });
const status = async () => {
  const profile = await fixture.store.load(traderProfiles, userId);
  return profile?.account.kind === 'opened' ? profile.account.status : null;
};

beforeEach(async () => {
  log = new DyingLog(new InMemoryEventLog());
  fixture = new ConsoleSession(log);
  userId = await fixture.user('a-1', 'SUBMITTED');
  answers = [];
  const getAccount = () => answers.shift()?.() ?? Promise.reject(new Error('not asked for'));
  processor = new RefreshAccountProcessor(
    fixture.store,
    { getAccount } as unknown as Broker,
    secrets,
  );
});

describe('the account’s status', () => {
  it.each(['ACTIVE', 'ACTION_REQUIRED', 'ACCOUNT_CLOSED', 'SOMETHING_NEW'])(
    'becomes %s as the broker says',
    async (word) => {
      answers = [() => Promise.resolve(account(word))];
      await look();
      expect(await status()).toBe(word);
    },
  );
  it('does not go back when an earlier response arrives later', async () => {
    answers = [
      async () => {
        await look();
        return account('APPROVED');
      },
      () => Promise.resolve(account('ACTIVE')),
    ];
    await expect(look())
      .rejects.toThrow(/expected revision/)
      .catch(() => undefined);
    expect(await status()).toBe('ACTIVE');
  });
});

describe('an account under an unknown id', () => {
  const found = { ...account('ACTIVE'), id: 'a-2' };
  const opened = { open: () => '123456789' } as unknown as SecretCipher;
  const accountId = async () => {
    const profile = await fixture.store.load(traderProfiles, userId);
    return profile?.account.kind === 'opened' ? profile.account.id : null;
  };
  beforeEach(() => {
    const broker = {
      getAccount: () => Promise.reject(new Error('asked about a-1, received another account')),
      findAccount: () => Promise.resolve(found),
    };
    processor = new RefreshAccountProcessor(fixture.store, broker as unknown as Broker, opened);
  });

  it('is replaced by the account that the broker has under the application', async () => {
    await look();
    expect([await accountId(), await accountOwner(fixture.store, 'a-2')]).toEqual(['a-2', userId]);
  });

  it.each([
    ['before its claim', 1, 'before'],
    ['after its claim', 1, 'after'],
    ['before it is recorded', 2, 'before'],
    ['after it is recorded', 2, 'after'],
  ] as const)('is so, too, if the worker dies %s and looks again', async (_, nth, moment) => {
    log.dieAt(nth, moment);
    await expect(look()).rejects.toThrow(Died);
    await look().catch(() => undefined);
    expect([await accountId(), await accountOwner(fixture.store, 'a-2')]).toEqual(['a-2', userId]);
    expect(await log.read(`profile-${userId}`)).toHaveLength(3);
  });

  it('stays unchanged while the found account belongs to another user', async () => {
    const other = await fixture.user('a-3');
    await claim(fixture.store, accountClaim('a-2'), other, new Date(), fixture.cause);
    await expect(look()).rejects.toThrow('received another account');
    expect(await accountId()).toBe('a-1');
  });
});
