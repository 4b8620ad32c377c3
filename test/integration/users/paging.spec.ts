import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ListStage,
  openListStage,
  registeredUser,
  reinstatedUser,
  suspendedUser,
} from './list-stage.js';

let stage: ListStage;

beforeAll(async () => {
  stage = openListStage();
  stage.start();
});

afterAll(() => stage.close());

const register = async (partnerId: string, count: number, from = 0): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const [i, id] of ids.entries())
    await stage.append(partnerId, id, registeredUser(partnerId, id, from + i));
  return ids;
};

type Filter = Pick<NonNullable<Parameters<ListStage['list']>[1]>, 'status'>;

/** All pages one after the other, with `between` two of them; the ids in the order shown. */
const walk = async (
  partnerId: string,
  query: Filter,
  limit: number,
  between: (page: number) => Promise<void>,
): Promise<string[]> => {
  const seen: string[] = [];
  for (let page = 0; ; page++) {
    const paging = { limit: `${limit}`, offset: `${page * limit}` };
    const { users } = await stage.list(partnerId, { ...query, ...paging });
    seen.push(...users.map(({ userId }) => userId));
    if (users.length < limit) return seen;
    await between(page);
  }
};

describe('a walk over all pages', () => {
  it('meets every user once and in order while others are added', async () => {
    const partnerId = await stage.openPartner();
    const ids = await register(partnerId, 200);
    await stage.counted(partnerId, 200);
    const seen = await walk(partnerId, {}, 20, async (page) => {
      if (page < 8) ids.push(...(await register(partnerId, 5, ids.length)));
    });
    await stage.counted(partnerId, ids.length);
    expect(ids.slice(0, seen.length)).toEqual(seen);
    expect(seen.length).toBeGreaterThanOrEqual(200);
  });

  it('meets every user once while statuses change on pages seen and to come', async () => {
    const partnerId = await stage.openPartner();
    const ids = await register(partnerId, 200);
    await stage.counted(partnerId, 200);
    let suspensions = 0;
    const seen = await walk(partnerId, {}, 20, async (page) => {
      for (const i of [page * 20, page * 20 + 25, 199 - page]) {
        const id = ids[i];
        if (id === undefined) continue;
        const back = [suspendedUser(partnerId, id, 'pending_verification')];
        if (page % 2 === 0) back.push(reinstatedUser(partnerId, id));
        await stage.append(partnerId, id, ...back);
        suspensions++;
      }
    });
    expect(suspensions).toBeGreaterThan(20);
    expect(seen).toEqual(ids);
  });

  it('meets with a filter whoever has the status throughout, when others only enter it', async () => {
    const partnerId = await stage.openPartner();
    const ids = await register(partnerId, 100);
    for (const id of ids.filter((_, i) => i % 2 === 0))
      await stage.append(partnerId, id, suspendedUser(partnerId, id, 'pending_verification'));
    await stage.counted(partnerId, 100);
    const throughout = ids.filter((_, i) => i % 2 === 0);
    const seen = await walk(partnerId, { status: 'suspended' }, 10, async (page) => {
      const id = ids[page * 10 + 1];
      if (id !== undefined)
        await stage.append(partnerId, id, suspendedUser(partnerId, id, 'pending_verification'));
    });
    expect(throughout.filter((id) => !seen.includes(id))).toEqual([]);
  });
});

describe('the total', () => {
  it('is right for every filter after many changes', async () => {
    const partnerId = await stage.openPartner();
    const ids = await register(partnerId, 60);
    for (const [i, id] of ids.entries()) {
      if (i % 3 === 0)
        await stage.append(partnerId, id, suspendedUser(partnerId, id, 'pending_verification'));
      if (i % 6 === 0) await stage.append(partnerId, id, reinstatedUser(partnerId, id));
    }
    const last = await register(partnerId, 1, 60);
    await stage.counted(partnerId, 61);
    const totalOf = async (filter: Filter = {}) =>
      (await stage.list(partnerId, filter)).metadata.total;
    expect(last).toHaveLength(1);
    expect(await totalOf()).toBe(61);
    expect(await totalOf({ status: 'pending' })).toBe(51);
    expect(await totalOf({ status: 'suspended' })).toBe(10);
    expect(await totalOf({ status: 'active' })).toBe(0);
    expect(await totalOf({ status: 'closed' })).toBe(0);
  });
});
