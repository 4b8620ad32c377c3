import { describe, expect, it } from '@jest/globals';
import type { BrokerAccount } from '#broker/broker-records.js';
import { given } from '../../../../test/support/given.js';
import { refreshAccount, reviewAccount as reviewJob } from '../jobs.js';
import { isHeldFrom } from './account-standing.js';
import { EMAIL_NOT_USABLE } from './account-words.js';
import {
  awaitsReview,
  recordAccount,
  recordAccountChange,
  reviewAccount,
} from './trader-profile.decide.js';
import type { TraderProfileEvent } from './trader-profile.events.js';
import { active, created, noon, opened, started } from './trader-profile.examples.js';
import { traderProfiles } from './trader-profile.state.js';
import { traderProfilePolicy } from './trader-profile.policy.js';
import { ATTENTION_AFTER_MS } from '#jobs/timing.js';

const said = (changes: Partial<BrokerAccount>): BrokerAccount => ({
  ...{ id: 'a-1', number: '900000001', status: 'ACTIVE', reason: null },
  ...changes,
});
const decided = (history: readonly TraderProfileEvent[], account: BrokerAccount) => {
  const { state } = given(traderProfiles, ...history);
  return recordAccountChange(account, noon)(state);
};
const isActive = [created, started, opened, active];
const blocked = decided(isActive, said({ blocks: ['trading_blocked'] }));
const disabled = decided(isActive, said({ status: 'DISABLED', reason: 'see ticket' }));
const jobActions = ([event]: readonly TraderProfileEvent[]) =>
  event === undefined
    ? []
    : traderProfilePolicy(event).map(({ kind, job }) => `${kind} ${job.name}`);
const isAwaited = (...history: readonly TraderProfileEvent[]) => {
  const { state } = given(traderProfiles, ...isActive, ...history);
  return state !== null && awaitsReview(state);
};

describe('a restricted account', () => {
  it('is recorded with its blocks and its earlier state', () =>
    expect(blocked).toMatchObject([
      {
        type: 'BrokerAccountChanged',
        data: {
          ...{ status: 'ACTIVE', blocks: ['trading_blocked'] },
          before: { status: 'ACTIVE', blocks: [] },
        },
      },
    ]));
  it('stays unchanged when it is reported again', () =>
    expect(decided([...isActive, ...blocked], said({ blocks: ['trading_blocked'] }))).toEqual([]));
  it('is unrestricted when the broker lifts the blocks', () => {
    const free = decided([...isActive, ...blocked], said({ blocks: [] }));
    expect(free).toMatchObject([
      { data: { status: 'ACTIVE', before: { status: 'ACTIVE', blocks: ['trading_blocked'] } } },
    ]);
    expect(free[0]?.data).not.toHaveProperty('blocks');
  });
  it.each([
    ['blocked', blocked],
    ['disabled', disabled],
  ])('is polled until the restriction ends, and needs attention at once: %s', (_, events) => {
    expect(jobActions(events)).toEqual([
      `schedule ${refreshAccount.name}`,
      `schedule ${reviewJob.name}`,
    ]);
    const [, shown] = traderProfilePolicy(events[0]!);
    expect(shown).toMatchObject({ at: new Date(noon.getTime() - ATTENTION_AFTER_MS) });
  });
  it('leaves needs attention once it is unrestricted', () =>
    expect(jobActions(decided([...isActive, ...disabled], said({})))).toEqual([
      ...[`cancel ${refreshAccount.name}`, `cancel ${reviewJob.name}`, `enqueue ${reviewJob.name}`],
    ]));
  it('leaves needs attention after a change whose event lacks the earlier state', () => {
    const { before: _, ...data } = active.data as { before?: unknown };
    expect(jobActions([{ ...active, data } as TraderProfileEvent])).toContain(
      `cancel ${reviewJob.name}`,
    );
  });
  it('is polled without attention if the user requested it or a review runs', () => {
    const own = decided(isActive, said({ blocks: ['trade_suspended_by_user'] }));
    const updated = decided(isActive, said({ status: 'ACCOUNT_UPDATED' }));
    for (const events of [own, updated])
      expect(jobActions(events)).toEqual([`schedule ${refreshAccount.name}`]);
  });
  it('needs attention and ends its polls when it is closed', () =>
    expect(jobActions(decided(isActive, said({ status: 'ACCOUNT_CLOSED' })))).toEqual([
      ...[`cancel ${refreshAccount.name}`, `schedule ${reviewJob.name}`],
    ]));
  it('is read once if it was active from the start', () => {
    const data = { ...opened.data, status: 'ACTIVE' };
    const event = { type: 'BrokerAccountOpened', data } as TraderProfileEvent;
    expect(jobActions([event])).toEqual(['cancel open-account', `enqueue ${refreshAccount.name}`]);
  });
  it('needs attention if it was restricted from the start', () => {
    const data = { ...opened.data, status: 'ACCOUNT_CLOSED' };
    const event = { type: 'BrokerAccountOpened', data } as TraderProfileEvent;
    expect(jobActions([event])).toEqual([
      ...['cancel open-account', `cancel ${refreshAccount.name}`, `schedule ${reviewJob.name}`],
    ]);
  });
});

