import type { Broker } from '#broker/broker.js';
import type { MarketClock } from '#broker/broker-views.js';
import { DAY_MS } from '#kernel/calendar/day.js';
import { firstMoment, localDay } from '#kernel/calendar/local-time.js';
import type { Recurring } from '#kernel/concurrency/repeat.js';
import { HOUR_MS } from '#kernel/duration.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';
import type { SavedDocuments } from '#read-models/saved-documents.js';
import type { MarketDocument } from '../market/market-data.js';
import { nextChangeMs } from '../market/market-hours.js';

/** Interval at which the leading worker checks whether market data is due. */
const MARKET_POLL_MS = 10_000;
const EXCHANGE_ZONE = 'America/New_York';
/** The broker has the day's data before this time, and the market opens after it. */
const LOAD_AT_HOUR = 6;

type Parts = {
  readonly broker: Pick<Broker, 'views'>;
  readonly documents: SavedDocuments;
};

/**
 * Loads assets, clock or calendar from the broker at its start, every morning before the market
 * opens, and the clock also at each change. Loads a document again that the database has lost. Two
 * watches can run at the same time.
 */
export class MarketWatch implements Recurring {
  readonly everyMs = MARKET_POLL_MS;
  readonly failed = 'failed to load market data from the broker';
  readonly work = () => this.loadIfDue(new Date());
  private isLoaded = false;

  constructor(
    private readonly name: MarketDocument,
    private readonly parts: Parts,
  ) {}

  /**
   * Loads the document if it is due. An empty list never replaces it: no asset would be found until
   * the next morning. @throws {OutcomeUnknown} if the broker lists nothing
   */
  async loadIfDue(now: Date): Promise<void> {
    const { name } = this;
    const { documents } = this.parts;
    if (this.isLoaded && !(await this.isDue(name, now))) return;
    const content = await this.read(name, `market-${name}-${now.getTime()}`);
    if (Array.isArray(content) && content.length === 0)
      throw new OutcomeUnknown(`the broker lists no ${name}`);
    await documents.save(name, JSON.stringify(content), now);
    this.isLoaded = true;
  }

  private async isDue(name: MarketDocument, now: Date): Promise<boolean> {
    const { documents } = this.parts;
    const saved = await documents.find(name);
    if (saved === null || Date.parse(saved.savedAt) < lastMorningMs(now)) return true;
    if (name !== 'clock') return false;
    const text = (await documents.load(name))?.content;
    return text === undefined || nextChangeMs(JSON.parse(text) as MarketClock) <= now.getTime();
  }

  private read(name: MarketDocument, correlationId: string): Promise<unknown> {
    const { views } = this.parts.broker;
    switch (name) {
      case 'assets':
        return views.listAssets(correlationId);
      case 'clock':
        return views.clock(correlationId);
      case 'calendar':
        return views.calendar(correlationId);
    }
  }
}

/** Time of the last loading hour in New York, in ms. */
const lastMorningMs = (now: Date): number => {
  const today = localDay(EXCHANGE_ZONE, now.getTime());
  const morning = firstMoment(EXCHANGE_ZONE, today, LOAD_AT_HOUR * HOUR_MS);
  return morning <= now.getTime() ? morning : morning - DAY_MS;
};
