import { z } from 'zod';
import { HOUR_MS } from '#kernel/duration.js';
import { parseInstant } from '#kernel/instant.js';
import type { OutboundResponse, OutboundCall, OutboundHttp } from '#http/outbound/outbound-http.js';
import { about } from './response-subject.js';
import { reportedAccount, reportedJournal, reportedOrder } from './alpaca-reports.js';
import { dayBeside } from './alpaca-journal-days.js';
import { firmJournals } from './alpaca-lookups.js';
import { foundOf, isMissing, isSuccess, refusalOf } from './alpaca-outcomes.js';
import { replayed } from './alpaca-replay.js';
import { account, accountBlocks, accountMargin, listedOrder, order } from './alpaca-wire.js';
import type { BrokerAccount, ListedOrder } from './broker-records.js';
import type {
  BrokerChanges,
  DatedJournal,
  JournalsOfDays,
  Span,
  Reported,
  ReportedAccount,
  ReportedJournal,
} from './broker-changes.js';
import { PROVIDER_LIST_TIMEOUT_MS } from './timing.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

type Call = (call: OutboundCall) => Promise<OutboundResponse>;
type Options = { readonly firmAccountId: string; readonly silenceMs: number };

/** Lists of changes over all accounts, and reads of single records, from the Alpaca Broker API. */
export class AlpacaChanges implements BrokerChanges {
  calls = 0;
  /**
   * Whether the broker accepted our credentials in this run. A 401 then concerns the requested
   * record.
   */
  private responding = false;

  constructor(
    private readonly http: OutboundHttp,
    private readonly call: Call,
    private readonly options: Options,
  ) {}

  reportedJournals(span: Span): Promise<Reported<ReportedJournal>> {
    return this.report('journals', span, reportedJournal);
  }

  reportedOrders(span: Span): Promise<Reported<ListedOrder>> {
    return this.report('trades', span, reportedOrder);
  }

  reportedAccounts(span: Span): Promise<Reported<ReportedAccount>> {
    return this.report('accounts', span, reportedAccount);
  }

  /** Reads pages, earliest first. Each page repeats the last time of the previous page. */
  async openedAccounts({ from, until }: Span): Promise<Reported<ReportedAccount>> {
    const things = new Map<string, ReportedAccount>();
    let unreadable = 0;
    for (let after = from; ;) {
      const bounds = { created_after: after, created_before: until, sort: 'asc' };
      const query = { ...bounds, entities: FEWEST };
      const call = { method: 'GET', path: '/v1/accounts', query, ...LONG } as const;
      const rows = foundOf(await this.ask(call), z.array(z.unknown()));
      const known = things.size;
      let last = after;
      for (const row of rows) {
        const read = openedAccount.safeParse(row);
        if (!read.success) unreadable++;
        else {
          const { id, status, created_at } = read.data;
          things.set(id, { id, status, at: created_at });
          last = created_at;
        }
      }
      if (rows.length < LISTED_ACCOUNTS_MAX) return { things: [...things.values()], unreadable };
      if (things.size === known)
        throw new OutcomeUnknown(
          'the broker opened more accounts with the same time than it lists',
        );
      after = last;
    }
  }

  /**
   * The days may be those of New York. The broker does not document whether its bounds are
   * inclusive.
   */
  async journalsOfDays({ from, until }: Span): Promise<JournalsOfDays> {
    const firstDay = new Date(Date.parse(from) - NEW_YORK_HOURS_BEHIND * HOUR_MS).toISOString();
    const days = { after: dayBeside(dayOf(firstDay), -1), before: dayBeside(dayOf(until), 1) };
    const { firmAccountId } = this.options;
    const limits = { ...days, limit: `${LISTED_JOURNALS_MAX}` };
    const lists = await Promise.all([
      this.list({ from_account: firmAccountId, ...limits }),
      this.list({ to_account: firmAccountId, ...limits }),
    ]);
    return {
      journals: lists.flatMap(({ journals }) => journals),
      isWhole: lists.every(({ isWhole }) => isWhole),
      unreadable: lists.reduce((sum, { unreadable }) => sum + unreadable, 0),
      unread: lists.flatMap(({ unread }) => unread),
    };
  }

  async journalsOfAccount(accountId: string): Promise<readonly DatedJournal[]> {
    const { firmAccountId } = this.options;
    const lists = await Promise.all([
      this.list({ from_account: firmAccountId, to_account: accountId }),
      this.list({ from_account: accountId, to_account: firmAccountId }),
    ]);
    return lists.flatMap(({ journals }) => journals);
  }

