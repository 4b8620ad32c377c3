import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { id, partnerId } from '../book/book.examples.js';
import type { Models } from './period-models.js';
import { SettlementReader } from './settlement-reader.js';

type Place = readonly [position: string, written: string];

/** Models without any period, which are at these places one after the other, and stay at the last. */
const readerOver = (...places: Place[]) => {
  let asked = 0;
  const models = {
    documents: (_partnerId: string, _projection: string, docs: readonly string[]) => {
      const [position, written] = places[Math.min(asked++, places.length - 1)]!;
      const value = docs.map(() => null);
      return Promise.resolve({ status: 'ready', value, position, written });
    },
  } as unknown as Models;
  const reader = new SettlementReader(models);
  return { get: () => reader.get(partnerId, id(1)), asked: () => asked };
};

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a period read after a write', () => {
  it.each<[string, number, readonly Place[]]>([
    ['at once when the model has it', 1, [['9', '9']]],
    ['at once when nothing was written', 1, [['9', '']]],
    ['once the model has it', 3, [...['8', '8', '9'].map((at): Place => [at, '9'])]],
    [
      'once the model has it, while writes go on',
      2,
      [
        ['9', '10'],
        ['10', '11'],
      ],
    ],
  ])('is answered %s', async (_, asked, places) => {
    const reader = readerOver(...places);
    expect(await reader.get()).toBeNull();
    expect(reader.asked()).toBe(asked);
  });

  it('is refused for now when the model stays behind', async () => {
    const refused = { refusal: 'unavailable', code: 'read_model_unavailable', retryAfterS: 1 };
    await expect(readerOver(['8', '9']).get()).rejects.toMatchObject(refused);
  });

  it('is refused no later when the clock is set back meanwhile', async () => {
    let now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => (now -= 60_000));
    const code = 'read_model_unavailable';
    await expect(readerOver(['8', '9']).get()).rejects.toMatchObject({ code });
  }, 5_000);
});
