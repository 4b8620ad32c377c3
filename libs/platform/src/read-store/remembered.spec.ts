import { beforeEach, expect, it } from '@jest/globals';
import { Remembered } from './remembered.js';

let version: string | null;
let made: number;
let remembered: Remembered<number>;

beforeEach(() => {
  [version, made] = ['1 1', 0];
  remembered = new Remembered({ version: () => version }, () => Promise.resolve(++made));
});

it('is read once while nothing is written', async () =>
  expect([await remembered.read(), await remembered.read()]).toEqual([1, 1]));

it('is read again after something was written', async () => {
  await remembered.read();
  version = '1 2';
  expect(await remembered.read()).toBe(2);
});

it('is read again when something was written while it was read', async () => {
  const engine = { version: () => version };
  remembered = new Remembered(engine, () => {
    version = '1 2';
    return Promise.resolve(++made);
  });
  await remembered.read();
  expect(await remembered.read()).toBe(2);
});

it('is read each time where only a read can tell', async () => {
  version = null;
  expect([await remembered.read(), await remembered.read()]).toEqual([1, 2]);
});

it('is not remembered when it fails', async () => {
  let fails = true;
  const make = () => (fails ? Promise.reject(new Error('away')) : Promise.resolve(1));
  remembered = new Remembered({ version: () => version }, make);
  await expect(remembered.read()).rejects.toThrow('away');
  fails = false;
  expect(await remembered.read()).toBe(1);
});
