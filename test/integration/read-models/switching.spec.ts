import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { activateAll } from '#platform/read-models/partners.js';
import { BOOKS, eventually, Stage } from '../../support/read-models.js';

describe('switching generations', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await Stage.open();
  });
  afterEach(() => stage.close());

  it('keeps readers where they are until the new generation has seen as much', async () => {
    const partnerId = await stage.openPartner();
    const [guard, active] = [`rm:{${partnerId}}:guard`, `rm:{${partnerId}}:active`];
    await stage.redis.sadd('rm:partners', partnerId);
    await stage.redis.hset(active, BOOKS, 'a');
    await stage.redis.hset(guard, { [`${BOOKS}:a`]: '10' });
    expect(await activateAll(stage.redis, BOOKS, 'b')).toBe(false);
    await stage.redis.hset(guard, { [`${BOOKS}:b`]: '9' });
    expect(await activateAll(stage.redis, BOOKS, 'b')).toBe(false);
    expect(await stage.redis.hget(active, BOOKS)).toBe('a');
    await stage.redis.hset(guard, { [`${BOOKS}:b`]: '10' });
    expect(await activateAll(stage.redis, BOOKS, 'b')).toBe(true);
    expect(await activateAll(stage.redis, BOOKS, 'a')).toBe(true);
    expect(await stage.redis.hget(active, BOOKS)).toBe('b');
  });

  it('never lets a checkpoint go back, and says so when it had', async () => {
    const { control } = stage;
    const building = { id: 'g', version: 1, request: null };
    expect(await control.save('g', '5', '', 'first')).toBeNull();
    await control.replace(await control.load(), { active: null, building, sweep: false });
    expect(await control.save('g', '10', '', 'first')).toBe('10');
    expect(await control.save('g', '9', '', 'first')).toBe('10');
    expect(await control.save('g', '12', '11', 'first')).toBeNull();
    expect((await control.load()).checkpoints.get('g')).toBe('10');
  });

  it('lets one runner alone change the registry', async () => {
    const { control } = stage;
    const seen = await control.load();
    const empty = { active: null, building: null, sweep: false };
    expect(await control.replace(seen, empty)).toBe(true);
    expect(await control.replace(seen, { ...empty, sweep: true })).toBe(false);
  });

  const settled = async () => {
    const { control } = stage;
    await eventually(
      async () => (await control.load()).registry,
      (registry) => registry?.active !== null && registry?.sweep === false,
    );
  };
  const sees = (partnerId: string, n: number) =>
    eventually(
      () => stage.count(partnerId),
      (count) => count === n,
    );

  it('shows new partners at once', async () => {
    await stage.openPartner();
    stage.run();
    await settled();
    await sees(await stage.openPartner(), 0);
  });

  it('finds readers that a crash left behind', async () => {
    const partnerId = await stage.openPartner();
    await stage.deposit(partnerId);
    stage.run();
    await settled();
    await stage.stopAll();
    await stage.redis.del(`rm:{${partnerId}}:active`);
    stage.run();
    await sees(partnerId, 1);
  });
});
