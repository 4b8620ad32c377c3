import { type Cents, centsToDecimal } from '../core/money.js';
import type { OutboundAnswer, OutboundCall } from '../core/outbound-http.js';
import { BROKER_STREAM_SILENCE_MS, PROVIDER_LIST_TIMEOUT_MS } from '../core/timing.js';
import { about } from './alpaca-asked.js';
import { AlpacaCalls, type AlpacaConnection } from './alpaca-calls.js';
import { AlpacaChanges } from './alpaca-changes.js';
import { hintsFrom } from './alpaca-events.js';
import {
  type FirmJournals,
  firmJournals,
  keyIn,
  ordersIn,
  ownAccount,
  requireApplicant,
  requireUsersOwn,
} from './alpaca-lookups.js';
import { type JournalDays, windowsSince } from './alpaca-journal-days.js';
import { accountRequest, orderRequest } from './alpaca-mapping.js';
import {
  type Refusal,
  foundOf,
  isMissing,
  isSuccess,
  refusalOf,
  sentOf,
} from './alpaca-outcomes.js';
import {
  account,
  accountBlocks,
  firmBalance,
  journal,
  journalNote,
  journalSides,
  order,
} from './alpaca-wire.js';
import type { BrokerChanges } from './broker-changes.js';
import {
  type AccountApplication,
  type Broker,
  type BrokerHint,
  type BrokerSend,
  type FirmBalance,
  type HintBatch,
  type JournalSent,
  type OrderTicket,
  OutcomeUnknown,
  type Sent,
} from './broker.js';
import type {
  BrokerAccount,
  BrokerJournal,
  BrokerOrder,
  ListedJournal,
  ListedOrder,
} from './broker-records.js';
import type { Priority } from './pacing/budget.js';

export type AlpacaOptions = AlpacaConnection & {
  /** The pre-funded account that journals come from. */
  readonly firmAccountId: string;
  /** Streams that stay silent for longer, heartbeats included, are opened anew. */
  readonly silenceMs?: number;
};

/** The Alpaca Broker API. Repeats no request that may have been executed, but for event streams. */
export class AlpacaBroker implements Broker {
  private readonly calls: AlpacaCalls;

  constructor(private readonly options: AlpacaOptions) {
    this.calls = new AlpacaCalls(options);
  }

  async openAccount(
    application: AccountApplication,
    correlationId: string,
  ): Promise<Sent<BrokerAccount>> {
    const body = accountRequest(application);
    const call = { method: 'POST', path: '/v1/accounts', body, correlationId } as const;
    const answer = await this.calls.send(call);
    const sent = sentOf(answer, account, isKnownApplicant);
    if (sent.kind === 'accepted') {
      requireApplicant(answer, application);
      requireUsersOwn(answer.label, sent.value, this.options.firmAccountId);
    }
    return sent;
  }

  async findAccount(
    application: AccountApplication,
    correlationId: string,
  ): Promise<BrokerAccount | null> {
    const query = { query: application.emailAddress.trim() };
    const answer = await this.call({ method: 'GET', path: '/v1/accounts', query, correlationId });
    const found = ownAccount(answer, application);
    if (found !== null) requireUsersOwn(answer.label, found, this.options.firmAccountId);
    return found;
  }

  async getAccount(accountId: string, correlationId: string): Promise<BrokerAccount> {
    const path = `/v1/accounts/${encodeURIComponent(accountId)}`;
    const answer = await this.call({ method: 'GET', path, correlationId });
    const found = foundOf(answer, account);
    about(answer.label, found, ['account', accountId, found.id]);
    if (found.status !== 'ACTIVE') return found;
    return { ...found, blocks: await this.blocksOf(accountId, correlationId) };
  }

