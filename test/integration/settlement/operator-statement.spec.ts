import { beforeAll, describe, expect, it } from '@jest/globals';
import { ReadStore } from '#read-models/read-store.js';
import { SqliteEngine } from '#read-models/sqlite-engine.js';
import { operatorReader } from '#settlement/settlement-periods/operator-reader.js';
import { operatorStatement } from '#settlement/settlement-statement/operator-statement.js';
import type { LineView } from '../../../libs/settlement/src/settlement-statement/line.view.js';
import { quiet } from '../../support/memory-reads.js';
import { World } from '../../property/settlement/world.js';

const ALL = Number.MAX_SAFE_INTEGER;
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

/** A database that holds no read model. */
const sources = () => {
  const store = new ReadStore(SqliteEngine.open(':memory:'), []);
  return { log: world.log, store, logger: quiet };
};

describe('an operator, while the service is down', () => {
  it('sees every partner’s periods as they are', async () => {
    const { reader, close } = await operatorReader(sources(), world.partnerIds);
    for (const partnerId of world.partnerIds) {
      const page = { offset: 0, limit: 10 };
      const found = await reader.list(partnerId, page);
      expect(found.total).toBe(3);
      expect(found).toEqual(await world.reader.list(partnerId, page));
    }
    await close();
  });

  it('gets the very lines of each statement out of the log, in portions', async () => {
    for (const partnerId of world.partnerIds) {
      const reader = world.reader;
      const { settlements } = await reader.list(partnerId, { offset: 0, limit: 10 });
      for (const { id } of settlements) {
        const expected: LineView[] = [];
        for await (const part of reader.allLines(partnerId, id)) expected.push(...part);
        const statement = await operatorStatement(sources(), partnerId, id);
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
