import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ListedJournal, ListedOrder } from '#platform/broker/broker.js';
import { deterministicId } from '#platform/core/ids.js';
import { billionths, cents, centsToDecimal } from '#platform/core/money.js';
import type { Batch, EventLog } from '#platform/event-store/event-log.js';
import { categoryOf } from '#platform/event-store/stream.js';
import type { Document } from '#platform/read-models/documents.js';
import { reconcile } from '#settlement';
import type { Difference } from '../../../libs/settlement/src/reconcile/difference.js';
import { World } from '../../property/settlement/world.js';

/** As `World` gives it to every deposit. */
const ACCOUNT = 'a';
const ALL = Number.MAX_SAFE_INTEGER;

type Stored = Record<string, string>;

/** A partner with a closed and an open period, and the three records of it. */
const stage = async () => {
  const world = new World(1);
  await world.begin();
  const [partnerId] = world.partnerIds as [string];
  await begin(world, partnerId, OPENED);
  await world.take({ do: 'deposit', partner: 0, amount: 100_00, fee: 1_50 });
  await world.take({ do: 'deposit', partner: 0, amount: 50_00, fee: 0 });
  await world.take({ do: 'complete', which: 0 });
  await world.take({ do: 'complete', which: 0 });
  await world.take({ do: 'cut-off', partner: 0 });
  await world.take({ do: 'project', events: ALL });
  await world.take({ do: 'close', partner: 0 });
  await world.take({ do: 'pay', partner: 0, reference: 0, amount: 40_00 });
  await world.take({ do: 'pay', partner: 0, reference: 1, amount: 120_00 });
  await world.take({ do: 'reverse-deposit', which: 0 });
  await world.take({ do: 'deposit', partner: 0, amount: 7_00, fee: 0 });
  await world.take({ do: 'project', events: ALL });
  const journals = world.deposits
    .filter(({ status }) => status !== 'pending')
    .map(({ id, amountCents, feeCents, status }): ListedJournal => ({
      id: `j-${id}`,
      journalKey: id,
      accountId: ACCOUNT,
      direction: 'to_user',
      amount: cents(amountCents - feeCents),
      amountText: centsToDecimal(cents(amountCents - feeCents)),
      status: status === 'completed' ? 'executed' : 'correct',
    }));
  const [first, second] = world.deposits.map(({ id }) => id) as [string, string];
  return new Records(world, partnerId, journals, first, second);
};

const sample = (category: string, type: string): object => {
  const file = `test/contract/events/samples/${category}/${type}.1.json`;
  return JSON.parse(readFileSync(file, 'utf8')) as object;
};

/** Begins a stream with the sample of each type. */
const begin = async (
  { log }: World,
  partnerId: string,
  { stream, types, about = {} }: { stream: string; types: readonly string[]; about?: object },
): Promise<void> => {
  const at = '2026-03-02T15:00:00.000Z';
  const metadata = { partnerId, correlationId: '', causationId: '', actor: 'test', at };
  const events = types.map((type) => {
    const data = {
      ...sample(categoryOf(stream), type),
      partnerId,
      accountId: ACCOUNT,
      at,
      ...about,
    };
    return { id: deterministicId(stream, type), type, data, metadata };
  });
  await log.append(stream, 'no_stream', events);
};

const OPENED = {
  stream: 'profile-u',
  types: ['TraderProfileCreated', 'BrokerAccountStarted', 'BrokerAccountOpened'],
};

/** The three records, in which a test plants what it wants found. */
class Records {
  /** Answers what is read instead of a document; null takes it away. */
  alter: (doc: string, document: Stored) => Document | null = (_, document) => document;
  /** Changes which members of an index are there. */
  members: (ids: readonly string[]) => readonly string[] = (ids) => ids;
  eventData: (type: string, data: Stored) => object = (_, data) => data;
  lists = true;
  orders: ListedOrder[] = [];

  constructor(
    readonly world: World,
    readonly partnerId: string,
    public journals: ListedJournal[],
    readonly first: string,
    readonly second: string,
  ) {}

