import { describe, expect, it } from '@jest/globals';
import type { Copy } from './copies.js';
import { type StoreInventory, thirdPartyOf, isRefused, rebuildTargets } from './rebuild-targets.js';

const model = (version: number, name = 'm') => ({
  ...{ name, version, tables: [] },
  categories: new Set<string>(),
  ...{ changesOf: () => [], audit: null },
});
const copy = (slot: Copy['slot'], version: number, more: Partial<Copy> = {}): Copy => ({
  ...{ name: 'm', slot, version, generation: 1, request: '', faults: '' },
  ...{ begunAt: '2026-03-16T12:00:00.000Z', layout: '{}' },
  ...more,
});
const found = (more: Partial<StoreInventory> = {}): StoreInventory => ({
  ...{ models: [model(2)], copies: [], requests: new Map(), isStarting: false },
  ...more,
});

describe('rebuild targets', () => {
  const asked = new Map([['m', 'r1']]);
  it.each<[string, Partial<StoreInventory>, readonly string[]]>([
    ['a model without an active copy', {}, ['']],
    ['empty for an active copy', { copies: [copy('served', 2)] }, []],
    [
      'empty for an active copy, at the start',
      { copies: [copy('served', 2)], isStarting: true },
      [],
    ],
    [
      'empty for an active copy, although a rebuild began',
      { copies: [copy('served', 2), copy('filling', 2)] },
      [],
    ],
    [
      'empty if the request no longer exists',
      { copies: [copy('served', 2, { request: 'r1' })] },
      [],
    ],
    [
      'another active version, at the start',
      { copies: [copy('served', 1)], isStarting: true },
      [''],
    ],
    ['empty for another active version, later', { copies: [copy('served', 1)] }, []],
    ['a rebuild that began', { copies: [copy('served', 1), copy('filling', 2)] }, ['']],
    ['a requested rebuild', { copies: [copy('served', 2)], requests: asked }, ['r1']],
    [
      'empty for a request that is complete',
      { copies: [copy('served', 2, { request: 'r1' })], requests: asked },
      [],
    ],
    [
      'another version, which also completes the request',
      { copies: [copy('served', 1)], requests: asked, isStarting: true },
      ['r1'],
    ],
  ])('are %s', (_, more, requests) => {
    expect(rebuildTargets(found(more)).map(({ request }) => request)).toEqual(requests);
  });
});

describe('models of another version', () => {
  it.each<[string, Partial<StoreInventory>, readonly string[]]>([
    ['empty for the same version', { copies: [copy('served', 2)] }, []],
    ['another version', { copies: [copy('served', 3)] }, ['m']],
    ['empty for a rebuild only', { copies: [copy('served', 2), copy('filling', 3)] }, []],
    ['an unknown model', { copies: [copy('served', 1, { name: 'x' })] }, ['x']],
    [
      'empty for a model that this process rebuilds',
      { copies: [copy('served', 1)], isStarting: true },
      [],
    ],
  ])('are %s', (_, more, expected) => {
    expect(thirdPartyOf(found(more))).toEqual(expected);
  });
});

describe('a rebuild that failed its audit', () => {
  const faulty = copy('filling', 2, { faults: '["wrong"]' });
  it.each<[string, readonly Copy[], string, boolean]>([
    ['is not repeated', [faulty], '', true],
    ['is repeated when it is requested', [faulty], 'r1', false],
    ['of another version does not count', [{ ...faulty, version: 1 }], '', false],
    ['does not include a rebuild without errors', [copy('filling', 2)], '', false],
  ])('%s', (_, copies, request, expected) => {
    expect(isRefused([{ model: model(2), request }], found({ copies }))).toBe(expected);
  });
  it('does not block another model', () => {
    const both = ['m', 'n'].map((name) => ({ model: model(2, name), request: '' }));
    expect(isRefused(both, found({ copies: [faulty] }))).toBe(false);
  });
});
