import { once } from 'node:events';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ShardAssignment } from './shard-assignment.js';
import type { Assignment } from './lease-group.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const { signal } = new AbortController();

let share: Assignment | Error;
let said: string[];
let work: ShardAssignment;

beforeEach(() => {
  [share, said] = [{ mine: [], surplus: [] }, []];
  const leases = {
    look: () => (share instanceof Error ? Promise.reject(share) : Promise.resolve(share)),
    leave: async (names: readonly string[]) => void said.push(`left ${names.join()}`),
    leaveAll: async (names: readonly string[]) => void said.push(`left all: ${names.join()}`),
  };
  const run = async (name: string, until: AbortSignal) => {
    said.push(`begun ${name}`);
    await once(until, 'abort');
    said.push(`ended ${name}`);
  };
  work = new ShardAssignment(leases, { names: async () => ['a', 'b'], run }, quiet);
});

const given = async (...shares: readonly (Assignment | Error)[]) => {
  for (const each of shares) {
    share = each;
    await work.heartbeat(signal).catch(() => undefined);
  }
};
const mine = (...names: string[]): Assignment => ({ mine: names, surplus: [] });

describe('an assigned task', () => {
  it('is started once, also after repeated assignments', async () => {
    await given(mine('a'), mine('a', 'b'), mine('a', 'b'));
    expect(said).toEqual(['begun a', 'begun b']);
    expect(work.held).toEqual(['a', 'b']);
  });

  it('ends when another process has it, and can start again', async () => {
    await given(mine('a'), mine(), mine('a'));
    expect(said).toEqual(['begun a', 'ended a', 'begun a']);
  });

  it('ends before its lease is released', async () => {
    await given(mine('a', 'b'), { mine: ['a', 'b'], surplus: ['b'] });
    expect(said).toEqual(['begun a', 'begun b', 'ended b', 'left b']);
    expect(work.held).toEqual(['a']);
  });

  it('continues while Redis is unavailable', async () => {
    await given(mine('a'), new Error('away'));
    expect(said).toEqual(['begun a']);
  });

  it('ends and its lease is released after an abort', async () => {
    const stop = new AbortController();
    share = mine('a');
    const running = work.run(stop.signal);
    while (said.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort();
    await running;
    expect(said).toEqual(['begun a', 'ended a', 'left all: a']);
  });
});
