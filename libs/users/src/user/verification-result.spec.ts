import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel/event-store/stream.js';
import { given } from '../../../../test/support/given.js';
import type { UserEvent } from './user.events.js';
import * as example from './user.examples.js';
import { isRegistered, users } from './user.state.js';
import * as decide from './verification-result.decide.js';

const { abandoned, noon, registered } = example;

const later = new Date('2026-03-17T12:00:00.000Z');
const from = { by: 'verification', sourceId: 'v-1', decidedAt: noon } as const;
const next = { by: 'verification', sourceId: 'v-2', decidedAt: later } as const;
const onboarding = { ...from, by: 'onboarding', sourceId: 's-1' } as const;
const address = { sourceId: 'v-1', decidedAt: noon };

type Decide = ReturnType<typeof decide.identityVerified>;

/** Returns the user after these decisions, in this order. */
const after = (...decisions: Decide[]) => {
  const events: UserEvent[] = [registered];
  for (const each of decisions) events.push(...each(fold(users, events)));
  const user = fold(users, events);
  if (!isRegistered(user)) throw new Error('The user is gone');
  const { status, emailVerified, identity } = user;
  return { status, emailVerified, identity: identity.status, address: user.address.status };
};

/** Returns all permutations. */
const orders = <Item>(items: readonly Item[]): Item[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item) =>
        orders(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
      );

const verified = (by: decide.IdentityProvenance) => decide.identityVerified(by, later);
const rejected = (by: decide.IdentityProvenance) => decide.identityRejected(by, later);

describe('a decision about an identity', () => {
  it('is recorded with its provenance when it verifies', () =>
    given(users, registered).when(decide.identityVerified(from, noon)).then(example.verified));
  it('is recorded with its provenance when it rejects', () =>
    given(users, registered).when(decide.identityRejected(from, noon)).then(example.rejected));
  it.each([
    ['verifies', decide.identityVerified(from, later), example.verified],
    ['rejects', decide.identityRejected(from, later), example.rejected],
  ])('is recorded once when it %s', (_, decision, event) =>
    given(users, registered, event).when(decision).thenNothing(),
  );
  it('is recorded once, also after a later decision', () =>
    given(users, registered, example.verified, ...rejected(next)(given(users, registered).state))
      .when(verified(from))
      .thenNothing());
  it.each([
    ['suspended', example.suspended],
    ['closed', example.closed],
  ])('does not change the status of a %s user', (status, event) => {
    const [recorded] = verified(from)(given(users, registered, event).state);
    expect(recorded?.data).toMatchObject({ status, identity: 'verified' });
  });
  it('is ignored for an unregistered user', () => {
    given(users).when(verified(from)).thenNothing();
    given(users, abandoned).when(rejected(from)).thenNothing();
  });

  it.each([
    ['activates', [verified(from)], { status: 'active', identity: 'verified' }],
    [
      'keeps a rejected user pending',
      [rejected(from)],
      { status: 'pending_verification', identity: 'rejected' },
    ],
    [
      'is replaced by a later decision',
      [verified(from), rejected(next)],
      { status: 'active', identity: 'rejected' },
    ],
    [
      'activates without replacing a later decision that arrived first',
      [rejected(next), verified(from)],
      { status: 'active', identity: 'rejected' },
    ],
    [
      'rejects without replacing a later decision that arrived first',
      [verified(next), rejected(from)],
      { status: 'active', identity: 'verified' },
    ],
    ['does not prove the e-mail by verification', [verified(from)], { emailVerified: false }],
    ['proves the e-mail by onboarding', [verified(onboarding)], { emailVerified: true }],
    [
      'proves the e-mail if the identity was verified before',
      [verified(from), verified(onboarding)],
      { emailVerified: true, identity: 'verified' },
    ],
  ])('%s', (_, decisions, expected) => expect(after(...decisions)).toMatchObject(expected));
});

describe('decisions of three days, in any order of arrival', () => {
  const day = (n: number) => ({
    sourceId: `v-${n}`,
    decidedAt: new Date(`2026-03-1${n}T12:00:00.000Z`),
  });
  const lives = [
    ['verified', 'verified', 'rejected'],
    ['verified', 'rejected', 'verified'],
    ['rejected', 'verified', 'rejected'],
    ['rejected', 'rejected', 'verified'],
  ] as const;
  const cases = lives.flatMap((words) =>
    orders([0, 1, 2]).map((order) => [words[2], order.map((n) => `${n} ${words[n]}`)] as const),
  );
  const of = (decisions: readonly string[], ...[rejects, verifies]: readonly ByDay[]) =>
    decisions.map((text) => {
      const [n, word] = text.split(' ');
      return (word === 'verified' ? verifies! : rejects!)(day(Number(n)));
    });
  type ByDay = (from: decide.Provenance) => Decide;
  const by = 'verification';

  it.each(cases)('an identity is finally %s after %j', (status, decisions) => {
    const rejects: ByDay = (from) => decide.identityRejected({ ...from, by }, later);
    const verifies: ByDay = (from) => decide.identityVerified({ ...from, by }, later);
    expect(after(...of(decisions, rejects, verifies))).toMatchObject({
      ...{ status: 'active', identity: status, address: 'pending' },
    });
  });
  it.each(cases)('an address is finally %s after %j', (status, decisions) => {
    const rejects: ByDay = (from) => decide.addressRejected(from, later);
    const verifies: ByDay = (from) => decide.addressVerified(from, later);
    expect(after(...of(decisions, rejects, verifies))).toMatchObject({
      ...{ status: 'pending_verification', identity: 'pending', address: status },
    });
  });
  it('the second of two decisions at the same time counts', () => {
    const [first, second] = [day(1), { ...day(1), sourceId: 'v-9' }];
    const by = 'verification';
    expect(after(verified({ ...first, by }), rejected({ ...second, by }))).toMatchObject({
      identity: 'rejected',
    });
    expect(after(rejected({ ...first, by }), verified({ ...second, by }))).toMatchObject({
      identity: 'verified',
    });
  });
  it('decisions about identity and address are independent', () =>
    expect(after(rejected({ ...day(2), by }), decide.addressVerified(day(1), later))).toMatchObject(
      { identity: 'rejected', address: 'verified' },
    ));
});

describe('a decision about an address', () => {
  it('is recorded when it verifies', () =>
    given(users, registered)
      .when(decide.addressVerified(address, noon))
      .then(example.addressVerified));
  it('is recorded when it rejects', () =>
    given(users, registered)
      .when(decide.addressRejected(address, noon))
      .then(example.addressRejected));
  it.each([
    ['verifies', decide.addressVerified(address, later), example.addressVerified],
    ['rejects', decide.addressRejected(address, later), example.addressRejected],
  ])('is recorded once when it %s', (_, decision, event) =>
    given(users, registered, event).when(decision).thenNothing(),
  );
  it.each([
    ['verifies', decide.addressVerified(address, noon)],
    ['rejects', decide.addressRejected(address, noon)],
  ])('is ignored for an unregistered user when it %s', (_, decision) => {
    given(users).when(decision).thenNothing();
    given(users, abandoned).when(decision).thenNothing();
  });
  it('does not activate the user', () =>
    expect(after(decide.addressVerified(address, noon))).toMatchObject({
      status: 'pending_verification',
      identity: 'pending',
      address: 'verified',
    }));
  it('is replaced by a later decision', () =>
    expect(
      after(
        decide.addressRejected({ ...address, sourceId: 'v-2', decidedAt: later }, later),
        decide.addressVerified(address, later),
      ),
    ).toMatchObject({ address: 'rejected' }));
});
