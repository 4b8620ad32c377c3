import { describe, expect, it } from '@jest/globals';
import { eventModeOf, requestModeOf } from './fault.modes.js';
import { Faults } from './faults.js';

const fault = (match: string, mode: string, count = 1) => ({
  side: 'broker' as const,
  match,
  mode,
  count,
});

describe('modes', () => {
  it.each([
    ['hang', { kind: 'hang', executes: false }],
    ['execute-then-status:502', { kind: 'status', executes: true, value: 502 }],
    ['delay:250', { kind: 'delay', executes: false, value: 250 }],
    ['not-found-for:5000', { kind: 'not-found-for', executes: false, value: 5_000 }],
  ])('accept the mode %s', (text, mode) => {
    expect(requestModeOf(text)).toEqual(mode);
  });

  it.each([
    'explode',
    'status',
    'status:99',
    'status:abc',
    'delay:',
    'hang:5',
    'delay:1:2',
    'drop',
  ])('reject the mode %s', (text) => {
    expect(() => requestModeOf(text)).toThrow('execute-then-hang');
  });

  it('of events have other modes', () => {
    expect(eventModeOf('duplicate:5')).toEqual({ kind: 'duplicate', value: 5 });
    expect(() => eventModeOf('hang')).toThrow('duplicate:<n>');
  });
});

describe('faults', () => {
  it('are used up by requests that match method, path prefix and side', () => {
    const faults = new Faults();
    faults.add(fault('POST /v1/journals', 'status:500', 2));
    expect(faults.forRequest('broker', 'GET', '/v1/journals')).toBeNull();
    expect(faults.forRequest('identity', 'POST', '/v1/journals')).toBeNull();
    expect(faults.forRequest('broker', 'POST', '/v1/accounts')).toBeNull();
    expect(faults.forRequest('broker', 'POST', '/v1/journals/batch')).not.toBeNull();
    expect(faults.list()).toEqual([expect.objectContaining({ left: 1, hits: 1 })]);
    expect(faults.forRequest('broker', 'POST', '/v1/journals')).not.toBeNull();
    expect(faults.forRequest('broker', 'POST', '/v1/journals')).toBeNull();
  });

  it('report the allowed values', () => {
    const faults = new Faults();
    expect(() => faults.add(fault('POST /x', 'explode'))).toThrow('execute-then-hang');
    expect(() => faults.add(fault('EVENT trades', 'hang'))).toThrow('duplicate:<n>');
    expect(() => faults.add(fault('EVENT weather', 'drop'))).toThrow('trades');
    expect(() => faults.add(fault('POST', 'hang'))).toThrow('<path prefix>');
  });
});

describe('blindness', () => {
  it('on a lookup starts at the first lookup of each address', () => {
    const faults = new Faults();
    faults.add(fault('GET /v1/journals', 'not-found-for:100', 2));
    expect(faults.blinds('broker', '/v1/journals?to_account=a', 1_000)).toBe(true);
    expect(faults.blinds('broker', '/v1/journals?to_account=a', 1_099)).toBe(true);
    expect(faults.blinds('broker', '/v1/journals?to_account=a', 1_100)).toBe(false);
    expect(faults.blinds('broker', '/v1/journals?to_account=b', 2_000)).toBe(true);
    expect(faults.blinds('broker', '/v1/journals?to_account=c', 2_000)).toBe(false);
    expect(faults.list()).toEqual([expect.objectContaining({ left: 0, hits: 3 })]);
  });

  it('on a write starts at the write and hides its subject', () => {
    const faults = new Faults();
    const write = (about: string, nowMs: number) =>
      faults.noteWrite('broker', 'POST', '/v1/accounts', about, nowMs);
    const isBlind = (about: string, nowMs: number) =>
      faults.blinds('broker', `/v1/accounts?query=${encodeURIComponent(about)}`, nowMs);
    faults.add(fault('POST /v1/accounts', 'not-found-for:100', 2));
    expect(isBlind('a@x.example', 1_000)).toBe(false);
    write('a@x.example', 1_000);
    expect(isBlind('a@x.example', 1_050)).toBe(true);
    expect(isBlind('b@x.example', 1_050)).toBe(false);
    write('b@x.example', 1_080);
    write('a@x.example', 1_090);
    expect(isBlind('a@x.example', 1_100)).toBe(false);
    expect(isBlind('b@x.example', 1_100)).toBe(true);
  });
});
