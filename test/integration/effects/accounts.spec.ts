import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { accountOwner } from '#onboarding/open-account/account-owner.js';
import { traderProfiles } from '#onboarding/trader-profile/trader-profile.state.js';
import type { AlpacaBroker } from '#broker/alpaca-broker.js';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { claim } from '#kernel/event-store/claims.js';
import { OpenAccountProcessor } from '../../../libs/onboarding/src/open-account/open-account.processor.js';
import { RefreshAccountProcessor } from '../../../libs/onboarding/src/refresh-account/refresh-account.processor.js';
import { accountApplication } from '../../../libs/onboarding/src/open-account/account-application.js';
import { accountClaim } from '../../../libs/onboarding/src/open-account/account-owner.js';
import { encryptedProfile } from '../../../libs/onboarding/src/trader-profile/encrypted-profile.js';
import {
  createTraderProfile,
  recordAccount,
} from '../../../libs/onboarding/src/trader-profile/trader-profile.decide.js';
import {
  type TraderProfile,
  personIn,
} from '../../../libs/onboarding/src/trader-profile/trader-profile.state.js';
import { PROFILE } from '../../support/console-session.js';
import { EffectStage, mishaps } from './fixture.js';

const NEUTRAL = 'This e-mail address cannot be used for a new account at the broker';
const secrets = new SecretCipher([{ kid: 'k', key: randomBytes(32) }]);

let stage: EffectStage;
let processor: OpenAccountProcessor;
let userId: string;
let emailAddress: string;

beforeAll(async () => {
  stage = await EffectStage.open();
  processor = new OpenAccountProcessor(stage.session.store, stage.broker, secrets);
});

afterAll(() => stage.close());

const apply = async (changes: Partial<typeof PROFILE> = {}) => {
  userId = randomUUID();
  emailAddress = `${userId}@users.example`;
  const { partnerId } = stage.session;
  const open = { ...PROFILE, userId, partnerId, emailAddress, ...changes };
  const profile = encryptedProfile(open, '123459876', secrets);
  const decision = createTraderProfile(profile, new Date(Date.now()));
  await stage.session.store.transact(traderProfiles, userId, decision, stage.session.cause);
};
const profile = async () =>
  (await stage.session.store.load(traderProfiles, userId)) as TraderProfile;
const isOpened = async () => (await profile()).account.kind === 'opened';
const atBroker = async () =>
  (await stage.sandbox.ledger()).accounts.filter(({ email }) => email === emailAddress);

beforeEach(async () => {
  await stage.calm();
  await apply();
});

describe('an account is opened once when', () => {
  it.each(mishaps('POST /v1/accounts', 'GET /v1/accounts'))('%s', async (_, happen) => {
    await happen(stage);
    await stage.runUntil(processor, userId, isOpened);
    const [opened, ...more] = await atBroker();
    expect(more).toEqual([]);
    expect((await profile()).account).toMatchObject({ kind: 'opened', id: opened?.id });
    expect(await accountOwner(stage.session.store, String(opened?.id))).toBe(userId);
  });

  it('eight workers run at once', async () => {
    await Promise.allSettled(Array.from({ length: 8 }, () => stage.run(processor, userId)));
    await stage.runUntil(processor, userId, isOpened);
    expect(await atBroker()).toHaveLength(1);
  });

  it('a worker is delayed after its intent record while another does its work', async () => {
    stage.log.stall(async () => {
      stage.passTime();
      await stage.runUntil(processor, userId, isOpened);
    });
    await expect(stage.run(processor, userId)).rejects.toThrow(/delayed since/);
    expect(await atBroker()).toHaveLength(1);
  });

  it('it is not listed for longer than a send may take, and the next send meets it', async () => {
    await stage.fault('POST /v1/accounts', 'execute-then-reset');
    await stage.run(processor, userId).catch(() => undefined);
    stage.passTime();
    await stage.fault('GET /v1/accounts', 'not-found-for:60000');
    await stage.run(processor, userId).catch(() => undefined);
    expect((await profile()).account.kind).toBe('requested');
    await stage.calm();
    await stage.runUntil(processor, userId, isOpened);
    expect(await atBroker()).toHaveLength(1);
  });
});

