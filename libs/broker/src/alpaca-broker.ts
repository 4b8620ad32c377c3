import { asciiEmail } from '#kernel/email.js';
import { centsToDecimal } from '#kernel/money.js';
import type { OutboundResponse, OutboundCall } from '#http/outbound/outbound-http.js';
import { about } from './response-subject.js';
import { AlpacaCalls, type AlpacaConnection } from './alpaca-calls.js';
import { AlpacaChanges } from './alpaca-changes.js';
import { notificationsFrom } from './alpaca-events.js';
import { AlpacaViews } from './alpaca-views.js';
import {
  type FirmJournals,
  firmJournals,
  keyIn,
  ordersIn,
  ownAccount,
  requireApplicant,
  requireUserAccount,
} from './alpaca-lookups.js';
import { type JournalDays, windowsSince } from './alpaca-journal-days.js';
import { prepareApplication } from './alpaca-application.js';
import { CASH_ACCOUNT, orderRequest } from './alpaca-mapping.js';
import {
  type BrokerRejection,
  foundOf,
  isMissing,
  isSuccess,
  refusalOf,
  sentOf,
} from './alpaca-outcomes.js';
import {
  account,
  accountBlocks,
  accountConfigurations,
  cashConfiguration,
  firmBalance,
  journal,
  journalNote,
  journalSides,
  order,
  transferableCash,
} from './alpaca-wire.js';
import type { BrokerChanges } from './broker-changes.js';
import type { BrokerViews } from './broker-views.js';
import {
  type AccountApplication,
  type ApplicationError,
  type Broker,
  type BrokerNotification,
  type BrokerSend,
  type FirmBalance,
  type NotificationBatch,
  type JournalRequest,
  type JournalSearch,
  type JournalSent,
  type OrderTicket,
  type Sent,
} from './broker.js';
import type {
  BrokerAccount,
  BrokerJournal,
  BrokerOrder,
  JournalDirection,
  ListedJournal,
  ListedOrder,
  TransferableCash,
} from './broker-records.js';
import type { Priority } from './pacing/budget.js';
import { PROVIDER_LIST_TIMEOUT_MS } from './timing.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

/** A partner waits for the cash of a user in the request of a withdrawal. */
const CASH_TIMEOUT_MS = 5_000;

/** Silence, including heartbeats, after which a broker stream counts as dead. */
const BROKER_STREAM_SILENCE_MS = 30_000;

export type AlpacaOptions = AlpacaConnection & {
  /** The pre-funded account that journals debit. */
  readonly firmAccountId: string;
  /** Silence, including heartbeats, after which a stream is reopened. */
  readonly silenceMs?: number;
};

/**
 * The Alpaca Broker API. Except for event streams, never repeats a request that may have been
 * executed.
 */
export class AlpacaBroker implements Broker {
  readonly views: BrokerViews;
  private readonly calls: AlpacaCalls;

  constructor(private readonly options: AlpacaOptions) {
    this.calls = new AlpacaCalls(options);
    this.views = new AlpacaViews((call, priority) => this.calls.ask(call, priority));
  }

  applicationErrors(application: AccountApplication): readonly ApplicationError[] {
    const prepared = prepareApplication(application);
    return 'errors' in prepared ? prepared.errors : [];
  }

  async openAccount(
    application: AccountApplication,
    correlationId: string,
  ): Promise<Sent<BrokerAccount>> {
    const prepared = prepareApplication(application);
    if ('errors' in prepared)
      return { kind: 'refused', reason: prepared.errors.map(({ needed }) => needed).join(', ') };
    const body = prepared.request;
    const call = { method: 'POST', path: '/v1/accounts', body, correlationId } as const;
    const response = await this.calls.send(call);
    const sent = sentOf(response, account, isKnownApplicant);
    if (sent.kind === 'accepted') {
      requireApplicant(response, application);
      requireUserAccount(response.label, sent.value, this.options.firmAccountId);
    }
    return sent;
  }

  async findAccount(
    application: AccountApplication,
    correlationId: string,
  ): Promise<BrokerAccount | null> {
    const email = asciiEmail(application.emailAddress);
    // An application without an ASCII address is never sent.
    if (email === null) return null;
    const query = { query: email };
    const response = await this.call({ method: 'GET', path: '/v1/accounts', query, correlationId });
    const found = ownAccount(response, application);
    if (found !== null) requireUserAccount(response.label, found, this.options.firmAccountId);
    return found;
  }

  async getAccount(accountId: string, correlationId: string): Promise<BrokerAccount> {
    const path = `/v1/accounts/${encodeURIComponent(accountId)}`;
    const response = await this.call({ method: 'GET', path, correlationId });
    const found = foundOf(response, account);
    about(response.label, found, ['account', accountId, found.id]);
    if (found.status !== 'ACTIVE') return found;
    return { ...found, blocks: await this.blocksOf(accountId, correlationId) };
  }