  compare(secondLookAfterMs = 0) {
    const model = this.world.modelOf(this.partnerId);
    const altered = (docs: readonly string[], found: readonly (Document | null)[]) =>
      found.map((each, i) => (each === null ? null : this.alter(docs[i] ?? '', { ...each })));
    const documents = async (partnerId: string, name: string, docs: readonly string[]) => {
      const read = await model.documents(partnerId, name, docs);
      return read.status === 'ready' ? { ...read, value: altered(docs, read.value) } : read;
    };
    const page: typeof model.page = async (partnerId, name, wanted) => {
      const read = await model.page(partnerId, name, wanted);
      if (read.status !== 'ready' || wanted.docPrefix === '') return read;
      const ids = this.members(read.value.ids);
      const docs = ids.map((id) => `${wanted.docPrefix}${id}`);
      const lines = await documents(partnerId, name, docs);
      if (lines.status !== 'ready') return lines;
      const value = { ids, documents: lines.value.map((each) => each ?? {}), total: ids.length };
      return { ...read, value };
    };
    const broker = {
      listJournals: (accountId: string) =>
        Promise.resolve(this.journals.filter((each) => each.accountId === accountId)),
      listFirmJournals: () => Promise.resolve(this.lists ? this.journals : null),
      listOrders: (accountId: string) =>
        Promise.resolve(this.orders.filter((each) => each.accountId === accountId)),
    };
    const held: typeof model.held = (...asked) => model.held(...asked);
    const models = { documents, held, page };
    return reconcile({ log: this.log, models, broker, secondLookAfterMs });
  }

  journal(change: Partial<ListedJournal>): void {
    this.journals = this.journals.map((each) =>
      each.journalKey === this.first ? { ...each, ...change } : each,
    );
  }

  /** Plants another value in a document whose name begins so. */
  field(start: string, field: string, value: string): void {
    this.alter = (doc, document) =>
      doc.startsWith(start) && document[field] !== undefined
        ? { ...document, [field]: value }
        : document;
  }

  private get log(): EventLog {
    const { log } = this.world;
    const eventData = (type: string, data: unknown) => this.eventData(type, data as Stored);
    async function* subscribe(after: bigint | null, signal: AbortSignal): AsyncGenerator<Batch> {
      for await (const { events, caughtUp } of log.subscribe(after, signal)) {
        const changed = events.map((each) => ({ ...each, data: eventData(each.type, each.data) }));
        yield { events: changed, caughtUp };
      }
    }
    return { subscribe } as unknown as EventLog;
  }
}

let records: Records;
beforeEach(async () => {
  records = await stage();
});

const differences = async (): Promise<readonly Difference[]> =>
  (await records.compare()).differences;