describe('an account that was told under the id of another user’s', () => {
  it('is looked up, and is the one that the broker has for the application', async () => {
    const application = accountApplication(personIn(await profile())!, '123459876');
    const { broker, session } = stage;
    let own = '';
    const lying = Object.create(broker, {
      openAccount: {
        value: async () => {
          const sent = await broker.openAccount(application, 'request-1');
          if (sent.kind !== 'accepted') return sent;
          own = sent.value.id;
          const id = randomUUID();
          await claim(session.store, accountClaim(id), randomUUID(), new Date(), session.cause);
          return { ...sent, value: { ...sent.value, id } };
        },
      },
    }) as AlpacaBroker;
    const lied = new OpenAccountProcessor(session.store, lying, secrets);
    await expect(stage.run(lied, userId)).rejects.toThrow('belongs to user');
    expect((await profile()).account).toMatchObject({ kind: 'requested' });
    await stage.runUntil(lied, userId, isOpened);
    expect((await profile()).account).toMatchObject({ kind: 'opened', id: own });
  });
});

describe('an account that was told under an id which is none', () => {
  let refresh: RefreshAccountProcessor;
  const told = async (status = 'SUBMITTED') => {
    const account = { id: randomUUID(), number: '900000009', status, reason: null };
    const decision = recordAccount({ kind: 'opened', account }, new Date());
    await stage.session.store.transact(traderProfiles, userId, decision, stage.session.cause);
    return account.id;
  };
  const opened = async (): Promise<string> => {
    const application = accountApplication(personIn(await profile())!, '123459876');
    const sent = await stage.broker.openAccount(application, 'request-1');
    return sent.kind === 'accepted' ? sent.value.id : '';
  };
  const known = async () => (await profile()).account;

  beforeAll(() => {
    refresh = new RefreshAccountProcessor(stage.session.store, stage.broker, secrets);
  });

  it('is the one that the broker has for the application', async () => {
    const id = await opened();
    await told();
    await stage.run(refresh, userId);
    expect(await known()).toMatchObject({ kind: 'opened', id });
    expect(await accountOwner(stage.session.store, id)).toBe(userId);
    await stage.run(refresh, userId);
    expect(await known()).toMatchObject({ id });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the broker has none for the application', () => told()],
    [
      'the broker does not say',
      async () => {
        await opened();
        await stage.fault('GET /v1/accounts', 'status:500', 2);
        return told();
      },
    ],
    ['it was active', async () => (await opened()) && told('ACTIVE')],
    [
      'that is another user’s',
      async () => {
        const id = accountClaim(await opened());
        await claim(stage.session.store, id, randomUUID(), new Date(), stage.session.cause);
        return told();
      },
    ],
  ])('stays as it was told where %s', async (_, happens) => {
    const id = await happens();
    await expect(stage.run(refresh, userId)).rejects.toThrow(/ returned /);
    expect(await known()).toMatchObject({ kind: 'opened', id });
  });
});

describe('an account is refused when', () => {
  const reason = async () => {
    const { account } = await profile();
    return account.kind === 'refused' ? account.reason : null;
  };

  it.each([
    [
      'the address is none',
      { residentialAddress: 'P.O. Box 1' },
      /street address .* no P\.O\. box/,
    ],
    ['the funding source is missing', { accountFundingSource: '' }, /source of the funds/],
    ['the name is in other letters', { legalFirstName: '太郎' }, /given name in Latin letters/],
    ['nobody knows from where the user agreed', { agreementIp: '' }, /IPv4 address/],
  ])('%s, and says so', async (_, changes, expected) => {
    await apply(changes);
    await stage.run(processor, userId);
    await stage.run(processor, userId);
    expect(await reason()).toMatch(expected);
    expect(await profile()).toMatchObject({ attempts: 0, account: { isHeld: true } });
    expect(await atBroker()).toEqual([]);
  });

  it('another user has one with the e-mail, which is told to operators alone', async () => {
    await stage.runUntil(processor, userId, isOpened);
    const first = emailAddress;
    await apply({ emailAddress: first });
    await stage.run(processor, userId);
    expect(await reason()).toBe(NEUTRAL);
    expect((await profile()).account).toMatchObject({
      ...{ emailTaken: true, brokerReason: expect.stringContaining('not this user’s') },
    });
    expect(await atBroker()).toEqual([]);
  });

  it.each([409, 422])('another partner’s user has one with the e-mail: %i', async (status) => {
    await stage.sandbox.control('POST', '/emails', { email: emailAddress, status });
    await stage.run(processor, userId);
    expect(await reason()).toBe(NEUTRAL);
    expect((await profile()).account).toMatchObject({ emailTaken: true });
  });
});
