import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ReadModels } from '#platform/read-models/read-models.js';
import { operatorReaders, operatorStatement, registeredPeriods } from '#settlement';
import type { LineView } from '../../../libs/settlement/src/settlement-statement/line.view.js';
import { World } from '../../property/settlement/world.js';

const ALL = Number.MAX_SAFE_INTEGER;
const notReady = () => Promise.resolve({ status: 'not_ready' as const });
/** Redis is away, or its read models are being built. */
const away = { documents: notReady, page: notReady } as unknown as ReadModels;

let world: World;

/** Two partners with two closed periods and an open one, with adjustments of the same and later. */
beforeAll(async () => {
  world = new World(2);
  await world.begin();
  for (let round = 0; round < 3; round++) {
    for (const partner of [0, 1])
      for (let i = 0; i < 700; i++)
        await world.take({ do: 'deposit', partner, amount: 10_00 + i, fee: i % 7 });
    for (let i = 0; i < 1_300; i++) await world.take({ do: 'complete', which: 0 });
    for (let i = 0; i < 5; i++) await world.take({ do: 'reverse-deposit', which: 300 * i });
    await world.take({ do: 'project', events: ALL });
    if (round === 2) break;
    for (const partner of [0, 1]) {
      await world.take({ do: 'cut-off', partner });
      await world.take({ do: 'project', events: ALL });
      await world.take({ do: 'close', partner });
    }
  }
  await world.take({ do: 'project', events: ALL });
});

const sources = () => ({ log: world.log, models: away, projection: registeredPeriods });

describe('an operator, while the service is down', () => {
  it('sees every partner’s periods as they are', async () => {
    const readers = await operatorReaders(sources(), world.partnerIds);
    for (const partnerId of world.partnerIds) {
      const page = { offset: 0, limit: 10 };
      const found = await readers.get(partnerId)!.list(partnerId, page);
      expect(found.total).toBe(3);
      expect(found).toEqual(await world.reader(partnerId).list(partnerId, page));
    }
  });

  it('gets the very lines of each statement out of the log, in portions', async () => {
    for (const partnerId of world.partnerIds) {
      const reader = world.reader(partnerId);
      const { settlements } = await reader.list(partnerId, { offset: 0, limit: 10 });
      for (const { id } of settlements) {
        const expected: LineView[] = [];
        for await (const part of reader.allLines(partnerId, String(id))) expected.push(...part);
        const statement = await operatorStatement(sources(), partnerId, String(id));
        const found: LineView[] = [];
        const sizes: number[] = [];
        for await (const part of statement!.parts) {
          found.push(...part);
          sizes.push(part.length);
        }
        expect(found).toEqual(expected);
        expect(statement?.total).toBe(expected.length);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
      }
    }
  });

  it('gets nothing of a period that is not there', async () => {
    const [partnerId] = world.partnerIds as [string];
    expect(await operatorStatement(sources(), partnerId, partnerId)).toBeNull();
  });
});
