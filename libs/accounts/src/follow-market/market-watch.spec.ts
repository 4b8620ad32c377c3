import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { BrokerViews } from '#broker/broker-views.js';
import { SavedDocuments } from '#read-models/saved-documents.js';
import { ReadStore } from '#read-models/read-store.js';
import { SqliteEngine } from '#read-models/sqlite-engine.js';
import { MARKET_DOCUMENTS, MarketData } from '../market/market-data.js';
import { MarketWatch } from './market-watch.js';

/** 10:00 on a Monday in New York. */
const MONDAY = new Date('2026-03-02T15:00:00.000Z');
const CLOSES = '2026-03-02T21:00:00.000Z';
const after = (at: string) => new Date(Date.parse(at) + 1);

const clock = { isOpen: true, opensAt: '2026-03-03T14:30:00.000Z', closesAt: CLOSES };
const apple = {
  ...{ symbol: 'AAPL', name: 'Apple Inc.', exchange: 'NASDAQ' },
  ...{ tradable: true, fractionable: true },
};
const monday = { date: '2026-03-02', opensAt: '2026-03-02T14:30:00.000Z', closesAt: CLOSES };
const views = {
  listAssets: jest.fn<BrokerViews['listAssets']>(),
  clock: jest.fn<BrokerViews['clock']>(),
  calendar: jest.fn<BrokerViews['calendar']>(),
};

let engine: SqliteEngine;
let documents: SavedDocuments;
let market: MarketData;
let watches: readonly MarketWatch[];

const newWatches = () =>
  MARKET_DOCUMENTS.map(
    (name) => new MarketWatch(name, { broker: { views: views as never }, documents }),
  );
const loadClock = (now: Date) => watches[MARKET_DOCUMENTS.indexOf('clock')]?.loadIfDue(now);
const look = async (now: Date) => {
  for (const watch of watches) await watch.loadIfDue(now);
};
const calls = () => Object.values(views).map((each) => each.mock.calls.length);

beforeEach(() => {
  engine = SqliteEngine.open(':memory:');
  documents = new SavedDocuments(engine);
  market = new MarketData(new ReadStore(engine, []));
  watches = newWatches();
  for (const each of Object.values(views)) each.mockReset();
  views.listAssets.mockResolvedValue([apple]);
  views.clock.mockResolvedValue(clock);
  views.calendar.mockResolvedValue([monday]);
});
afterEach(() => engine.close());

describe('market data', () => {
  it('is unavailable before the first load', async () => {
    for (const read of [market.assets(), market.clock(), market.calendar()])
      await expect(read).rejects.toMatchObject({ code: 'market_data_not_loaded', retryAfterS: 5 });
  });

  it('is loaded at the start', async () => {
    await look(MONDAY);
    expect((await market.assets()).search('')).toEqual([apple]);
    expect(await market.clock()).toEqual(clock);
    expect(await market.calendar()).toEqual([monday]);
  });

  it('is loaded once until something is due', async () => {
    for (let second = 0; second < 60; second += 10)
      await look(new Date(MONDAY.getTime() + second * 1_000));
    expect(calls()).toEqual([1, 1, 1]);
  });

  it('is loaded again by another leader', async () => {
    await look(MONDAY);
    watches = newWatches();
    await look(MONDAY);
    expect(calls()).toEqual([2, 2, 2]);
  });

  it.each([
    ['before 6:00 in New York', '2026-03-03T10:59:59.000Z', 1],
    ['after 6:00 in New York', '2026-03-03T11:00:01.000Z', 2],
  ])('is loaded on the next day: %s', async (_, at, times) => {
    views.clock.mockResolvedValue({ ...clock, closesAt: '2026-03-09T21:00:00.000Z' });
    await look(MONDAY);
    await look(new Date(at));
    expect(calls()).toEqual([times, times, times]);
  });

  it('is loaded again if the database lost it', async () => {
    await look(MONDAY);
    await engine.write(({ db }) => db.deleteFrom('saved_documents').execute());
    await look(MONDAY);
    expect((await market.assets()).search('')).toEqual([apple]);
  });

  it('stays while the broker is unavailable', async () => {
    await look(MONDAY);
    views.clock.mockRejectedValue(new Error('unavailable'));
    await expect(loadClock(after(CLOSES))).rejects.toThrow('unavailable');
    expect(await market.clock()).toEqual(clock);
  });

  it('stays while the broker lists nothing, and is loaded as soon as it does', async () => {
    await look(MONDAY);
    const tuesday = new Date('2026-03-03T11:00:01.000Z');
    const loadAssets = () => watches[MARKET_DOCUMENTS.indexOf('assets')]?.loadIfDue(tuesday);
    views.listAssets.mockResolvedValue([]);
    await expect(loadAssets()).rejects.toThrow('no assets');
    expect((await market.assets()).search('')).toEqual([apple]);
    views.listAssets.mockResolvedValue([{ ...apple, tradable: false }]);
    await loadAssets();
    expect((await market.assets()).find('AAPL')).toMatchObject({ tradable: false });
  });

  it('is replaced by new content', async () => {
    await look(MONDAY);
    await market.assets();
    views.listAssets.mockResolvedValue([{ ...apple, tradable: false }]);
    watches = newWatches();
    await look(MONDAY);
    expect((await market.assets()).find('AAPL')).toMatchObject({ tradable: false });
  });
});

describe('the clock', () => {
  it('is loaded at the next change', async () => {
    await look(MONDAY);
    await loadClock(new Date(Date.parse(CLOSES) - 1));
    expect(views.clock).toHaveBeenCalledTimes(1);
    await loadClock(after(CLOSES));
    expect(views.clock).toHaveBeenCalledTimes(2);
  });
});
