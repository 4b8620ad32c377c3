import { Inject, Injectable } from '@nestjs/common';
import { parsePartnerEvent } from '#auth/partner/partner.events.js';
import { notFound } from '#kernel/refused.js';
import type { EventLog, RecordedEvent } from '#kernel/event-store/event-log.js';
import { type Cause, EventStore, type Loaded } from '#kernel/event-store/event-store.js';
import { fold, streamName } from '#kernel/event-store/stream.js';
import { EVENT_LOG } from '#kernel/tokens.js';
import { Rows } from '#read-models/rows.js';
import { accountTable } from '../settlement-periods/settlement.tables.js';
import type { LedgerEvent } from './ledger.events.js';
import {
  type SettlementLedger,
  type Decide,
  type OpenLedger,
  ledgers,
  firstPeriod,
} from './ledger.state.js';
import { withSnapshot } from './snapshot.decide.js';

export type LedgerEvents = { readonly events: readonly LedgerEvent[] };

/**
 * Loads a partner's ledger from its latest snapshot, so that an old ledger loads as fast as a new
 * one. A read model has the revision of the snapshot. Without it, the store reads the whole ledger.
 */
@Injectable()
export class LedgerStore {
  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly store: EventStore,
    private readonly rows: Rows,
  ) {}

  /** @throws {Refused} if the partner does not exist. */
  async load(partnerId: string): Promise<Loaded<OpenLedger>> {
    const recorded = await this.recorded(partnerId);
    const state = fold(ledgers, recorded.map(parse));
    const revision = recorded.at(-1)?.revision ?? 'no_stream';
    return { state: await this.opened(partnerId, state), revision };
  }

  /**
   * Works as `EventStore.transact`, and adds a snapshot when the ledger has become long.
   * @throws {Refused} if the decision throws it
   * @throws {WrongExpectedRevision} if other processes were faster
   */
  async transact(partnerId: string, decide: Decide, cause: Cause): Promise<LedgerEvents> {
    const events = await this.write(partnerId, cause, (ledger) => Promise.resolve(decide(ledger)));
    return { events };
  }

  /**
   * Searches the events after `revision` (-1n: all events). Returns the event that is found, or
   * decides without one. The append expects the exact revision, so the decision happens once.
   */
  async transactUnless(
    partnerId: string,
    revision: bigint,
    isKnown: (event: LedgerEvent) => boolean,
    decide: Decide,
    cause: Cause,
  ): Promise<LedgerEvents> {
    let known: LedgerEvent | undefined;
    const name = streamName(ledgers, partnerId);
    const events = await this.write(partnerId, cause, async (ledger) => {
      known = (await this.log.read(name, revision + 1n)).map(parse).find(isKnown);
      return known === undefined ? decide(ledger) : [];
    });
    return { events: known === undefined ? events : [known] };
  }

  private write(
    partnerId: string,
    cause: Cause,
    decide: (ledger: OpenLedger) => Promise<readonly LedgerEvent[]>,
  ): Promise<readonly LedgerEvent[]> {
    return this.store.write(ledgers, partnerId, async () => {
      const loaded = await this.load(partnerId);
      const decided = await decide(loaded.state);
      const events = withSnapshot(loaded.state, decided, new Date());
      await this.store.appendTo(ledgers, partnerId, loaded, events, cause);
      return events;
    });
  }

  private async recorded(partnerId: string): Promise<readonly RecordedEvent[]> {
    const name = streamName(ledgers, partnerId);
    const from = await this.broughtForwardAt(partnerId);
    const recorded = await this.log.read(name, from);
    if (from === 0n || recorded[0]?.type === 'SettlementBroughtForward') return recorded;
    return this.log.read(name);
  }

  /** Only a hint: the caller checks that the event at this revision is a snapshot. */
  private async broughtForwardAt(partnerId: string): Promise<bigint> {
    try {
      const [account] = await this.rows.find(partnerId, accountTable, {});
      return account?.broughtForward ?? 0n;
    } catch {
      return 0n;
    }
  }

  private async opened(partnerId: string, ledger: SettlementLedger): Promise<OpenLedger> {
    const open = ledger.open ?? firstPeriod(partnerId, await this.createdAt(partnerId));
    return { ...ledger, partnerId, open };
  }

  private async createdAt(partnerId: string): Promise<string> {
    const [created] = await this.log.read(`partner-${partnerId}`, 0n, 0n);
    if (created === undefined) throw notFound('partner_not_found', 'The partner does not exist');
    const { type, data } = parsePartnerEvent(created.type, created.data);
    if (type !== 'PartnerCreated') throw new Error(`partner-${partnerId} begins with ${type}`);
    return data.at;
  }
}

const parse = ({ type, data }: RecordedEvent): LedgerEvent => ledgers.parse(type, data);
