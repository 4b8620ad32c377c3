import { describe, expect, it } from '@jest/globals';
import {
  AT,
  OTHER,
  PARTNER,
  TABLES,
  type ChangeData,
  changed,
  daySums,
  eventsOf,
  idOf,
  labelled,
  orders,
  placed,
  profiles,
  summed,
} from './sample.js';
import { type Engines, feed, readerOf, rowsOf, serve } from './subject.js';

/** Rows after one batch or several. */
export const writingContract = (engines: () => Engines): void => {
  /** Rows after these batches, each in a separate transaction, in an empty store. */
  const after = async (...batches: readonly (readonly (readonly ChangeData[])[])[]) => {
    const own = await engines().subject();
    const store = await serve(own.engine);
    let from = 1n;
    for (const batch of batches) {
      expect(await feed(store, eventsOf(batch, { from }))).toEqual([]);
      from += BigInt(batch.length);
    }
    const rows = await rowsOf(store, TABLES);
    await own.close();
    return rows;
  };

  describe('values', () => {
    const EDGES = [0n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, 2n ** 63n - 1n, 1n - 2n ** 63n];

    it.each(EDGES)('stores the integer %s', async (cents) => {
      const rows = await after([[placed('a', { amountCents: `${cents}` })]]);
      expect(rows['orders']).toMatchObject([{ amountCents: cents }]);
    });

    it('adds beyond 2^53', async () => {
      const by = { amountCents: `${2n ** 53n}` };
      const rows = await after([[summed('d', by)]], [[summed('d', { amountCents: '1' })]]);
      expect(rows['daySums']).toMatchObject([{ amountCents: 2n ** 53n + 1n }]);
    });

    it.each([
      ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.000Z'],
      ['2026-03-01T12:00:00.123456Z', '2026-03-01T12:00:00.123Z'],
      ['2026-03-01T12:00:00.5+02:00', '2026-03-01T10:00:00.500Z'],
      ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
      ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
      ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ])('stores the time %s as %s', async (written, kept) => {
      const rows = await after([[placed('a', { placedAt: written })]]);
      expect(rows['orders']).toMatchObject([{ placedAt: kept }]);
    });

    it.each([
      ['quotes', `it's "so"; -- \\ $1 ? {}`],
      ['nothing', ''],
      ['other scripts', 'Ünïcödé 日本 😀\n\t'],
    ])('stores a text of %s', async (_, note) => {
      expect((await after([[placed('a', { note })]]))['orders']).toMatchObject([{ note }]);
    });

    it('replaces characters that databases reject', async () => {
      const rows = await after([[placed('a', { note: 'a\0b\ud800c' })]]);
      expect(rows['orders']).toMatchObject([{ note: 'a\ufffdb\ufffdc' }]);
    });

    it('finds a row by a UUID in any case', async () => {
      const upper = changed('a', { status: 'done' });
      const upperCase = { ...upper, key: { id: idOf('a').toUpperCase() } };
      const rows = await after([[placed('a')]], [[upperCase]]);
      expect(rows['orders']).toMatchObject([{ id: idOf('a'), status: 'done' }]);
    });
  });

  describe('changes of a row', () => {
    it('sets columns, also to null', async () => {
      const set = { status: 'done', note: null, feeCents: '7', doneAt: AT };
      const rows = await after([[placed('a', { note: 'n' })]], [[changed('a', set)]]);
      expect(rows['orders']).toMatchObject([
        { status: 'done', note: null, feeCents: 7n, doneAt: AT, amountCents: 1000n },
      ]);
    });

    it('ignores a change of a missing row', async () => {
      const rows = await after([[changed('a', { status: 'done' })]]);
      expect(rows).toMatchObject({ orders: [], ordersCounts: [] });
    });

    it('creates a row by adding to it, with zeros and nulls', async () => {
      const rows = await after([[summed('d', { orders: '1' })]], [[summed('d', { orders: '2' })]]);
      expect(rows['daySums']).toEqual([
        { partnerId: PARTNER, day: 'd', orders: 3n, amountCents: 0n, feeCents: null },
      ]);
    });

    it('treats null as zero when it adds', async () => {
      const rows = await after(
        [[summed('d', { orders: '1' })]],
        [[summed('d', { feeCents: '5' })]],
      );
      expect(rows['daySums']).toMatchObject([{ orders: 1n, feeCents: 5n }]);
    });

    it('replaces a row with the same key completely', async () => {
      const rows = await after([[labelled('x', { note: 'n' })]], [[labelled('x')]]);
      expect(rows['labels']).toMatchObject([{ name: 'x', note: null }]);
    });

    it('removes a row, and creates it again', async () => {
      const gone: ChangeData = { op: 'delete', table: 'labels', key: { kind: 'plain', name: 'x' } };
      expect(await after([[labelled('x')]], [[gone]])).toMatchObject({ labels: [] });
      const rows = await after([[labelled('x')]], [[gone], [labelled('x', { note: 'n' })]]);
      expect(rows['labels']).toMatchObject([{ name: 'x', note: 'n' }]);
    });

    it('changes the key of a row', async () => {
      const key = { kind: 'plain', name: 'x' };
      const renamed: ChangeData = {
        op: 'update',
        table: 'labels',
        key,
        set: { name: 'y', note: 'n' },
      };
      const rows = await after([[labelled('x')], [renamed], [labelled('x')]]);
      expect(rows['labels']).toMatchObject([
        { name: 'x', note: null },
        { name: 'y', note: 'n' },
      ]);
    });
  });

  describe('ordinals and counts', () => {
    it('numbers rows in log order, over batches', async () => {
      const rows = await after(
        [[placed('b')], [placed('a')]],
        [[changed('c', { status: 'x' })], [placed('d')], [placed('c')]],
      );
      const ordinals = rows['orders']?.map(({ id, ordinal }) => [ordinal, id]);
      expect(ordinals?.sort()).toEqual(
        ['b', 'a', 'd', 'c'].map((word, place) => [BigInt(place), idOf(word)]),
      );
    });

    it('numbers and counts for each partner', async () => {
      const own = await engines().subject();
      const store = await serve(own.engine);
      await feed(store, [
        ...eventsOf([[placed('a')]], { partnerId: OTHER }),
        ...eventsOf([[placed('b')], [placed('c')]], { from: 2n }),
      ]);
      const rows = await rowsOf(store, [orders]);
      expect(rows['orders']?.map(({ id, ordinal }) => [id, ordinal])).toEqual(
        expect.arrayContaining([
          [idOf('a'), 0n],
          [idOf('b'), 0n],
          [idOf('c'), 1n],
        ]),
      );
      expect(rows['ordersCounts']).toEqual(
        expect.arrayContaining([
          { partnerId: OTHER, value: 'new', count: 1n },
          { partnerId: PARTNER, value: 'new', count: 2n },
        ]),
      );
      await own.close();
    });

    it('changes counts with the rows', async () => {
      const rows = await after(
        [[placed('a')], [placed('b')], [changed('a', { status: 'done' })]],
        [[changed('b', { status: 'open' })], [changed('b', { status: 'done' })]],
      );
      expect(rows['ordersCounts']).toEqual([
        { partnerId: PARTNER, value: 'done', count: 2n },
        { partnerId: PARTNER, value: 'new', count: 0n },
      ]);
    });
  });

  describe('partners', () => {
    const profileOf = (name: string): ChangeData => ({
      ...{ op: 'insert', table: 'profiles' },
      row: { id: idOf('p'), name, seenAt: null },
    });

    it('never changes another partner’s row', async () => {
      const own = await engines().subject();
      const store = await serve(own.engine);
      await feed(store, eventsOf([[profileOf('mine')], [placed('a')]]));
      const set = { op: 'update', table: 'profiles', key: { id: idOf('p') }, set: { name: 'x' } };
      const gone = { op: 'delete', table: 'profiles', key: { id: idOf('p') } };
      await feed(
        store,
        eventsOf([[set as ChangeData], [gone as ChangeData], [changed('a', { status: 'x' })]], {
          partnerId: OTHER,
          from: 3n,
        }),
      );
      const rows = await rowsOf(store, [profiles, orders]);
      expect(rows['profiles']).toMatchObject([{ partnerId: PARTNER, name: 'mine' }]);
      expect(rows['orders']).toMatchObject([{ status: 'new' }]);
      expect(rows['ordersCounts']).toHaveLength(1);
      await own.close();
    });

    it.each([
      ['a replaced one', profileOf('theirs')],
      ['a numbered one', placed('a')],
    ])('quarantines a change that would duplicate another partner’s row: %s', async (_, change) => {
      const own = await engines().subject();
      const store = await serve(own.engine);
      await feed(store, eventsOf([[profileOf('mine')], [placed('a')]]));
      const quarantined = await feed(store, eventsOf([[change]], { partnerId: OTHER, from: 3n }));
      expect(quarantined).toMatchObject([{ model: 'sample', position: 3n }]);
      const rows = await rowsOf(store, [profiles, orders]);
      expect(rows['profiles']).toMatchObject([{ partnerId: PARTNER, name: 'mine' }]);
      expect(rows['orders']).toMatchObject([{ partnerId: PARTNER }]);
      await own.close();
    });
  });

  it('pages by ordinals, and returns the total', async () => {
    const own = await engines().subject();
    const many = Array.from({ length: 25 }, (_, n) => [
      placed(`${n}`, { status: n % 5 === 0 ? 'done' : 'new' }),
    ]);
    const reader = await readerOf(await serve(own.engine, eventsOf(many)), orders);
    const page = await reader.page(PARTNER, { offset: 20, limit: 10 });
    expect(page.total).toBe(25);
    expect(page.rows.map(({ id }) => id)).toEqual([20, 21, 22, 23, 24].map((n) => idOf(`${n}`)));
    const newest = await reader.page(PARTNER, { offset: 1, limit: 2, newestFirst: true });
    expect(newest.rows.map(({ id }) => id)).toEqual([23, 22].map((n) => idOf(`${n}`)));
    const done = await reader.page(PARTNER, { where: { status: 'done' }, offset: 3, limit: 10 });
    expect(done).toMatchObject({ total: 5, rows: [{ id: idOf('15') }, { id: idOf('20') }] });
    expect(await reader.page(OTHER, { offset: 0, limit: 10 })).toEqual({ rows: [], total: 0 });
    await own.close();
  });

  it('finds a partner’s rows by their keys', async () => {
    const own = await engines().subject();
    const events = eventsOf([[placed('a')], [placed('b')], [placed('c')]]);
    const reader = await readerOf(await serve(own.engine, events), orders);
    const found = async (partnerId: string, ...names: string[]) =>
      (await reader.withKeys(partnerId, 'id', names.map(idOf))).map(({ id }) => id).sort();
    expect(await found(PARTNER, 'a', 'c', 'nobody')).toEqual([idOf('a'), idOf('c')].sort());
    expect(await found(PARTNER)).toEqual([]);
    expect(await found(OTHER, 'a', 'b')).toEqual([]);
    await own.close();
  });

  it('counts once if one batch has all changes', async () => {
    const batch = [[summed('d', { orders: '1' })], [summed('d', { orders: '1' })]];
    const rows = await after(batch);
    expect(rows[daySums.name]).toMatchObject([{ orders: 2n }]);
  });
};