describe('reconciling', () => {
  it('finds nothing where there is nothing', async () => {
    expect(await records.compare()).toMatchObject({ ok: true, differences: [], unlisted: [] });
  });

  it.each<[string, () => void, string]>([
    [
      'a journal that is missing',
      () => (records.journals = records.journals.slice(1)),
      'in the log, no journal at the broker',
    ],
    [
      'another amount',
      () => records.journal({ amount: cents(98_51), amountText: '98.51' }),
      'net 98.50 in the log, 98.51 at the broker',
    ],
    [
      'another account',
      () => records.journal({ accountId: 'b' }),
      'account a in the log, b at the broker',
    ],
    ['another journal', () => records.journal({ id: 'j-x' }), 'in the log, j-x at the broker'],
    [
      'a credit that was not taken back',
      () => records.journal({ status: 'executed' }),
      'is executed at the broker',
    ],
    [
      'two journals under one key',
      () => {
        records.journal({ status: 'executed' });
        records.journals.push({ ...records.journals[0]!, id: 'j-2' });
      },
      'once in the log, 2 journals at the broker',
    ],
  ])('names the deposit of %s at the broker', async (_, plant, what) => {
    plant();
    const [found, ...others] = await differences();
    expect(others).toEqual([]);
    const { partnerId, first } = records;
    expect(found).toMatchObject({ partnerId, depositId: first });
    expect(found?.what).toContain(what);
  });

  /** A key like ours, of a deposit that the log has lost. */
  const LOST = '5f0c2b8e-6b1d-5a0f-9a4c-0d6f2f9f7b31';
  const extra = (change: Partial<ListedJournal>): ListedJournal => {
    const one = { id: 'j-extra', journalKey: LOST, accountId: ACCOUNT, status: 'executed' };
    return { ...one, direction: 'to_user', amount: cents(5_00), amountText: '5.00', ...change };
  };

  it.each<[string, Partial<ListedJournal>, RegExp]>([
    ['a known account', {}, /to account a, under the key 5f0c2b8e-.*; no such deposit in the log/],
    ['a known account without a key', { journalKey: null }, /to account a, without a key of ours/],
    [
      'an account that the log does not know',
      { accountId: 'lost' },
      /over 5\.00 at the broker, to account lost, which the log does not know/,
    ],
  ])('names a journal too many, to %s', async (_, change, what) => {
    records.journals.push(extra(change));
    const found = await differences();
    expect(found).toHaveLength(1);
    expect(found[0]?.what).toMatch(what);
    expect(found[0]?.partnerId).toBe(change.accountId === 'lost' ? null : records.partnerId);
  });

  it.each<[string, Partial<ListedJournal>]>([
    ['without a name', { journalKey: null }],
    ['under the id of somebody else', { journalKey: '5f0c2b8e-6b1d-4a0f-9a4c-0d6f2f9f7b31' }],
    ['over parts of a cent', { journalKey: null, amount: null, amountText: '1.2345' }],
  ])('gives notice of a journal of others, %s', async (_, change) => {
    records.journals.push(extra({ accountId: 'sweep', ...change }));
    const { differences: found, foreign, ok } = await records.compare();
    expect({ found, ok }).toEqual({ found: [], ok: true });
    expect(foreign).toEqual([
      {
        id: 'j-extra',
        status: 'executed',
        accountId: 'sweep',
        amountText: change.amountText ?? '5.00',
      },
    ]);
  });

  it('says of which days the broker lists too many', async () => {
    records.journals.push(extra({ accountId: 'lost' }));
    records.lists = false;
    const { unlisted, differences: found } = await records.compare();
    expect(found).toEqual([]);
    expect(unlisted).toContain('2026-03-02');
  });

  it.each([
    ['gross', 'grossCents', '1'],
    ['fee', 'feeCents', '1'],
    ['userId', 'userId', 'somebody'],
    ['journalId', 'journalId', 'j-x'],
    ['completedAt', 'completedAt', '2026-03-03T00:00:00.000Z'],
    ['externalId', 'externalId', 'x'],
  ])('names the deposit whose line has another %s', async (name, field, value) => {
    records.field(`line/${records.second}`, field, value);
    const found = await differences();
    expect(found.map(({ depositId }) => depositId)).toContain(records.second);
    expect(found[0]?.what).toMatch(
      new RegExp(`^deposit ${records.second} ${name}: .* in the log, .* in the read model$`),
    );
  });

  it('names a line that the read model lacks, and one that only it has', async () => {
    records.members = (ids) => ids.filter((id) => id !== records.second);
    expect(await differences()).toEqual([
      expect.objectContaining({
        depositId: records.second,
        what: `deposit ${records.second}: in the log, not in the read model`,
      }),
    ]);
    records.members = (ids) =>
      ids.includes(records.second) ? [...ids, `${records.first}-adjustment`] : ids;
    expect(await differences()).toEqual([
      expect.objectContaining({
        depositId: records.first,
        what: `adjustment ${records.first}: in the read model, not in the log`,
      }),
    ]);
  });

  it.each([
    ['count', '3', /^period 1 count is off by 1: 2 in the log, 3 in the read model$/],
    ['grossCents', '15001', /gross is off by 0\.01: 150\.00 in the log, 150\.01 in the read model/],
    ['feeCents', '0', /fee is off by -1\.50/],
    ['linesDigest', '1', /digest is off by/],
  ])('names the period whose lines add up to another %s', async (field, value, what) => {
    records.field('lines/', field, value);
    const [found] = await differences();
    expect(found?.what).toMatch(what);
    expect(found?.settlementId).not.toBeNull();
  });

  it.each([
    ['status', 'overdue'],
    ['receivedCents', '1'],
    ['dueCents', '1'],
    ['carriedCents', '1'],
    ['closedAt', 'never'],
    ['dueAt', 'never'],
    ['cutOffAt', 'never'],
    ['checksum', '0'],
    ['grossCents', '1'],
  ])('names a closed period that shows another %s', async (field, value) => {
    const { settlements } = await records.world.reader(records.partnerId).list(records.partnerId, {
      offset: 1,
      limit: 1,
    });
    const id = String(settlements[0]?.id);
    records.alter = (doc, document) => (doc === id ? { ...document, [field]: value } : document);
    expect(await differences()).toEqual([
      expect.objectContaining({
        settlementId: id,
        what: expect.stringMatching(
          `^period 1 ${field}: .* in the log, ${value} in the read model`,
        ),
      }),
    ]);
  });

  it('names another credit than the transfers leave', async () => {
    records.field('account', 'creditCents', '999');
    expect((await differences())[0]?.what).toBe(
      'credit is off by -0.01: 10.00 in the log, 9.99 in the read model',
    );
  });

  it('names a period that was closed with other totals than its deposits have', async () => {
    records.eventData = (type, data) =>
      type === 'SettlementPeriodClosed' ? { ...data, grossCents: '15002' } : data;
    const found = await differences();
    expect(found.map(({ what }) => what)).toContain(
      'period 1 gross is off by 0.02: 150.00 in the log, 150.02 at its closing',
    );
  });

  it('forgets what was only on its way between the records', async () => {
    const [journal, ...others] = records.journals;
    records.journals = others;
    const comparing = records.compare(200);
    setTimeout(() => (records.journals = [journal!, ...others]), 100);
    expect(await comparing).toMatchObject({ ok: true, differences: [] });
  });
});

