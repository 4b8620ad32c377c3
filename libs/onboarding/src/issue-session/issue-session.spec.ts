import { beforeEach, describe, expect, it } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_CONNECTIONS } from '#http/outbound/outbound-http.js';
import { Refused } from '#kernel/refused.js';
import { type IdentityProvider, IdentityUnavailable } from '#identity/identity-provider.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import type { CommandBus } from '@nestjs/cqrs';
import type { Config } from '#config/config.js';
import { RequestPipe } from '#http/request.pipe.js';
import { ConsoleSession } from '../../../../test/support/console-session.js';
import { endWatch, recordFinding, recordSession } from '../onboarding/onboarding.decide.js';
import { onboardings } from '../onboarding/onboarding.state.js';
import { IssueSessionController } from './issue-session.controller.js';
import { IssueSession, IssueSessionHandler } from './issue-session.handler.js';

const expiresAt = new Date('2026-03-17T12:00:00.000Z');
const session = { token: 'obtok_secret', link: 'https://verify.example/#obtok_secret', expiresAt };

let fixture: ConsoleSession;
let asked: unknown[][];
let answer: () => Promise<typeof session>;
let handler: IssueSessionHandler;

beforeEach(() => {
  fixture = new ConsoleSession(new InMemoryEventLog());
  asked = [];
  answer = () => Promise.resolve(session);
  const createSession = (...call: unknown[]) => {
    asked.push(call);
    return answer();
  };
  handler = new IssueSessionHandler(fixture.store, {
    createSession,
  } as unknown as IdentityProvider);
});

const quiet = async () => {
  for (let turn = 0; turn < 20; turn++) await nextTurn();
};

const issue = (userId: string, prefill: Record<string, string> = {}) =>
  handler.execute(new IssueSession(fixture.caller, userId, prefill));

describe('a session', () => {
  it('is returned with its end as a time with offset', async () => {
    const userId = await fixture.registered();
    expect(await issue(userId)).toEqual({
      ...{ token: session.token, link: session.link },
      expiresAt: '2026-03-17T12:00:00.000+00:00',
    });
  });
  it('gets the values of the registration and of the partner', async () => {
    const userId = await fixture.registered();
    await issue(userId, { gender: 'F', city: 'San Mateo' });
    expect(asked).toEqual([
      [
        userId,
        {
          ...{ firstName: 'Ada', lastName: 'Lovelace', email: `${userId}@users.example` },
          ...{ country: 'US', gender: 'F', city: 'San Mateo' },
        },
        'request-1',
      ],
    ]);
  });
  it('gets the date of birth of the registration if the partner sends none', async () => {
    const userId = await fixture.registered('1990-12-10');
    const execute = (command: IssueSession) => handler.execute(command);
    const controller = new IssueSessionController({ execute } as unknown as CommandBus);
    const types: unknown = Reflect.getMetadata(
      'design:paramtypes',
      controller,
      'issueOnboardingSession',
    );
    const [, , metatype] = types as (new () => object)[];
    const body = new RequestPipe({} as Config).transform({}, { type: 'body', metatype: metatype! });
    await controller.issueOnboardingSession(
      fixture.caller,
      userId,
      body as Parameters<typeof controller.issueOnboardingSession>[2],
    );
    expect(asked).toMatchObject([[userId, { dateOfBirth: '1990-12-10' }, 'request-1']]);
  });
  it('of one partner does not wait for hundreds of another partner', async () => {
    const others = new ConsoleSession(fixture.log);
    const [userId, other] = [await fixture.registered(), await others.registered()];
    const open: (() => void)[] = [];
    answer = () => new Promise((resolve) => void open.push(() => resolve(session)));
    const flood = Array.from({ length: 200 }, () => issue(userId).catch((error: unknown) => error));
    await quiet();
    const atOnce = asked.length;
    expect(atOnce).toBeLessThan(MAX_CONNECTIONS);
    const one = handler.execute(new IssueSession(others.caller, other, {}));
    await quiet();
    for (const answered of open.splice(0, 2)) answered();
    await quiet();
    expect(asked.slice(atOnce).map(([asker]) => asker)).toContain(other);
    while (open.length > 0) {
      for (const answered of open.splice(0)) answered();
      await quiet();
    }
    await one;
    const refused = (await Promise.all(flood)).filter((each) => each instanceof Refused);
    expect(refused.length).toBe(200 - atOnce - 100);
    expect(refused[0]).toMatchObject({ code: 'rate_limited' });
  });
  it('is recorded without its token', async () => {
    const userId = await fixture.registered();
    await issue(userId, { city: 'San Mateo' });
    const events = await fixture.log.read(`onboarding-${userId}`);
    expect(events.map(({ type }) => type)).toEqual(['OnboardingSessionIssued']);
    expect(JSON.stringify(events.map(({ data }) => data))).not.toMatch(/obtok|San Mateo/);
  });
  it('is not recorded when the provider does not respond', async () => {
    const userId = await fixture.registered();
    answer = () => Promise.reject(new IdentityUnavailable('none within 5000 ms'));
    await expect(issue(userId)).rejects.toMatchObject({
      ...{ refusal: 'unavailable', code: 'identity_provider_unavailable', retryAfterS: 5 },
    });
    expect(await fixture.log.read(`onboarding-${userId}`)).toEqual([]);
  });
  it('is refused without a call to the provider once onboarding has passed', async () => {
    const userId = await fixture.registered();
    await issue(userId);
    const passed = recordFinding('passed', 'fp-1', new Date());
    await fixture.store.transact(onboardings, userId, passed, fixture.cause);
    await expect(issue(userId)).rejects.toMatchObject({ code: 'onboarding_completed' });
    expect(asked).toHaveLength(1);
  });
  it('is refused during and after a session for another application, once the account exists', async () => {
    const userId = await fixture.user();
    const about = { userId, partnerId: fixture.partnerId };
    const reopened = recordSession(about, expiresAt, 'refused', new Date());
    await fixture.store.transact(onboardings, userId, reopened, fixture.cause);
    await expect(issue(userId)).rejects.toMatchObject({ code: 'onboarding_completed' });
    await fixture.store.transact(onboardings, userId, endWatch(expiresAt), fixture.cause);
    await expect(issue(userId)).rejects.toMatchObject({ code: 'onboarding_completed' });
    expect(asked).toHaveLength(0);
  });
  it('of an unknown user is not found', async () =>
    expect(issue('9b2f6f0e-0d55-4c1f-8a3c-3f0a4f3c2b1d')).rejects.toMatchObject({
      code: 'user_not_found',
    }));
});
