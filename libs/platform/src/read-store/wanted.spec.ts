import { describe, expect, it } from '@jest/globals';
import type { Copy } from './copies.js';
import { type Findings, foreignOf, isRefused, wantedOf } from './wanted.js';

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
const found = (more: Partial<Findings> = {}): Findings => ({
  ...{ models: [model(2)], copies: [], requests: new Map(), isStarting: false },
  ...more,
});

describe('what is to be filled', () => {
  const asked = new Map([['m', 'r1']]);
  it.each<[string, Partial<Findings>, readonly string[]]>([
    ['what nobody serves', {}, ['']],
    ['nothing that is served', { copies: [copy('served', 2)] }, []],
    ['nothing that is served, at the start', { copies: [copy('served', 2)], isStarting: true }, []],
    [
      'nothing that is served, though it was begun',
      { copies: [copy('served', 2), copy('filling', 2)] },
      [],
    ],
    ['nothing whose request is forgotten', { copies: [copy('served', 2, { request: 'r1' })] }, []],
    ['another version, at the start', { copies: [copy('served', 1)], isStarting: true }, ['']],
    ['not another version, later', { copies: [copy('served', 1)] }, []],
    ['what was begun', { copies: [copy('served', 1), copy('filling', 2)] }, ['']],
    ['what is asked for', { copies: [copy('served', 2)], requests: asked }, ['r1']],
    [
      'not what was asked for and is done',
      { copies: [copy('served', 2, { request: 'r1' })], requests: asked },
      [],
    ],
    [
      'another version, which answers what was asked for, too',
      { copies: [copy('served', 1)], requests: asked, isStarting: true },
      ['r1'],
    ],
  ])('is %s', (_, more, requests) => {
    expect(wantedOf(found(more)).map(({ request }) => request)).toEqual(requests);
  });
});

describe('what another version serves', () => {
  it.each<[string, Partial<Findings>, readonly string[]]>([
    ['nothing of its own version', { copies: [copy('served', 2)] }, []],
    ['another version', { copies: [copy('served', 3)] }, ['m']],
    ['nothing that is only filled', { copies: [copy('served', 2), copy('filling', 3)] }, []],
    ['what it does not know', { copies: [copy('served', 1, { name: 'x' })] }, ['x']],
    ['nothing that it is going to fill', { copies: [copy('served', 1)], isStarting: true }, []],
  ])('is %s', (_, more, expected) => {
    expect(foreignOf(found(more))).toEqual(expected);
  });
});

describe('a filling with faults', () => {
  const faulty = copy('filling', 2, { faults: '["wrong"]' });
  it.each<[string, readonly Copy[], string, boolean]>([
    ['is not tried again', [faulty], '', true],
    ['is tried again when it is asked for', [faulty], 'r1', false],
    ['of another version does not count', [{ ...faulty, version: 1 }], '', false],
    ['is none without faults', [copy('filling', 2)], '', false],
  ])('%s', (_, copies, request, expected) => {
    expect(isRefused([{ model: model(2), request }], found({ copies }))).toBe(expected);
  });
  it('does not hold up another', () => {
    const both = ['m', 'n'].map((name) => ({ model: model(2, name), request: '' }));
    expect(isRefused(both, found({ copies: [faulty] }))).toBe(false);
  });
});