  async configureAccount(accountId: string, correlationId: string): Promise<Sent<object>> {
    const path = `${tradingPath(accountId)}/configurations`;
    const call = { method: 'PATCH', path, body: CASH_ACCOUNT, correlationId } as const;
    return sentOf(await this.calls.send(call), cashConfiguration, () => false);
  }

  async isConfigured(accountId: string, correlationId: string): Promise<boolean> {
    const path = tradingPath(accountId);
    const response = await this.call({ method: 'GET', path, correlationId });
    const { id, isCash } = foundOf(response, accountConfigurations);
    return about(response.label, isCash, ['account', accountId, id]);
  }

  /** The description repeats the key, because the broker's responses omit the idempotency key. */
  async createJournal(request: JournalRequest, correlationId: string): Promise<JournalSent> {
    const response = await this.calls.send({
      method: 'POST',
      path: '/v1/journals',
      headers: { 'idempotency-key': request.journalKey },
      body: {
        entry_type: 'JNLC',
        ...this.sidesOf(request),
        amount: centsToDecimal(request.amount),
        description: request.journalKey,
      },
      correlationId,
    });
    if (response.status === 403 && request.direction === 'to_user')
      return { kind: 'short', reason: refusalOf(response).message };
    const sent = sentOf(response, journal, ({ status }) => status === 409 || status === 422);
    // The balance of the firm account can be checked. For a user's account only the broker's own
    // envelope counts.
    if (response.status === 403 && sent.kind === 'refused') return { ...sent, kind: 'short' };
    const reported =
      sent.kind === 'accepted' ? keyIn(foundOf(response, journalNote).description) : null;
    return about(response.label, sent, ['the journal of', request.journalKey, reported]);
  }

  /**
   * Reads windows of days, earliest first, because the broker filters journals by day, account and
   * kind, but not by key. Most effects settle within days, so one call usually suffices. Its
   * response does not grow with the account's age.
   */
  async findJournal(request: JournalSearch, correlationId: string): Promise<BrokerJournal | null> {
    const { journalKey, direction, since } = request;
    let unreadable = 0;
    for (const days of since === null ? [{}] : windowsSince(since, new Date())) {
      const listed = await this.journalsOf(request, days, { correlationId });
      const found = listed.journals.find(
        (each) => each.journalKey === journalKey && each.direction === direction,
      );
      if (found !== undefined) {
        const { id, status, amount } = found;
        return { id, status, amount };
      }
      unreadable += listed.unreadable;
    }
    if (unreadable > 0)
      throw new OutcomeUnknown(`the broker lists ${unreadable} unreadable journals`);
    return null;
  }

  async getJournal(journalId: string, correlationId: string): Promise<BrokerJournal | null> {
    const { firmAccountId } = this.options;
    const path = `/v1/journals/${encodeURIComponent(journalId)}`;
    const response = await this.call({ method: 'GET', path, correlationId });
    if (isMissing(response)) return null;
    const found = foundOf(response, journal);
    const { from_account: from, to_account: to } = foundOf(response, journalSides);
    const payer = to === firmAccountId ? to : from;
    const compared = [
      ['journal', journalId, found.id],
      ['the firm account', firmAccountId, payer],
    ] as const;
    return about(response.label, found, ...compared);
  }

  async findJournalById(journalId: string, correlationId: string): Promise<ListedJournal | null> {
    const path = `/v1/journals/${encodeURIComponent(journalId)}`;
    const response = await this.call({ method: 'GET', path, correlationId });
    if (isMissing(response)) return null;
    const one = { ...response, body: [response.body] };
    const { journals, unreadable } = firmJournals(one, this.options.firmAccountId, null);
    if (unreadable > 0) throw new OutcomeUnknown(`the broker's journal ${journalId} is unreadable`);
    const [found = null] = journals;
    return about(response.label, found, ['journal', journalId, found?.id]);
  }

  async listJournals(accountId: string, audit?: 'audit'): Promise<readonly ListedJournal[]> {
    const long = { timeoutMs: PROVIDER_LIST_TIMEOUT_MS };
    const lists = await Promise.all([
      this.journalsOf({ accountId, direction: 'to_user' }, {}, long, audit),
      this.journalsOf({ accountId, direction: 'to_firm' }, {}, long, audit),
    ]);
    return eachOnce(lists.flatMap(({ journals }) => journals));
  }

