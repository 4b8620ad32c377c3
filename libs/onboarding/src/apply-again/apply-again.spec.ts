import { beforeEach, describe, expect, it } from '@jest/globals';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import type { UserEvent } from '#users/user/user.events.js';
import { users } from '#users/user/user.state.js';
import { ConsoleSession } from '../../../../test/support/console-session.js';
import { toProfile, traderProfile } from '../show-profile/profile.view.js';
import { type ProfileRow, profileRows } from '../show-profile/profile.rows.js';
import { given, rowAfter } from '../../../../test/support/given.js';
import {
  applyAgain,
  createTraderProfile,
  recordAccount,
} from '../trader-profile/trader-profile.decide.js';
import { profile } from '../trader-profile/trader-profile.examples.js';
import { parseTraderProfileEvent } from '../trader-profile/trader-profile.events.js';
import { traderProfiles } from '../trader-profile/trader-profile.state.js';
import { traderProfilePolicy } from '../trader-profile/trader-profile.policy.js';
import { ApplyAgain, ApplyAgainHandler } from './apply-again.handler.js';

let fixture: ConsoleSession;
let userId: string;

beforeEach(async () => {
  fixture = new ConsoleSession(new InMemoryEventLog());
  userId = await fixture.registered();
  const own = { ...profile, userId, partnerId: fixture.partnerId };
  const created = createTraderProfile(own, new Date());
  await fixture.store.transact(traderProfiles, userId, created, fixture.cause);
});

const refuse = () =>
  fixture.store.transact(
    traderProfiles,
    userId,
    recordAccount({ kind: 'refused', reason: 'known', emailTaken: true }, new Date()),
    fixture.cause,
  );
const apply = (email?: string) =>
  new ApplyAgainHandler(fixture.store).execute(
    new ApplyAgain(userId, 'the broker freed it', email),
  );
const load = () => fixture.store.load(traderProfiles, userId);

describe('applying again for an account that the broker refused', () => {
  beforeEach(refuse);

  it('sends the same details', async () => {
    const { taxIdSealed, emailAddress } = (await load())!;
    await apply();
    expect(await load()).toMatchObject({
      ...{ account: { kind: 'requested' }, attempts: 0, taxIdSealed, emailAddress },
    });
  });
  it('sends another e-mail address', async () => {
    expect(await apply('ada@elsewhere.example')).toMatchObject({ email: 'ada@elsewhere.example' });
    expect((await load())?.emailAddress).toBe('ada@elsewhere.example');
  });
  it('stores the reason, enqueues the job, and hides the reason from partners', async () => {
    await apply();
    const events = await fixture.log.read(`profile-${userId}`);
    const parsed = events.map(({ type, data }) => parseTraderProfileEvent(type, data));
    expect(parsed.at(-1)?.data).toMatchObject({ reason: 'the broker freed it' });
    expect(traderProfilePolicy(parsed.at(-1)!)).not.toEqual([]);
    const shown = toProfile(rowAfter(profileRows, ...parsed) as ProfileRow, () => '');
    expect(traderProfile.shape.statusReason.parse(shown.statusReason)).toBeNull();
    expect(shown).not.toHaveProperty('reason');
  });
  it('is refused for an invalid address', () =>
    expect(apply('nobody')).rejects.toMatchObject({ code: 'email_invalid' }));
  it('is refused for a closed user', async () => {
    const data = { userId, partnerId: fixture.partnerId, reason: 'left', at: '' };
    const closed = { type: 'UserClosed', data: { ...data, from: 'active' } } as UserEvent;
    await fixture.store.transact(users, userId, () => [closed], fixture.cause);
    await expect(apply()).rejects.toMatchObject({ code: 'user_not_active' });
  });
});

it('is refused for an erased user, with any address', () => {
  const erased = { ...profile, profileId: 'p-1', taxIdSealed: null, emailAddress: null, at: '' };
  const { partnerId } = profile;
  given(
    traderProfiles,
    { type: 'TraderProfileCreated', data: erased },
    { type: 'BrokerAccountRefused', data: { userId, partnerId, reason: 'known', at: '' } },
  )
    .when(applyAgain({ reason: 'asked', email: 'ada@elsewhere.example' }, new Date()))
    .thenRefused('user_not_active');
});

it('does not apply again while an application is open', () =>
  expect(apply()).rejects.toMatchObject({ code: 'account_not_refused' }));