describe('a review', () => {
  const review = reviewAccount('Seen to', 'staff:1', noon);
  it('is awaited until an operator records it, and again after another change', () => {
    const reviewed = review(given(traderProfiles, ...isActive, ...disabled).state);
    const about = { userId: 'u-1', partnerId: 'p-1', at: noon.toISOString() };
    expect(reviewed).toEqual([
      { type: 'BrokerAccountReviewed', data: { ...about, reason: 'Seen to', by: 'staff:1' } },
    ]);
    expect(isAwaited(...disabled)).toBe(true);
    expect(isAwaited(...disabled, ...reviewed)).toBe(false);
    expect(jobActions(reviewed)).toEqual([`cancel ${reviewJob.name}`]);
    const history = [...isActive, ...disabled, ...reviewed];
    const closed = decided(history, said({ status: 'ACCOUNT_CLOSED' }));
    expect(isAwaited(...disabled, ...reviewed, ...closed)).toBe(true);
  });
  it('of an unrestricted or reviewed account changes nothing', () => {
    given(traderProfiles).when(review).thenNothing();
    given(traderProfiles, created, started).when(review).thenNothing();
    given(traderProfiles, ...isActive)
      .when(review)
      .thenNothing();
    const reviewed = review(given(traderProfiles, ...isActive, ...blocked).state);
    given(traderProfiles, ...isActive, ...blocked, ...reviewed)
      .when(review)
      .thenNothing();
  });
});

describe('an application whose e-mail address another account has', () => {
  const reason = 'an account with this email address already exists; none of ours';
  const refused = recordAccount(
    { kind: 'refused', reason, emailTaken: true },
    noon,
  )(given(traderProfiles, created, started).state);
  it('hides the other account from the partner, and shows it to operators', () =>
    expect(refused).toMatchObject([
      {
        data: {
          ...{ reason: 'This e-mail address cannot be used for a new account at the broker' },
          ...{ brokerReason: reason, emailTaken: true },
        },
      },
    ]));
  it.each([
    ['by the flag', 'no', true],
    ['by the broker’s text', reason, undefined],
  ] as const)('is known %s', (_, reported, emailTaken) => {
    const outcome = {
      kind: 'refused',
      reason: reported,
      ...(emailTaken && { emailTaken }),
    } as const;
    expect(recordAccount(outcome, noon)(given(traderProfiles, created).state)).toMatchObject([
      { data: { reason: EMAIL_NOT_USABLE, brokerReason: reported, emailTaken: true } },
    ]);
  });
  it('needs attention', () =>
    expect(jobActions(refused)).toEqual(['cancel open-account', `schedule ${reviewJob.name}`]));
  it('does not need attention when the user can correct the reason of the rejection', () => {
    const other = recordAccount(
      { kind: 'refused', reason: 'contact.street_address.0 cannot be a P.O. Box' },
      noon,
    )(given(traderProfiles, created, started).state);
    expect(jobActions(other)).toEqual(['cancel open-account']);
    expect(other[0]?.data).not.toHaveProperty('brokerReason');
  });
});

describe('a block', () => {
  it.each([
    ['account_blocked', true, true],
    ['trading_blocked', true, false],
    ['transfers_blocked', false, true],
    ['trade_suspended_by_user', true, false],
  ])('%s restricts trading: %s, funding: %s', (block, trading, funding) =>
    expect([isHeldFrom('trading', [block]), isHeldFrom('funding', [block])]).toEqual([
      trading,
      funding,
    ]),
  );
});
