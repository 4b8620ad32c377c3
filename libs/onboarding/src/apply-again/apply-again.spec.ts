import { beforeEach, describe, expect, it } from '@jest/globals';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { type UserEvent, users } from '#users';
import { Desk } from '../../../../test/support/desk.js';
import { toProfile, traderProfile } from '../show-profile/profile.view.js';
import { profileRows } from '../show-profile/profile.rows.js';
import { given, rowAfter } from '../../../../test/support/given.js';
import type { ProfileRow } from '../show-profile/profile.rows.js';
import {
  applyAgain,
  createTraderProfile,
  recordAccount,
} from '../trader-profile/trader-profile.decide.js';
import { profile } from '../trader-profile/trader-profile.examples.js';
import { parseTraderProfileEvent } from '../trader-profile/trader-profile.events.js';
import { traderProfiles } from '../trader-profile/trader-profile.state.js';
import { traderProfileWorkflow } from '../trader-profile/trader-profile.workflow.js';
import { ApplyAgain } from './apply-again.command.js';
import { ApplyAgainHandler } from './apply-again.handler.js';

let desk: Desk;
let userId: string;

beforeEach(async () => {
  desk = new Desk(new InMemoryEventLog());
  userId = await desk.registered();
  const own = { ...profile, userId, partnerId: desk.partnerId };
  const created = createTraderProfile(own, new Date());
  await desk.store.transact(traderProfiles, userId, created, desk.cause);
});

const refuse = () =>
  desk.store.transact(
    traderProfiles,
    userId,
    recordAccount({ kind: 'refused', reason: 'known', emailTaken: true }, new Date()),
    desk.cause,
  );
const apply = (email?: string) =>
  new ApplyAgainHandler(desk.store).execute(new ApplyAgain(userId, 'the broker freed it', email));
const load = () => desk.store.load(traderProfiles, userId);

describe('applying again for an account that the broker refused', () => {
  beforeEach(refuse);

  it('asks with the same details', async () => {
    const { taxIdSealed, emailAddress } = (await load())!;
    await apply();
    expect(await load()).toMatchObject({
      ...{ account: { kind: 'requested' }, attempts: 0, taxIdSealed, emailAddress },
    });
  });
  it('asks with another e-mail', async () => {
    expect(await apply('ada@elsewhere.example')).toMatchObject({ email: 'ada@elsewhere.example' });
    expect((await load())?.emailAddress).toBe('ada@elsewhere.example');
  });
  it('keeps the reason, begins the job, and shows partners nothing of it', async () => {
    await apply();
    const events = await desk.log.read(`profile-${userId}`);
    const parsed = events.map(({ type, data }) => parseTraderProfileEvent(type, data));
    expect(parsed.at(-1)?.data).toMatchObject({ reason: 'the broker freed it' });
    expect(traderProfileWorkflow(parsed.at(-1)!)).not.toEqual([]);
    const shown = toProfile(rowAfter(profileRows, ...parsed) as ProfileRow, () => '');
    expect(traderProfile.shape.statusReason.parse(shown.statusReason)).toBeNull();
    expect(shown).not.toHaveProperty('reason');
  });
  it('is refused for what is no address', () =>
    expect(apply('nobody')).rejects.toMatchObject({ code: 'email_invalid' }));
  it('is refused for a user who is closed', async () => {
    const data = { userId, partnerId: desk.partnerId, reason: 'left', at: '' };
    const closed = { type: 'UserClosed', data: { ...data, from: 'active' } } as UserEvent;
    await desk.store.transact(users, userId, () => [closed], desk.cause);
    await expect(apply()).rejects.toMatchObject({ code: 'user_not_active' });
  });
});

it('is refused for a user who was erased, whatever the address', () => {
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

it('an account that waits is not applied for again', () =>
  expect(apply()).rejects.toMatchObject({ code: 'account_not_refused' }));
