import { beforeEach, expect, it } from '@jest/globals';
import { CachedRead } from './cached-read.js';

let version: string | null;
let made: number;
let remembered: CachedRead<number>;

beforeEach(() => {
  [version, made] = ['1 1', 0];
  remembered = new CachedRead({ version: () => version }, () => Promise.resolve(++made));
});

it('is read once while nothing is written', async () =>
  expect([await remembered.read(), await remembered.read()]).toEqual([1, 1]));

it('is read again after a write', async () => {
  await remembered.read();
  version = '1 2';
  expect(await remembered.read()).toBe(2);
});

it('is read again after a write during the read', async () => {
  const engine = { version: () => version };
  remembered = new CachedRead(engine, () => {
    version = '1 2';
    return Promise.resolve(++made);
  });
  await remembered.read();
  expect(await remembered.read()).toBe(2);
});

it('is read each time if the version is unknown', async () => {
  version = null;
  expect([await remembered.read(), await remembered.read()]).toEqual([1, 2]);
});

it('is not cached when it fails', async () => {
  let fails = true;
  const make = () => (fails ? Promise.reject(new Error('away')) : Promise.resolve(1));
  remembered = new CachedRead({ version: () => version }, make);
  await expect(remembered.read()).rejects.toThrow('away');
  fails = false;
  expect(await remembered.read()).toBe(1);
});