  /** The key is the description as well: no answer of the broker shows the idempotency key. */
  async createJournal(
    request: { readonly journalKey: string; readonly accountId: string; readonly amount: Cents },
    correlationId: string,
  ): Promise<JournalSent> {
    const answer = await this.calls.send({
      method: 'POST',
      path: '/v1/journals',
      headers: { 'idempotency-key': request.journalKey },
      body: {
        entry_type: 'JNLC',
        from_account: this.options.firmAccountId,
        to_account: request.accountId,
        amount: centsToDecimal(request.amount),
        description: request.journalKey,
      },
      correlationId,
    });
    if (answer.status === 403) return { kind: 'short', reason: refusalOf(answer).message };
    const sent = sentOf(answer, journal, ({ status }) => status === 409 || status === 422);
    const told = sent.kind === 'accepted' ? keyIn(foundOf(answer, journalNote).description) : null;
    return about(answer.label, sent, ['the journal of', request.journalKey, told]);
  }

  /**
   * The list can be narrowed by day, account and kind, by nothing of ours, and has no pages: it is
   * asked for in windows of days, the earliest first. An effect settles within days, so that is one
   * question nearly always, and its answer does not grow with the account's years.
   */
  async findJournal(
    request: {
      readonly journalKey: string;
      readonly accountId: string;
      readonly since: string | null;
    },
    correlationId: string,
  ): Promise<BrokerJournal | null> {
    const { journalKey, accountId, since } = request;
    let unreadable = 0;
    for (const days of since === null ? [{}] : windowsSince(since, new Date())) {
      const listed = await this.journalsTo(accountId, days, { correlationId });
      const found = listed.journals.find((journal) => journal.journalKey === journalKey);
      if (found !== undefined) {
        const { id, status, amount } = found;
        return { id, status, amount };
      }
      unreadable += listed.unreadable;
    }
    if (unreadable > 0)
      throw new OutcomeUnknown(`the broker lists ${unreadable} journals that cannot be read`);
    return null;
  }

  async getJournal(journalId: string, correlationId: string): Promise<BrokerJournal | null> {
    const { firmAccountId } = this.options;
    const path = `/v1/journals/${encodeURIComponent(journalId)}`;
    const answer = await this.call({ method: 'GET', path, correlationId });
    if (isMissing(answer)) return null;
    const found = foundOf(answer, journal);
    const { from_account: from, to_account: to } = foundOf(answer, journalSides);
    const giver = to === firmAccountId ? to : from;
    const asked = [
      ['journal', journalId, found.id],
      ['the firm account', firmAccountId, giver],
    ] as const;
    return about(answer.label, found, ...asked);
  }

  async findJournalById(journalId: string, correlationId: string): Promise<ListedJournal | null> {
    const path = `/v1/journals/${encodeURIComponent(journalId)}`;
    const answer = await this.call({ method: 'GET', path, correlationId });
    if (isMissing(answer)) return null;
    const one = { ...answer, body: [answer.body] };
    const { journals, unreadable } = firmJournals(one, this.options.firmAccountId, null);
    if (unreadable > 0)
      throw new OutcomeUnknown(`the broker's journal ${journalId} cannot be read`);
    const [found = null] = journals;
    return about(answer.label, found, ['journal', journalId, found?.id]);
  }

  async listJournals(accountId: string, audit?: 'audit'): Promise<readonly ListedJournal[]> {
    const priority = audit === undefined ? 'look-up' : 'reconciliation';
    const long = { timeoutMs: PROVIDER_LIST_TIMEOUT_MS };
    const lists = await Promise.all([
      this.journalsTo(accountId, {}, long, priority),
      this.journalsBack({ from_account: accountId }, long, priority),
    ]);
    return eachOnce(lists.flatMap(({ journals }) => journals));
  }

  async getFirmBalance(correlationId: string): Promise<FirmBalance> {
    const { firmAccountId } = this.options;
    const path = `/v1/trading/accounts/${encodeURIComponent(firmAccountId)}/account`;
    const answer = await this.call({ method: 'GET', path, correlationId });
    const { accountId, balance } = foundOf(answer, firmBalance);
    return about(answer.label, balance, ['account', firmAccountId, accountId]);
  }

