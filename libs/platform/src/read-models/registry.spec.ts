import { describe, expect, it } from '@jest/globals';
import { type Findings, nextRegistry, switched, toFeed } from './registry.js';

const one = { id: '00000000a', version: 1, request: null };
const two = { id: '00000000b', version: 1, request: null };
const sound = { active: one, building: null, sweep: false };

const next = (findings: Partial<Findings>) =>
  nextRegistry({
    registry: sound,
    version: 1,
    starting: false,
    lost: new Set(),
    incomplete: new Set(),
    request: null,
    nowMs: 0,
    ...findings,
  });

describe('the registry of generations', () => {
  it('stays as it is while all is well', () => {
    expect(next({})).toEqual(sound);
    expect(next({ registry: { ...sound, building: two } })).toEqual({ ...sound, building: two });
  });

  it('begins with a generation that nobody reads', () => {
    expect(next({ registry: null })).toMatchObject({ active: null, building: { version: 1 } });
  });

  it('builds another version beside the one that serves, after a start', () => {
    const registry = next({ version: 2, starting: true });
    expect(registry).toMatchObject({ active: one, building: { version: 2 } });
    expect(toFeed(registry, 2)).toEqual([registry.building]);
  });

  it('is left alone by a process that another version has overtaken', () => {
    expect(next({ version: 2 })).toEqual(sound);
    const overtaken = { ...sound, building: { ...two, version: 2 } };
    expect(next({ registry: overtaken, lost: new Set([one.id]) })).toEqual(overtaken);
    expect(toFeed(overtaken, 1)).toEqual([one]);
  });

  it('replaces a building generation of another version, after a start', () => {
    const registry = { ...sound, building: { ...two, version: 2 } };
    expect(next({ registry, starting: true }).building).toBeNull();
    const third = next({ registry, version: 3, starting: true }).building;
    expect(third).toMatchObject({ version: 3 });
    expect(third?.id).not.toBe(two.id);
  });

  it('takes a lost generation from its readers and builds anew', () => {
    const registry = next({ lost: new Set([one.id]) });
    expect(registry).toMatchObject({ active: null, building: { version: 1 } });
  });

  it('replaces a lost building generation', () => {
    const registry = { ...sound, building: two };
    const { active, building } = next({ registry, lost: new Set([two.id]) });
    expect(active).toEqual(one);
    expect(building?.id).not.toBe(two.id);
  });

  it('lets an incomplete generation serve until another is built', () => {
    const registry = next({ incomplete: new Set([one.id]) });
    expect(registry).toMatchObject({ active: one, building: { version: 1 } });
  });

  it('builds on request, once', () => {
    const requested = next({ request: 'r' });
    expect(requested).toMatchObject({ active: one, building: { request: 'r' } });
    expect(next({ registry: requested, request: 'r' })).toEqual(requested);
    const after = switched(requested);
    expect(next({ registry: after, request: 'r' })).toEqual(after);
  });

  it('lets a generation that is being built answer a request', () => {
    const registry = { ...sound, building: two };
    expect(next({ registry, request: 'r' }).building).toEqual({ ...two, request: 'r' });
  });

  it('numbers generations upwards, also when the clock was set back', () => {
    const ids = [one.id, next({ request: 'r', nowMs: 0 }).building?.id ?? ''];
    const later = next({ request: 'r', nowMs: 1_763_000_000_000 }).building?.id ?? '';
    expect([...ids, later].sort()).toEqual([...ids, later]);
    expect(new Set([...ids, later]).size).toBe(3);
  });
});