  async getFirmBalance(correlationId: string): Promise<FirmBalance> {
    const { firmAccountId } = this.options;
    const path = tradingPath(firmAccountId);
    const response = await this.call({ method: 'GET', path, correlationId });
    const { accountId, balance } = foundOf(response, firmBalance);
    return about(response.label, balance, ['account', firmAccountId, accountId]);
  }

  async getTransferableCash(accountId: string, correlationId: string): Promise<TransferableCash> {
    const path = tradingPath(accountId);
    const timeoutMs = Math.min(CASH_TIMEOUT_MS, this.options.timeoutMs ?? CASH_TIMEOUT_MS);
    const response = await this.call({ method: 'GET', path, correlationId, timeoutMs });
    const found = foundOf(response, transferableCash);
    return about(response.label, found.cash, ['account', accountId, found.accountId]);
  }

  async listReversals(
    { endedSince, mirroredSince }: { readonly endedSince: Date; readonly mirroredSince: Date },
    correlationId: string,
  ): Promise<readonly ListedJournal[]> {
    const ended = REVERSED.map(async (status) => {
      const query = { status, after: dayOf(endedSince) };
      const journals = await this.firmJournals(query, correlationId);
      return journals.filter((found) => found.status === status);
    });
    const sides = { to_account: this.options.firmAccountId, after: dayOf(mirroredSince) };
    const back = this.firmJournals(sides, correlationId);
    return eachOnce((await Promise.all([...ended, back])).flat());
  }

  /**
   * Lists few accounts separately, because a list of all accounts contains every deposit since
   * then.
   */
  async listCredits(
    { accountIds, since }: { readonly accountIds: ReadonlySet<string>; readonly since: Date },
    correlationId: string,
  ): Promise<readonly ListedJournal[]> {
    const ids = accountIds.size > ACCOUNT_LISTS_MAX ? [null] : [...accountIds];
    const sides = { from_account: this.options.firmAccountId, after: dayOf(since) };
    const lists = ids.map((id) =>
      this.firmJournals(id === null ? sides : { ...sides, to_account: id }, correlationId),
    );
    const journals = (await Promise.all(lists)).flat();
    return journals.filter(
      ({ accountId, direction }) => direction === 'to_user' && accountIds.has(accountId),
    );
  }

  async createOrder(ticket: OrderTicket, correlationId: string): Promise<Sent<BrokerOrder>> {
    const path = ordersPath(ticket.accountId);
    const body = orderRequest(ticket);
    const response = await this.calls.send({ method: 'POST', path, body, correlationId });
    const isKnown = ({ status, code }: BrokerRejection) =>
      status === 422 && code === KNOWN_ORDER_ID;
    const sent = sentOf(response, order, isKnown);
    const reported = sent.kind === 'accepted' ? sent.value.clientOrderId : null;
    return about(response.label, sent, ['order', ticket.orderId, reported]);
  }

  async findOrder(
    request: { readonly orderId: string; readonly accountId: string },
    correlationId: string,
  ): Promise<BrokerOrder | null> {
    const path = `${ordersPath(request.accountId)}:by_client_order_id`;
    const query = { client_order_id: request.orderId };
    const response = await this.call({ method: 'GET', path, query, correlationId });
    if (isMissing(response)) return null;
    const found = foundOf(response, order);
    return about(response.label, found, ['order', request.orderId, found.clientOrderId]);
  }

  /** Reads pages, earliest first. Each page repeats the last time of the previous page. */
  async listOrders(accountId: string): Promise<readonly ListedOrder[]> {
    const listed = new Map<string, ListedOrder>();
    for (let from = {}; ;) {
      const page = await this.ordersOf(accountId, from);
      const known = listed.size;
      for (const { order } of page) listed.set(order.id, order);
      const last = page.at(-1);
      if (last === undefined || page.length < LISTED_ORDERS_MAX) return [...listed.values()];
      if (listed.size === known)
        throw new Error(
          `Account ${accountId} has more orders with the same time than the broker lists`,
        );
      from = { after: justBefore(last.submittedAt) };
    }
  }

  async cancelOrder(
    request: { readonly brokerOrderId: string; readonly accountId: string },
    correlationId: string,
  ): Promise<boolean> {
    const path = `${ordersPath(request.accountId)}/${encodeURIComponent(request.brokerOrderId)}`;
    const response = await this.call({ method: 'DELETE', path, correlationId }, 'send');
    // The broker confirms with an empty body. A page with a success status comes from a proxy.
    if (isSuccess(response) && response.text === '') return true;
    const { status, message } = refusalOf(response);
    if (status === 404 || status === 422) return false;
    throw new OutcomeUnknown(`${response.label} returned ${status}: ${message}`);
  }

  requireReady(send: BrokerSend): Promise<void> {
    return this.calls.admit(send);
  }