  async journal(journalId: string): Promise<DatedJournal | null> {
    const path = `/v1/journals/${encodeURIComponent(journalId)}`;
    const response = await this.ask({ method: 'GET', path });
    if (isMissing(response)) return null;
    const one = { ...response, body: [foundOf(response, z.unknown())] };
    const { journals, unreadable } = this.journalsIn(one);
    if (unreadable > 0) throw new OutcomeUnknown(`${response.label}: the journal is unreadable`);
    const [found = null] = journals;
    return about(response.label, found, ['journal', journalId, found?.id]);
  }

  async order(orderId: string, accountId: string): Promise<ListedOrder | null> {
    const path = `/v1/trading/accounts/${encodeURIComponent(accountId)}/orders:by_client_order_id`;
    const response = await this.ask({ method: 'GET', path, query: { client_order_id: orderId } });
    if (isMissing(response)) return null;
    const { submitted_at, updated_at } = foundOf(response, listedOrder);
    const updatedAt = (updated_at ?? submitted_at).toISOString();
    const found = { ...foundOf(response, order), accountId, updatedAt };
    return about(response.label, found, ['order', orderId, found.clientOrderId]);
  }

  /**
   * Does not check the id of the returned account, because the caller compares it. The broker
   * returns 401 for an unknown account.
   */
  async account(accountId: string): Promise<BrokerAccount | null> {
    const path = `/v1/accounts/${encodeURIComponent(accountId)}`;
    const response = await this.ask({ method: 'GET', path });
    if (response.status === 401 && this.responding) return null;
    if (isMissing(response)) return null;
    const found = foundOf(response, account);
    if (found.status !== 'ACTIVE') return found;
    const trading = `/v1/trading/accounts/${encodeURIComponent(accountId)}/account`;
    const held = await this.ask({ method: 'GET', path: trading });
    const { id, blocks } = foundOf(held, accountBlocks);
    const margin = foundOf(held, accountMargin);
    return about(held.label, { ...found, blocks, margin }, ['account', accountId, id]);
  }

  /** Returns the last reported state of each record. */
  private async report<Thing extends { readonly id: string }>(
    stream: 'accounts' | 'journals' | 'trades',
    span: Span,
    read: (json: unknown, known: (id: string) => Thing | undefined) => Thing | null,
  ): Promise<Reported<Thing>> {
    this.calls++;
    const things = new Map<string, Thing>();
    let unreadable = 0;
    const { silenceMs } = this.options;
    for await (const json of replayed(this.http, { stream, span, silenceMs })) {
      const thing = read(json, (id) => things.get(id));
      if (thing === null) unreadable++;
      else things.set(thing.id, thing);
    }
    this.responding = true;
    return { things: [...things.values()], unreadable };
  }

  private async list(query: Readonly<Record<string, string>>): Promise<JournalsOfDays> {
    const filter = { entry_type: 'JNLC', ...query };
    const call = { method: 'GET', path: '/v1/journals', query: filter, ...LONG } as const;
    const response = await this.ask({ ...call, answerBytesMax: LIST_BYTES_MAX });
    if (!isSuccess(response) && refusalOf(response).status === 422)
      return { journals: [], isWhole: false, unreadable: 0, unread: [] };
    const rows = foundOf(response, z.array(z.unknown())).length;
    return { ...this.journalsIn(response), isWhole: rows < LISTED_JOURNALS_MAX };
  }

  private journalsIn(response: OutboundResponse) {
    const { journals, ...others } = firmJournals(response, this.options.firmAccountId, null);
    const moments = new Map(
      foundOf(response, z.array(z.unknown())).flatMap((row) => {
        const { data } = createdJournal.safeParse(row);
        return data === undefined ? [] : [[data.id, data.created_at] as const];
      }),
    );
    const dated = journals.map((each) => ({ ...each, createdAt: moments.get(each.id) ?? null }));
    return { journals: dated, ...others };
  }

  private async ask(call: OutboundCall): Promise<OutboundResponse> {
    this.calls++;
    const response = await this.call(call);
    this.responding ||= isSuccess(response);
    return response;
  }
}

const LONG = { timeoutMs: PROVIDER_LIST_TIMEOUT_MS };
/** The broker's own limits, and a size that is enough for them. */
const LISTED_ACCOUNTS_MAX = 1_000;
const LISTED_JOURNALS_MAX = 100_000;
const LIST_BYTES_MAX = 128 * 1024 * 1024;
/** Without this filter the broker lists all data of a person. */
const FEWEST = 'trading_configurations';

const NEW_YORK_HOURS_BEHIND = 5;

const dayOf = (at: string): string => at.slice(0, 'YYYY-MM-DD'.length);

const id = z.string().min(1);
const instant = z.string().transform(parseInstant).pipe(z.date());
const moment = instant.transform((at) => at.toISOString());
const openedAccount = z.object({ id, status: z.string().min(1), created_at: moment });
const createdJournal = z.object({ id, created_at: moment });
