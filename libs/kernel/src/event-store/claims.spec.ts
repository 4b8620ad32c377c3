import { beforeEach, describe, expect, it } from '@jest/globals';
import { claim, claimFrom, claimId, claims, holderOf } from './claims.js';
import { EventLogUnavailable } from './event-log.js';
import { EventStore } from './event-store.js';
import { InMemoryEventLog } from './in-memory-event-log.js';
import { streamName } from './stream.js';

const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
const now = new Date('2026-03-16T12:00:00.000Z');
const id = claimId('email', 'p-1', 'a@example.com');

let log: InMemoryEventLog;
let store: EventStore;

beforeEach(() => {
  log = new InMemoryEventLog();
  store = new EventStore(log);
});

/** Returns the events of the claim. */
const claimed = async () =>
  (await log.read(streamName(claims, id))).map(({ type, data }) => ({ type, data }));
const byOwner = (owner: string) => ({
  type: 'Claimed',
  data: { kind: 'email', owner, at: '2026-03-16T12:00:00.000Z' },
});
/** Returns a store that calls a function before each append. */
const storeThat = (before: () => Promise<unknown>) =>
  new EventStore(
    Object.assign(Object.create(log) as InMemoryEventLog, {
      append: async (...args: Parameters<InMemoryEventLog['append']>) => {
        await before();
        return log.append(...args);
      },
    }),
  );

describe('the stream of a unique value', () => {
  it('has an id with its kind and 40 digits of a hash', () => {
    expect(id).toMatch(/^email-[0-9a-f]{40}$/);
    expect(claimId('email', 'p-1', 'a@example.com')).toBe(id);
  });
  it.each([
    ['kind', ['name', 'p-1', 'a@example.com']],
    ['value', ['email', 'p-1', 'b@example.com']],
    ['way to divide it', ['email', 'p-1a', '@example.com']],
  ] as const)('is another for another %s', (_, [kind, ...value]) =>
    expect(claimId(kind, ...value)).not.toBe(id),
  );
});

describe('a claim', () => {
  it('takes a free value and appends an event', async () => {
    expect(await claim(store, id, 'u-1', now, cause)).toBe('u-1');
    expect(await claimed()).toEqual([byOwner('u-1')]);
    expect(await store.load(claims, id)).toBe('u-1');
  });
  it.each(['u-1', 'u-2'])('by %s of a value that u-1 holds has no effect', async (owner) => {
    await claim(store, id, 'u-1', now, cause);
    expect(await claim(store, id, owner, now, cause)).toBe('u-1');
    expect(await claimed()).toEqual([byOwner('u-1')]);
  });
  it('loses to an earlier append of another claim', async () => {
    const slow = storeThat(() => claim(store, id, 'u-1', now, cause));
    expect(await claim(slow, id, 'u-2', now, cause)).toBe('u-1');
    expect(await claimed()).toEqual([byOwner('u-1')]);
  });
  it('fails if the log reports a conflict but returns no owner', async () => {
    const lagging = Object.assign(Object.create(log) as InMemoryEventLog, {
      read: () => Promise.resolve([]),
    });
    await claim(store, id, 'u-1', now, cause);
    const late = claim(new EventStore(lagging), id, 'u-2', now, cause);
    await expect(late).rejects.toBeInstanceOf(EventLogUnavailable);
    const over = claimFrom(new EventStore(lagging), id, 'u-1', 'u-2', now, cause);
    await expect(over).rejects.toBeInstanceOf(EventLogUnavailable);
    expect(await claimed()).toEqual([byOwner('u-1')]);
  });
  it('succeeds once among fifty parallel claims, and all return the owner', async () => {
    const owners = Array.from({ length: 50 }, (_, i) => `u-${i}`);
    const all = owners.map((owner) => claim(new EventStore(log), id, owner, now, cause));
    const [winner, ...others] = new Set(await Promise.all(all));
    expect(others).toEqual([]);
    expect(await claimed()).toEqual([byOwner(winner!)]);
  });
  it('fails while the log is unavailable', async () => {
    const away = storeThat(() => Promise.reject(new EventLogUnavailable('away')));
    await expect(claim(away, id, 'u-1', now, cause)).rejects.toThrow(/^away$/);
  });
});

it('a claim is stored under the name from the log', async () => {
  const name = async () => 'email-keyed';
  const named = new EventStore(
    Object.assign(Object.create(log) as InMemoryEventLog, {
      lookUps: { ofClaim: name, ofId: name },
    }),
  );
  expect(await holderOf(named, id)).toBeNull();
  await claim(store, 'email-keyed', 'u-1', now, cause);
  expect(await holderOf(named, id)).toBe('u-1');
});

describe('taking a claim over', () => {
  it.each([
    ['from its owner', 'u-1', 'u-2', ['u-1', 'u-2']],
    ['from somebody who does not hold it', 'u-9', 'u-1', ['u-1']],
  ])('%s', async (_, from, holder, owners) => {
    await claim(store, id, 'u-1', now, cause);
    expect(await claimFrom(store, id, from, 'u-2', now, cause)).toBe(holder);
    expect(await claimed()).toEqual(owners.map(byOwner));
  });
  it('fails if the log reports a conflict but returns no owner', async () => {
    const taking = claimFrom(store, id, 'u-1', 'u-2', now, cause);
    await expect(taking).rejects.toBeInstanceOf(EventLogUnavailable);
    expect(await claimed()).toEqual([]);
  });
  it('loses to an earlier append of another takeover', async () => {
    await claim(store, id, 'u-1', now, cause);
    const slow = storeThat(() => claimFrom(store, id, 'u-1', 'u-2', now, cause));
    expect(await claimFrom(slow, id, 'u-1', 'u-3', now, cause)).toBe('u-2');
    expect(await claimed()).toEqual(['u-1', 'u-2'].map(byOwner));
  });
});
