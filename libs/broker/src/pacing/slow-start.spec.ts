import { beforeEach, describe, expect, it } from '@jest/globals';
import { SlowStart } from './slow-start.js';

let nowMs: number;
let start: SlowStart;
const begin = (count: number) => Array.from({ length: count }, () => start.begin());
const response = (count: number, well = true) => {
  for (let i = 0; i < count; i++) {
    start.record(well);
    start.end();
  }
};

beforeEach(() => {
  nowMs = 5_000;
  start = new SlowStart(() => nowMs);
});

describe('concurrent calls', () => {
  it('are few at first', () => expect(start.room).toBe(8));
  it('are limited while the first ones are in progress', () => {
    begin(8);
    expect(start.room).toBe(0);
  });
  it('increase with each response, while there is demand', () => {
    begin(8);
    start.record(true);
    start.end();
    expect(start.room).toBe(2);
  });
  it('are twice as many after one round', () => {
    begin(8);
    response(8);
    expect(start.room).toBe(16);
  });
  it('do not increase by sequential calls', () => {
    for (let i = 0; i < 100; i++) {
      expect(start.room).toBe(8);
      begin(1);
      response(1);
    }
    expect(start.room).toBe(8);
  });
  it('are few again after the broker throttled one', () => {
    for (let i = 0; i < 20; i++) {
      begin(start.room);
      response(1);
    }
    start.record(false);
    response(50, false);
    expect(start.room).toBeGreaterThanOrEqual(8);
    begin(start.room);
    expect(start.room).toBe(0);
  });
  it('are few again after a while without demand', () => {
    for (let round = 0; round < 4; round++) {
      begin(start.room);
      response(8);
    }
    nowMs += 1_001;
    expect(start.room).toBeLessThanOrEqual(8);
  });
});
