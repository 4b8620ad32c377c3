import { beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { SecretBox } from '#platform/core/secret-box.js';
import type { Broker, BrokerAccount } from '#platform/broker/broker.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { Desk } from '../../../../test/support/desk.js';
import { traderProfiles } from '../trader-profile/trader-profile.state.js';
import { RefreshAccountProcessor } from './refresh-account.processor.js';

const secrets = new SecretBox([{ kid: 'k', key: randomBytes(32) }]);

let desk: Desk;
let userId: string;
let answers: (() => Promise<BrokerAccount>)[];
let processor: RefreshAccountProcessor;

const account = (status: string): BrokerAccount => ({
  ...{ id: 'a-1', number: '900000001', status, reason: null },
});
const look = () => processor.process({ id: userId, correlationId: 'c', causationId: 'c' });
const status = async () => {
  const profile = await desk.store.load(traderProfiles, userId);
  return profile?.account.kind === 'opened' ? profile.account.status : null;
};

beforeEach(async () => {
  desk = new Desk(new InMemoryEventLog());
  userId = await desk.user('a-1', 'SUBMITTED');
  answers = [];
  const getAccount = () => answers.shift()?.() ?? Promise.reject(new Error('not asked for'));
  processor = new RefreshAccountProcessor(desk.store, { getAccount } as unknown as Broker, secrets);
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
  it('does not go back when an earlier answer comes later', async () => {
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
