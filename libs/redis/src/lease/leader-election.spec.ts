import { once } from 'node:events';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { LeaderElection } from './leader-election.js';
import type { Assignment } from './lease-group.js';

const LEADS: Assignment = { mine: ['leader'], surplus: [] };
const FOLLOWS: Assignment = { mine: [], surplus: [] };

let stop: AbortController;
let said: string[];
beforeEach(() => {
  [stop, said] = [new AbortController(), []];
});

/** Runs with one of these assignments for each heartbeat, and stops at the last one. */
const electionOf = (...looks: readonly (Assignment | Error)[]) => {
  let n = 0;
  const look = async (names: readonly string[]) => {
    expect(names).toEqual(['leader']);
    const found = looks[n++] ?? new Error('no look');
    if (n === looks.length) stop.abort();
    if (found instanceof Error) throw found;
    return found;
  };
  const leases = {
    look,
    leave: async () => undefined,
    leaveAll: async (names: readonly string[]) => void said.push(`left ${names.join()}`),
  };
  const logger = {
    info: (_: object, text: string) => void said.push(text),
    warn: (_: object, text: string) => void said.push(text),
    error: () => undefined,
  };
  const work = async (signal: AbortSignal) => {
    said.push('begun', election.standing());
    await once(signal, 'abort');
    said.push('ended');
  };
  const election = new LeaderElection(leases, work, logger);
  return election;
};

describe('the leader', () => {
  it('ends its work before it leaves the lease', async () => {
    const election = electionOf(LEADS);
    await election.run(stop.signal);
    expect(said).toEqual([
      ...['become leader', 'begun', 'follower'],
      ...['ended', 'become follower', 'left leader'],
    ]);
    expect(election.standing()).toBe('follower');
  });

  it('stays leader while Redis is unavailable', async () => {
    await electionOf(LEADS, new Error('unavailable')).run(stop.signal);
    expect(said.slice(3)).toEqual([
      ...['failed to renew leases', 'ended', 'become follower', 'left leader'],
    ]);
  });

  it('becomes a follower when another process leads', async () => {
    await electionOf(LEADS, FOLLOWS).run(stop.signal);
    expect(said.slice(3)).toEqual(['ended', 'become follower', 'left ']);
  });
});

describe('a follower', () => {
  it('does not start the work', async () => {
    const election = electionOf(FOLLOWS);
    await election.run(stop.signal);
    expect(said).toEqual(['left ']);
    expect(election.standing()).toBe('follower');
  });

  it('is unknown before the first read of the lease', () =>
    expect(() => electionOf(FOLLOWS).standing()).toThrow('the lease cannot be read'));
});
