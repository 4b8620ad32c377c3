import { readFileSync } from 'node:fs';
import { deterministicId } from '#kernel/ids.js';
import type { EventLog, NewEvent } from '#kernel/event-store/event-log.js';
import { categoryOf } from '#kernel/event-store/stream.js';
import { accountClaim } from '../../../libs/onboarding/src/open-account/account-owner.js';

export const FIRM = '3dcb795c-3ccc-402a-abb9-07e26a1b1326';
const PARTNERS = 20;
const STREAMS_AT_ONCE = 500;

type Row = Readonly<Record<string, unknown>>;

/** What the broker has of the hour, in its wire's format. */
export type Wire = {
  readonly journals: Row[];
  readonly journalEvents: Row[];
  readonly tradeEvents: Row[];
  readonly accountEvents: Row[];
};

const partnerIdOf = (n: number): string => deterministicId('busy-partner', String(n % PARTNERS));
export const partnerIds = Array.from({ length: PARTNERS }, (_, n) => partnerIdOf(n));
const userIdOf = (n: number) => deterministicId('busy-user', String(n));
const accountIdOf = (n: number) => deterministicId('busy-account', String(n));

const samples = new Map<string, object>();
const sample = (stream: string, type: string): object => {
  const file = `test/contract/events/samples/${categoryOf(stream)}/${type}.1.json`;
  const known = samples.get(file) ?? (JSON.parse(readFileSync(file, 'utf8')) as object);
  samples.set(file, known);
  return known;
};

type Stream = {
  readonly stream: string;
  readonly partnerId: string;
  readonly at: string;
  readonly events: readonly (readonly [type: string, about: object])[];
};

const append = (log: EventLog, { stream, partnerId, at, events }: Stream) => {
  const metadata = { partnerId, correlationId: '', causationId: '', actor: 'test', at };
  const recorded = events.map(([type, about]): NewEvent => {
    const data = { ...sample(stream, type), partnerId, at, ...about };
    return { id: deterministicId(stream, type), type, data, metadata };
  });
  return log.append(stream, 'no_stream', recorded);
};

const appendAll = async (log: EventLog, streams: Iterable<Stream>): Promise<void> => {
  let some: Stream[] = [];
  const flush = async () => {
    await Promise.all(some.map((each) => append(log, each)));
    some = [];
  };
  for (const each of streams) if (some.push(each) === STREAMS_AT_ONCE) await flush();
  await flush();
};

/** Partners, and as many users with an account at the broker. */
export const openAccounts = (log: EventLog, count: number, at: string): Promise<void> =>
  appendAll(
    log,
    (function* () {
      for (const partnerId of partnerIds)
        yield { ...{ stream: `partner-${partnerId}`, partnerId, at }, events: CREATED };
      for (let n = 0; n < count; n++) {
        const [partnerId, userId, accountId] = [partnerIdOf(n), userIdOf(n), accountIdOf(n)];
        const opened = { userId, accountId, accountNumber: '', status: 'ACTIVE' };
        yield {
          ...{ stream: `profile-${userId}`, partnerId, at },
          events: [
            ['TraderProfileCreated', { userId }],
            ['BrokerAccountStarted', { userId }],
            ['BrokerAccountOpened', opened],
          ],
        };
        const claimed = { kind: 'brokerAccount', owner: userId };
        const stream = `claim-${accountClaim(accountId)}`;
        yield { stream, partnerId, at, events: [['Claimed', claimed]] };
      }
    })(),
  );

const CREATED = [['PartnerCreated', {}]] as const;

/** Of the changes six in ten are deposits, the others orders; the broker has each as the log has. */
export const busyHour = async (
  log: EventLog,
  { changes, accounts, at }: { changes: number; accounts: number; at: string },
): Promise<Wire> => {
  const wire: Wire = { journals: [], journalEvents: [], tradeEvents: [], accountEvents: [] };
  await appendAll(
    log,
    (function* () {
      for (let n = 0; n < changes; n++)
        yield n % 10 < 6 ? deposit(wire, n, n % accounts, at) : order(wire, n, n % accounts, at);
    })(),
  );
  return wire;
};

const deposit = (wire: Wire, n: number, of: number, at: string): Stream => {
  const depositId = deterministicId('busy-deposit', String(n));
  const journalId = deterministicId('busy-journal', String(n));
  const accountId = accountIdOf(of);
  const about = { depositId, userId: userIdOf(of), externalId: `d-${n}`, accountId, journalId };
  wire.journals.push({
    ...{ id: journalId, entry_type: 'JNLC', from_account: FIRM, to_account: accountId },
    ...{ status: 'executed', net_amount: '249.37', description: depositId, created_at: at },
  });
  for (const status_to of ['queued', 'executed'])
    wire.journalEvents.push({
      ...{ at, entry_type: 'JNLC', journal_id: journalId, status_from: '', status_to },
      ...{ idempotency_key: depositId, description: depositId },
    });
  const types = ['DepositRequested', 'DepositStarted', 'DepositCompleted'];
  const events = types.map((type) => [type, about] as const);
  return { stream: `deposit-${depositId}`, partnerId: partnerIdOf(of), at, events };
};

const order = (wire: Wire, n: number, of: number, at: string): Stream => {
  const orderId = deterministicId('busy-order', String(n));
  const brokerOrderId = deterministicId('busy-broker-order', String(n));
  const accountId = accountIdOf(of);
  const about = { orderId, userId: userIdOf(of), externalId: `o-${n}`, accountId, brokerOrderId };
  const filled = { status: 'filled', filled_qty: '0.5', filled_avg_price: '200' };
  const moments = { submitted_at: at, updated_at: at };
  for (const [event, state] of [
    ['new', { status: 'new', filled_qty: '0', filled_avg_price: null }],
    ['fill', filled],
  ] as const)
    wire.tradeEvents.push({
      ...{ account_id: accountId, at, event },
      order: { id: brokerOrderId, client_order_id: orderId, symbol: 'AAPL', ...state, ...moments },
    });
  const types = ['OrderRequested', 'OrderStarted', 'OrderAccepted', 'OrderFilled'];
  const events = types.map((type) => [type, about] as const);
  return { stream: `order-${orderId}`, partnerId: partnerIdOf(of), at, events };
};
