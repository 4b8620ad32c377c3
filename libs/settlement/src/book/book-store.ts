import { Inject, Injectable } from '@nestjs/common';
import { parsePartnerEvent } from '#auth';
import { notFound } from '#platform/core/refused.js';
import type { EventLog, RecordedEvent } from '#platform/event-store/event-log.js';
import { type Cause, EventStore, type Loaded } from '#platform/event-store/event-store.js';
import { fold, streamName } from '#platform/event-store/stream.js';
import { EVENT_LOG } from '#platform/platform.module.js';
import { Rows } from '#platform/read-store/rows.js';
import { accountTable } from '../settlement-periods/settlement.tables.js';
import type { BookEvent } from './book.events.js';
import { type Book, type Decide, type OpenBook, books, firstPeriod } from './book.state.js';
import { broughtForward } from './bring-forward.decide.js';

export type BookEvents = { readonly events: readonly BookEvent[] };

/**
 * Loads a partner's book from where it was last brought forward, so that a book of many years is
 * read as fast as a new one. Where that is, a read model tells; if it does not, all is read.
 */
@Injectable()
export class BookStore {
  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly store: EventStore,
    private readonly rows: Rows,
  ) {}

  /** @throws {Refused} when there is no such partner. */
  async load(partnerId: string): Promise<Loaded<OpenBook>> {
    const recorded = await this.recorded(partnerId);
    const state = fold(books, recorded.map(parse));
    const revision = recorded.at(-1)?.revision ?? 'no_stream';
    return { state: await this.opened(partnerId, state), revision };
  }

  /**
   * As `EventStore.transact`, and brings the book forward when it has become long.
   * @throws {WrongExpectedRevision} when other processes kept winning. {Refused} whatever the decision does.
   */
  async transact(partnerId: string, decide: Decide, cause: Cause): Promise<BookEvents> {
    const events = await this.write(partnerId, cause, (book) => Promise.resolve(decide(book)));
    return { events };
  }

  /**
   * Decides only if no event after `revision` (-1n: no event at all) is the one that is looked for;
   * otherwise answers that one. Together with the exact append this makes a decision happen once.
   */
  async transactUnless(
    partnerId: string,
    revision: bigint,
    isKnown: (event: BookEvent) => boolean,
    decide: Decide,
    cause: Cause,
  ): Promise<BookEvents> {
    let known: BookEvent | undefined;
    const name = streamName(books, partnerId);
    const events = await this.write(partnerId, cause, async (book) => {
      known = (await this.log.read(name, revision + 1n)).map(parse).find(isKnown);
      return known === undefined ? decide(book) : [];
    });
    return { events: known === undefined ? events : [known] };
  }

  private write(
    partnerId: string,
    cause: Cause,
    decide: (book: OpenBook) => Promise<readonly BookEvent[]>,
  ): Promise<readonly BookEvent[]> {
    return this.store.write(books, partnerId, async () => {
      const loaded = await this.load(partnerId);
      const decided = await decide(loaded.state);
      const events = broughtForward(loaded.state, decided, new Date());
      await this.store.appendTo(books, partnerId, loaded, events, cause);
      return events;
    });
  }

  private async recorded(partnerId: string): Promise<readonly RecordedEvent[]> {
    const name = streamName(books, partnerId);
    const from = await this.broughtForwardAt(partnerId);
    const recorded = await this.log.read(name, from);
    if (from === 0n || recorded[0]?.type === 'SettlementBroughtForward') return recorded;
    return this.log.read(name);
  }

  /** A hint only: what it points at says itself whether it can be read from there. */
  private async broughtForwardAt(partnerId: string): Promise<bigint> {
    try {
      const [account] = await this.rows.find(partnerId, accountTable, {});
      return account?.broughtForward ?? 0n;
    } catch {
      return 0n;
    }
  }

  private async opened(partnerId: string, book: Book): Promise<OpenBook> {
    const open = book.open ?? firstPeriod(partnerId, await this.createdAt(partnerId));
    return { ...book, partnerId, open };
  }

  private async createdAt(partnerId: string): Promise<string> {
    const [created] = await this.log.read(`partner-${partnerId}`, 0n, 0n);
    if (created === undefined) throw notFound('partner_not_found', 'There is no such partner');
    const { type, data } = parsePartnerEvent(created.type, created.data);
    if (type !== 'PartnerCreated') throw new Error(`partner-${partnerId} begins with ${type}`);
    return data.at;
  }
}

const parse = ({ type, data }: RecordedEvent): BookEvent => books.parse(type, data);