  async listReversals(since: Date, correlationId: string): Promise<readonly ListedJournal[]> {
    const { firmAccountId } = this.options;
    const after = since.toISOString().slice(0, 'YYYY-MM-DD'.length);
    const query = { from_account: firmAccountId, entry_type: 'JNLC', after };
    const undone = UNDONE.map(async (status) => {
      const call = { method: 'GET', path: '/v1/journals', correlationId } as const;
      const long = { ...call, answerBytesMax: LIST_BYTES_MAX };
      const answer = await this.call({ ...long, query: { ...query, status } });
      const { journals } = firmJournals(answer, firmAccountId, null);
      return journals.filter((found) => found.status === status);
    });
    const back = this.journalsBack({ after }, { correlationId }).then(({ journals }) => journals);
    return (await Promise.all([...undone, back])).flat();
  }

  async createOrder(ticket: OrderTicket, correlationId: string): Promise<Sent<BrokerOrder>> {
    const path = ordersPath(ticket.accountId);
    const body = orderRequest(ticket);
    const answer = await this.calls.send({ method: 'POST', path, body, correlationId });
    const isKnown = ({ status, code }: Refusal) => status === 422 && code === KNOWN_ORDER_ID;
    const sent = sentOf(answer, order, isKnown);
    const told = sent.kind === 'accepted' ? sent.value.clientOrderId : null;
    return about(answer.label, sent, ['order', ticket.orderId, told]);
  }

  async findOrder(
    request: { readonly orderId: string; readonly accountId: string },
    correlationId: string,
    recheck?: 'recheck',
  ): Promise<BrokerOrder | null> {
    const path = `${ordersPath(request.accountId)}:by_client_order_id`;
    const query = { client_order_id: request.orderId };
    const answer = await this.call({ method: 'GET', path, query, correlationId }, recheck);
    if (isMissing(answer)) return null;
    const found = foundOf(answer, order);
    return about(answer.label, found, ['order', request.orderId, found.clientOrderId]);
  }

  /** Page by page, the earliest first; each repeats the last moment of the one before. */
  async listOrders(accountId: string): Promise<readonly ListedOrder[]> {
    const listed = new Map<string, ListedOrder>();
    for (let from = {}; ;) {
      const page = await this.ordersOf(accountId, from);
      const known = listed.size;
      for (const { order } of page) listed.set(order.id, order);
      const last = page.at(-1);
      if (last === undefined || page.length < LISTED_ORDERS_MAX) return [...listed.values()];
      if (listed.size === known)
        throw new Error(`Account ${accountId} has more orders of one moment than the broker lists`);
      from = { after: justBefore(last.submittedAt) };
    }
  }

  async cancelOrder(
    request: { readonly brokerOrderId: string; readonly accountId: string },
    correlationId: string,
  ): Promise<boolean> {
    const path = `${ordersPath(request.accountId)}/${encodeURIComponent(request.brokerOrderId)}`;
    const answer = await this.call({ method: 'DELETE', path, correlationId }, 'order');
    // It says yes without a word; a page with a success is that of an edge.
    if (isSuccess(answer) && answer.text === '') return true;
    const { status, message } = refusalOf(answer);
    if (status === 404 || status === 422) return false;
    throw new OutcomeUnknown(`${answer.label} answered ${status}: ${message}`);
  }

  requireReady(send: BrokerSend): Promise<void> {
    return this.calls.turnOf(send);
  }

  hints(
    stream: BrokerHint['stream'],
    cursor: string | null,
    signal: AbortSignal,
  ): AsyncIterable<HintBatch> {
    const { silenceMs = BROKER_STREAM_SILENCE_MS, logger = null } = this.options;
    return hintsFrom(this.calls.http, { stream, cursor, signal, silenceMs, logger });
  }