  notifications(
    stream: BrokerNotification['stream'],
    cursor: string | null,
    signal: AbortSignal,
  ): AsyncIterable<NotificationBatch> {
    const { silenceMs = BROKER_STREAM_SILENCE_MS, logger = null } = this.options;
    return notificationsFrom(this.calls.http, { stream, cursor, signal, silenceMs, logger });
  }

  changes(): BrokerChanges {
    const { firmAccountId, silenceMs = BROKER_STREAM_SILENCE_MS } = this.options;
    const ask = (call: OutboundCall) => this.calls.audit(call);
    return new AlpacaChanges(this.calls.http, ask, { firmAccountId, silenceMs });
  }

  /** Closes the connections, for shutdown. */
  async close(): Promise<void> {
    await this.calls.close();
  }

  private async blocksOf(accountId: string, correlationId: string) {
    const path = tradingPath(accountId);
    const response = await this.call({ method: 'GET', path, correlationId });
    const { id, blocks } = foundOf(response, accountBlocks);
    return about(response.label, blocks, ['account', accountId, id]);
  }

  private async ordersOf(accountId: string, from: { readonly after?: string }) {
    const limit = `${LISTED_ORDERS_MAX}`;
    const query = { status: 'all', direction: 'asc', limit, ...from };
    const call = { method: 'GET', path: ordersPath(accountId), query } as const;
    const long = { ...call, timeoutMs: PROVIDER_LIST_TIMEOUT_MS };
    const response = await this.calls.audit(long);
    if (isMissing(response)) return [];
    return ordersIn(response, accountId);
  }

  private async firmJournals(
    filter: Readonly<Record<string, string>>,
    correlationId: string,
  ): Promise<readonly ListedJournal[]> {
    const query = { ...filter, entry_type: 'JNLC' };
    const call = { method: 'GET', path: '/v1/journals', query, correlationId } as const;
    const response = await this.call({ ...call, answerBytesMax: LIST_BYTES_MAX });
    return firmJournals(response, this.options.firmAccountId, null).journals;
  }

  private async journalsOf(
    sides: { readonly accountId: string; readonly direction: JournalDirection },
    days: JournalDays,
    options: Pick<OutboundCall, 'timeoutMs' | 'correlationId'>,
    audit?: 'audit',
  ): Promise<FirmJournals> {
    const query = { ...this.sidesOf(sides), entry_type: 'JNLC', ...days };
    const limit = days.after === undefined ? { answerBytesMax: LIST_BYTES_MAX } : {};
    const call: OutboundCall = { method: 'GET', path: '/v1/journals', query, ...limit, ...options };
    const response = await (audit === undefined ? this.call(call) : this.calls.audit(call));
    return firmJournals(response, this.options.firmAccountId, sides.accountId);
  }

  private sidesOf({ accountId, direction }: Pick<JournalRequest, 'accountId' | 'direction'>) {
    const { firmAccountId } = this.options;
    return direction === 'to_user'
      ? { from_account: firmAccountId, to_account: accountId }
      : { from_account: accountId, to_account: firmAccountId };
  }

  private call(call: OutboundCall, priority?: Priority): Promise<OutboundResponse> {
    return this.calls.ask(call, priority);
  }
}

/** Enough for the broker's own limit of rows. */
const LIST_BYTES_MAX = 128 * 1024 * 1024;

/** Up to this number of accounts, a list of each one is smaller than a list of all. */
const ACCOUNT_LISTS_MAX = 8;

/** The broker's statuses of a journal that was not executed or was reversed. */
const REVERSED = ['rejected', 'refused', 'canceled', 'deleted', 'correct'];

const dayOf = (at: Date): string => at.toISOString().slice(0, 'YYYY-MM-DD'.length);

const KNOWN_ORDER_ID = 40_010_001;

/** An account with this e-mail address exists, possibly from our own earlier send. */
const isKnownApplicant = ({ status, message }: BrokerRejection): boolean =>
  status === 409 ||
  (status === 422 && /e-?mail/i.test(message) && /exist|taken|in use|already/i.test(message));
/** The broker's page limit. */
const LISTED_ORDERS_MAX = 500;

const eachOnce = (journals: readonly ListedJournal[]): readonly ListedJournal[] => [
  ...new Map(journals.map((journal) => [journal.id, journal])).values(),
];

/** The broker excludes the bound, and its times may be finer than a millisecond. */
const justBefore = (at: Date): string => new Date(at.getTime() - 1).toISOString();

const tradingPath = (accountId: string): string =>
  `/v1/trading/accounts/${encodeURIComponent(accountId)}/account`;

const ordersPath = (accountId: string): string =>
  `/v1/trading/accounts/${encodeURIComponent(accountId)}/orders`;
