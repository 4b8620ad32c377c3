import { beforeEach, describe, expect, it } from '@jest/globals';
import { LeaderElection } from './leader-election.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

let held: boolean | Error;
let said: string[];
let one: LeaderElection;

beforeEach(() => {
  [held, said] = [false, []];
  const lease = {
    hold: () => (held instanceof Error ? Promise.reject(held) : Promise.resolve(held)),
    leave: async () => void said.push('left'),
    term: () => Promise.resolve('1'),
  };
  const work = () => {
    said.push('begun');
    return { end: async () => void said.push('ended') };
  };
  one = new LeaderElection(lease, work, quiet);
});

describe('one of several', () => {
  it.each([
    [true, 'leader'],
    [false, 'follower'],
  ])('tells how it stands when the lease is its own: %s', async (mine, standing) => {
    held = mine;
    await one.heartbeat();
    expect(one.standing()).toBe(standing);
  });

  it('does not know how it stands before its first look at the lease', () =>
    expect(() => one.standing()).toThrow('the lease is out of reach'));

  it('stands by while another one has the lease', async () => {
    await one.heartbeat();
    expect(said).toEqual([]);
  });

  it('begins once, however often it finds the lease its own', async () => {
    held = true;
    await one.heartbeat();
    await one.heartbeat();
    expect(said).toEqual(['begun']);
  });

  it('ends when another one has the lease, and begins again later', async () => {
    for (const mine of [true, false, false, true]) {
      held = mine;
      await one.heartbeat();
    }
    expect(said).toEqual(['begun', 'ended', 'begun']);
  });

  it('goes on while Redis is away', async () => {
    held = true;
    await one.heartbeat();
    held = new Error('away');
    await expect(one.heartbeat()).rejects.toThrow('away');
    expect(said).toEqual(['begun']);
  });

  it('ends its work before it leaves the lease', async () => {
    const stop = new AbortController();
    held = true;
    const running = one.run(stop.signal);
    await new Promise((resolve) => setTimeout(resolve, 20));
    stop.abort();
    await running;
    expect(said).toEqual(['begun', 'ended', 'left']);
  });
});