  changes(): BrokerChanges {
    const { firmAccountId, silenceMs = BROKER_STREAM_SILENCE_MS } = this.options;
    const ask = (call: OutboundCall) => this.call(call, 'reconciliation');
    return new AlpacaChanges(this.calls.http, ask, { firmAccountId, silenceMs });
  }

  /** Drops the connections, for shutdown. */
  async close(): Promise<void> {
    await this.calls.close();
  }

  private async blocksOf(accountId: string, correlationId: string) {
    const path = `/v1/trading/accounts/${encodeURIComponent(accountId)}/account`;
    const answer = await this.call({ method: 'GET', path, correlationId });
    const { id, blocks } = foundOf(answer, accountBlocks);
    return about(answer.label, blocks, ['account', accountId, id]);
  }

  private async ordersOf(accountId: string, from: { readonly after?: string }) {
    const limit = `${LISTED_ORDERS_MAX}`;
    const query = { status: 'all', direction: 'asc', limit, ...from };
    const call = { method: 'GET', path: ordersPath(accountId), query } as const;
    const long = { ...call, timeoutMs: PROVIDER_LIST_TIMEOUT_MS };
    const answer = await this.call(long, 'reconciliation');
    if (isMissing(answer)) return [];
    return ordersIn(answer, accountId);
  }

  private async journalsTo(
    accountId: string,
    days: JournalDays,
    how: Pick<OutboundCall, 'timeoutMs' | 'correlationId'>,
    priority: Priority = 'look-up',
  ): Promise<FirmJournals> {
    const { firmAccountId } = this.options;
    const about = { to_account: accountId, from_account: firmAccountId, entry_type: 'JNLC' };
    const query = { ...about, ...days };
    const limit = days.after === undefined ? { answerBytesMax: LIST_BYTES_MAX } : {};
    const call: OutboundCall = { method: 'GET', path: '/v1/journals', query, ...limit, ...how };
    return firmJournals(await this.call(call, priority), firmAccountId, accountId);
  }

  /** The journals to the firm account. */
  private async journalsBack(
    which: Readonly<Record<string, string>>,
    how: Pick<OutboundCall, 'timeoutMs' | 'correlationId'>,
    priority: Priority = 'look-up',
  ): Promise<FirmJournals> {
    const { firmAccountId } = this.options;
    const query = { to_account: firmAccountId, entry_type: 'JNLC', ...which };
    const call: OutboundCall = { method: 'GET', path: '/v1/journals', query, ...how };
    const answer = await this.call({ ...call, answerBytesMax: LIST_BYTES_MAX }, priority);
    return firmJournals(answer, firmAccountId, which['from_account'] ?? null);
  }

  private call(call: OutboundCall, priority: Priority = 'look-up'): Promise<OutboundAnswer> {
    return this.calls.ask(call, priority);
  }
}

/** The broker's own limit, and room for so many. */
const LIST_BYTES_MAX = 128 * 1024 * 1024;

/** The broker's words for a journal that was not executed, or was taken back. */
const UNDONE = ['rejected', 'refused', 'canceled', 'deleted', 'correct'];

const KNOWN_ORDER_ID = 40_010_001;

/** There is an account with this e-mail address, ours from an earlier send perhaps. */
const isKnownApplicant = ({ status, message }: Refusal): boolean =>
  status === 409 ||
  (status === 422 && /e-?mail/i.test(message) && /exist|taken|in use|already/i.test(message));
/** The broker's own limit. */
const LISTED_ORDERS_MAX = 500;

const eachOnce = (journals: readonly ListedJournal[]): readonly ListedJournal[] => [
  ...new Map(journals.map((journal) => [journal.id, journal])).values(),
];

/** Bounds of a list are left out of it, and moments may be finer than a millisecond. */
const justBefore = (at: Date): string => new Date(at.getTime() - 1).toISOString();

const ordersPath = (accountId: string): string =>
  `/v1/trading/accounts/${encodeURIComponent(accountId)}/orders`;