describe('reconciling orders', () => {
  const ACCEPTED = ['OrderRequested', 'OrderStarted', 'OrderAccepted'];
  const FILLED = [...ACCEPTED, 'OrderFilled'];
  const listed: ListedOrder = {
    ...{ id: 'b-1', clientOrderId: 'o-1', accountId: ACCOUNT, status: 'filled', reason: null },
    ...{ filledQuantity: billionths(500_000_000), filledAveragePrice: '200' },
    updatedAt: '2026-03-02T15:00:00.000Z',
  };

  const place = (types: readonly string[]) => {
    const about = { orderId: 'o-1' };
    return begin(records.world, records.partnerId, { stream: 'order-o-1', types, about });
  };

  it('finds nothing where both sides say the same', async () => {
    await place(FILLED);
    records.orders = [listed];
    expect(await records.compare()).toMatchObject({ ok: true, differences: [] });
  });

  it.each<[string, readonly string[], Partial<ListedOrder> | null, string]>([
    ['the broker does not have', FILLED, null, 'filled in the log, no such order at the broker'],
    [
      'the broker does not have, and is open',
      ACCEPTED,
      null,
      'accepted in the log, no such order at the broker',
    ],
    [
      'is live at the broker, and has ended here',
      [...ACCEPTED, 'OrderCanceled'],
      { status: 'new', filledQuantity: billionths(0), filledAveragePrice: null },
      'canceled in the log, b-1 is new at the broker',
    ],
    [
      'was filled after it was given up here',
      ['OrderRequested', 'OrderStarted', 'OrderExpired'],
      {},
      'expired in the log, b-1 is filled with 0.5 at 200 at the broker',
    ],
    [
      'was filled with another quantity',
      FILLED,
      { filledQuantity: billionths(400_000_000) },
      'filled with 0.5 at 200 in the log, b-1 is filled with 0.4 at 200 at the broker',
    ],
    [
      'was filled at another price',
      FILLED,
      { filledAveragePrice: '200.01' },
      'filled with 0.5 at 200 in the log, b-1 is filled with 0.5 at 200.01 at the broker',
    ],
  ])('names one that %s', async (_, types, change, what) => {
    await place(types);
    records.orders = change === null ? [] : [{ ...listed, ...change }];
    const { partnerId } = records;
    expect(await differences()).toEqual([
      expect.objectContaining({ partnerId, orderId: 'o-1', what: `order o-1: ${what}` }),
    ]);
  });

  it('names one that the log does not know', async () => {
    records.orders = [listed];
    expect(await differences()).toEqual([
      expect.objectContaining({
        partnerId: records.partnerId,
        what: expect.stringMatching(
          /^broker order b-1: filled .* under the id o-1; no such order in the log$/,
        ),
      }),
    ]);
  });

  it.each([
    ['before it was sent', ['OrderRequested']],
    ['that was refused', ['OrderRequested', 'OrderStarted', 'OrderRejected']],
  ])('misses none at the broker %s', async (_, types) => {
    await place(types);
    expect((await records.compare()).differences).toEqual([]);
  });

  it.each([
    ['for long', '2026-03-02T15:00:00.000Z', false],
    ['just now', new Date().toISOString(), true],
  ])('lists as open what the broker did with one %s', async (_, updatedAt, ok) => {
    await place(ACCEPTED);
    records.orders = [{ ...listed, updatedAt }];
    const { partnerId } = records;
    const waitsFor = 'the news that it is filled at the broker';
    const one = { partnerId, stream: 'order-o-1', waitsFor, since: updatedAt };
    const found = await records.compare();
    expect(found.differences).toEqual([]);
    expect(found.open).toContainEqual(one);
    expect(found.stuck).toEqual(ok ? [] : [one]);
    expect(found.ok).toBe(ok);
  });
});
