import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ListedJournal, ListedOrder } from '#broker/broker-records.js';
import { billionths, cents, centsToDecimal } from '#kernel/money.js';
import type { Difference } from '../../../libs/reconciliation/src/reconciliation/difference.js';
import { depositTable } from '#funding/user-deposits/user-deposits.projection.js';
import {
  accountTable,
  lineTable,
  periodTable,
  sumTable,
} from '../../../libs/settlement/src/settlement-periods/settlement.tables.js';
import { idOf } from '../../support/memory-reads.js';
import { ACCOUNT, type Records, begin, stage } from './records.js';

let records: Records;
const NEVER = '2030-01-01T00:00:00.000Z';
const closedPeriod = async (): Promise<string> => {
  const page = { offset: 1, limit: 1 };
  const { settlements } = await records.world.reader.list(records.partnerId, page);
  return String(settlements[0]?.id);
};

beforeEach(async () => {
  records = await stage();
  records.accounts = [{ id: ACCOUNT, status: 'SUBMITTED' }];
});

const differences = async (): Promise<readonly Difference[]> =>
  (await records.compare()).differences;

describe('reconciling', () => {
  it('finds nothing where there is nothing', async () => {
    expect(await records.compare()).toMatchObject({ ok: true, differences: [], unlisted: [] });
  });

  it.each<[string, string, string[]]>([
    ['names a credit that the ledger lacks', 'executed', ['deposit_missing_here']],
    ['names no other journal of a reversed deposit that moved no money either', 'canceled', []],
  ])('%s', async (_, status, kinds) => {
    records.journal({ id: 'j-x', status });
    expect((await differences()).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('names an account that the broker does not answer about, and compares the rest', async () => {
    records.unanswered = [ACCOUNT];
    records.journals = records.journals.filter((each) => each.journalKey !== records.second);
    expect(await differences()).toMatchObject([
      { kind: 'deposit_missing_at_broker' },
      { kind: 'broker_unreadable', accountId: ACCOUNT, what: expect.stringContaining('404') },
    ]);
  });

  it.each([
    ['margin', { multiplier: 2, allowsShortSales: false }, 'multiplier 2, short sales not allowed'],
    ['short sales', { multiplier: 1, allowsShortSales: true }, 'multiplier 1, short sales allowed'],
  ])('names an account that has %s', async (_, margin, what) => {
    records.accounts = [{ id: ACCOUNT, status: 'SUBMITTED', margin }];
    expect(await differences()).toMatchObject([
      { kind: 'account_configuration', accountId: ACCOUNT, what: expect.stringContaining(what) },
    ]);
    records.accounts[0]!.margin = { multiplier: 1, allowsShortSales: false };
    expect(await differences()).toEqual([]);
  });

  it('takes a transfer that one person has asked for as nothing that is stuck', async () => {
    const { world, partnerId } = records;
    await begin(world, partnerId, { stream: 'transfer-t-9', types: ['TransferProposed'] });
    expect(await records.compare()).toMatchObject({ ok: true, stuck: [] });
  });

  it.each<[string, () => void, string]>([
    [
      'a journal that is missing',
      () =>
        (records.journals = records.journals.filter((each) => each.journalKey !== records.second)),
      'in the ledger, no journal at the broker',
    ],
    [
      'a credit that was not taken back',
      () => records.journal({ status: 'executed' }),
      'is executed over',
    ],
    [
      'two journals under one key',
      () => {
        records.journal({ status: 'executed' });
        records.journals.push({ ...records.journals[0]!, id: 'j-2' });
      },
      '197.00 at the broker',
    ],
  ])('names the deposit of %s at the broker', async (_, plant, what) => {
    plant();
    const [found, ...others] = await differences();
    expect(others).toEqual([]);
    const { partnerId, first, second } = records;
    const depositId = what.startsWith('in the ledger') ? second : first;
    expect(found).toMatchObject({ partnerId, depositId });
    expect(found?.what).toContain(what);
  });

  it.each(['first', 'second'] as const)(
    'names the deposit that has the journal of another: the %s',
    async (which) => {
      const [own, other] =
        which === 'first' ? [records.first, records.second] : [records.second, records.first];
      records.eventData = (type, data) =>
        type === 'DepositCompleted' && data['depositId'] === own
          ? { ...data, journalId: `j-${other}` }
          : data;
      records.journals = records.journals.filter(({ journalKey }) => journalKey !== own);
      const ofJournals = ({ kind }: Difference) => kind.startsWith('deposit_');
      const missing = [{ kind: 'deposit_missing_at_broker', depositId: own }];
      expect((await differences()).filter(ofJournals)).toMatchObject(missing);
      const { differences: ofChanges } = await records.compareChanges();
      expect(ofChanges.filter(ofJournals)).toMatchObject(missing);
    },
  );

  it('names the deposit of another amount at the broker, unless nothing moved', async () => {
    const { second } = records;
    records.journal({ amount: cents(98_51), amountText: '98.51' });
    records.journals = records.journals.map((each) =>
      each.journalKey === second ? { ...each, amount: cents(50_01), amountText: '50.01' } : each,
    );
    const what = expect.stringContaining('with 50.00 in the ledger, 50.01 at the broker');
    expect(await differences()).toMatchObject([
      { kind: 'deposit_amount', depositId: second, what },
    ]);
  });

  it.each(['DepositCompleted', 'SettlementPeriodClosed', 'BrokerAccountOpened'])(
    'names a %s that nobody can read, and goes on',
    async (bad) => {
      records.accounts.push({ id: 'b', status: 'ACTIVE' });
      records.eventData = (type, data) => (type === bad ? { nothing: 1 } : data);
      const { ok, differences: found } = await records.compare();
      expect(ok).toBe(false);
      const named = found.filter(({ kind }) => kind === 'event_unreadable');
      expect(named[0]?.what).toContain(`(${bad}) cannot be read`);
    },
  );

  it('names a deposit that failed and was executed all the same', async () => {
    const { id, partnerId } = await records.failedDeposit();
    records.journals.push(extra({ journalKey: id, amount: cents(7_00), amountText: '7.00' }));
    const found = await differences();
    expect(found).toMatchObject([{ kind: 'deposit_missing_here', partnerId, depositId: id }]);
    expect(found[0]?.what).toContain('failed with 0.00 in the ledger');
  });

  /** A key like ours, of a deposit that the log has lost. */
  const LOST = '5f0c2b8e-6b1d-5a0f-9a4c-0d6f2f9f7b31';
  const extra = (change: Partial<ListedJournal>): ListedJournal => {
    const one = { id: 'j-extra', journalKey: LOST, accountId: ACCOUNT, status: 'executed' };
    return { ...one, direction: 'to_user', amount: cents(5_00), amountText: '5.00', ...change };
  };

  it.each<[string, Partial<ListedJournal>, RegExp]>([
    ['a known account', {}, /to account a, under the key 5f0c2b8e-.*; no such deposit in the log/],
    ['a known account without a key', { journalKey: null }, /to account a, without a key/],
    [
      'an account that the log does not know',
      { accountId: 'lost' },
      /over 5\.00 at the broker, to account lost, which the log does not have/,
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

  it('asks by its id for a listed journal that cannot be read', async () => {
    records.unread = ['j-extra'];
    records.unanswered = ['j-extra'];
    expect((await records.compare()).differences).toEqual([
      expect.objectContaining({ kind: 'broker_unreadable', journalId: 'j-extra' }),
    ]);
    records.unanswered = [];
    const lost = extra({ accountId: 'sweep' });
    records.journalById = () => Promise.resolve({ createdAt: null, ...lost });
    expect((await records.compare()).differences).toEqual([
      expect.objectContaining({ kind: 'journal_unassigned', journalId: 'j-extra' }),
    ]);
  });

  it('is not well while a listed journal can be neither read nor asked for', async () => {
    records.withoutId = 1;
    const { ok, withoutId } = await records.compare();
    expect({ ok, isSaid: withoutId > 0 }).toEqual({ ok: false, isSaid: true });
  });

  it('says of which days the broker lists too many', async () => {
    records.journals.push(extra({ accountId: 'lost' }));
    records.lists = false;
    const { unlisted, differences: found } = await records.compare();
    expect(found).toEqual([]);
    expect(unlisted).toContain('2026-03-02');
  });

  it.each([
    ['gross', { grossCents: 1n }],
    ['fee', { feeCents: 1n }],
    ['userId', { userId: idOf('somebody') }],
    ['journalId', { journalId: 'j-x' }],
    ['completedAt', { completedAt: '2026-03-03T00:00:00.000Z' }],
  ])('names the deposit whose line has another %s', async (name, set) => {
    await records.plant(lineTable, { transactionId: records.second }, set);
    const found = await differences();
    expect(found.map(({ depositId }) => depositId)).toContain(records.second);
    expect(found.map(({ what }) => what)).toContainEqual(
      expect.stringMatching(
        new RegExp(`^deposit ${records.second} ${name}: .* in the log, .* in the read model$`),
      ),
    );
  });

  it('names the deposit whose line has another externalId', async () => {
    await records.plant(depositTable, { id: records.second }, { externalId: 'x' });
    const [found] = await differences();
    expect(found?.what).toMatch(/externalId: .* in the log, x in the read model$/);
  });

  it('names a line that the read model lacks', async () => {
    await records.remove(lineTable, { transactionId: records.second });
    expect(await differences()).toEqual([
      expect.objectContaining({
        depositId: records.second,
        what: `deposit ${records.second} in the log, not in the read model`,
      }),
    ]);
  });

  it('names a line that only the read model has', async () => {
    const extra = { type: 'adjustment', position: 2n };
    await records.insertLike(lineTable, { transactionId: records.second }, extra);
    expect(await differences()).toEqual([
      expect.objectContaining({
        depositId: records.second,
        what: `adjustment ${records.second} in the read model, not in the log`,
      }),
    ]);
  });

  it.each([
    ['count', 3n, /^period 1 count: 2 in the log, 3 in the read model$/],
    ['grossCents', 150_01n, /^period 1 gross: 150\.00 in the log, 150\.01 in the read model$/],
    ['feeCents', 0n, /^period 1 fee: 1\.50 in the log, 0\.00 in the read model$/],
    ['linesDigest', 1n, /^period 1 linesDigest: /],
  ])('names the period whose lines add up to another %s', async (field, value, what) => {
    await records.plant(sumTable, { period: await closedPeriod() }, { [field]: value });
    const [found] = await differences();
    expect(found?.what).toMatch(what);
    expect(found?.settlementId).not.toBeNull();
  });

  it.each([
    ['status', 'overdue'],
    ['receivedCents', 1n],
    ['dueCents', 1n],
    ['carriedCents', 1n],
    ['closedAt', NEVER],
    ['dueAt', NEVER],
    ['cutOffAt', NEVER],
    ['checksum', '0'],
    ['grossCents', 1n],
  ])('names a closed period that shows another %s', async (field, value) => {
    const id = await closedPeriod();
    await records.plant(periodTable, { id }, { [field]: value });
    const shown = typeof value === 'bigint' ? centsToDecimal(cents(value)) : value;
    expect(await differences()).toEqual([
      expect.objectContaining({
        settlementId: id,
        what: expect.stringMatching(
          `^period 1 ${field.replace('Cents', '')}: .* in the log, ${shown} in the read model`,
        ),
      }),
    ]);
  });

  it('names another credit than the transfers leave', async () => {
    await records.plant(accountTable, {}, { creditCents: 9_99n });
    expect((await differences())[0]?.what).toBe(
      'partner credit: 10.00 in the log, 9.99 in the read model',
    );
  });

  it('names a period that was closed with other totals than its deposits have', async () => {
    records.eventData = (type, data) =>
      type === 'SettlementPeriodClosed' ? { ...data, grossCents: '15002' } : data;
    const found = await differences();
    expect(found.map(({ what }) => what)).toContain(
      'period 1 gross: 150.00 in the log, 150.02 at its closing',
    );
  });

  it('names an open deposit that the broker executed a while ago', async () => {
    const id = LOST;
    const about = { depositId: id, amountCents: '500', feeCents: '0' };
    const types = ['DepositRequested'];
    await begin(records.world, records.partnerId, { stream: `deposit-${id}`, types, about });
    records.journals.push(extra({}));
    const { differences: found, stuck, open, ok } = await records.compare();
    expect({ found, stuck, ok }).toMatchObject({
      found: [{ kind: 'deposit_missing_here', depositId: id, journalId: 'j-extra' }],
      ...{ stuck: [], ok: false },
    });
    expect(open.map(({ stream }) => stream)).not.toContain(`deposit-${id}`);
  });

  /** Long ago, and nobody shows it. */
  const hidden = async (stream: string, type: string, partnerId: string, change: object = {}) => {
    const { log } = records.world;
    const like = log.everything.find((each) => each.type === type)!;
    const data = { ...(like.data as object), partnerId, ...change };
    const metadata = { ...like.metadata, partnerId, at: '2026-03-02T15:00:00.000Z' };
    const revision = BigInt((await log.read(stream)).length) - 1n;
    const event = { id: idOf('hidden'), type, data, metadata };
    await log.append(stream, revision < 0n ? 'no_stream' : revision, [event]);
    return { partnerId, stream, waitsFor: 'the read models', since: metadata.at };
  };

  it('says since when something waits to be shown, and takes it for no difference', async () => {
    const { world, partnerId, journals } = records;
    const { id: depositId } = world.deposits.at(-1)!;
    const journalId = `j-${depositId}`;
    const amounts = { amountCents: '700', feeCents: '0' };
    const change = { depositId, journalId, ...amounts };
    const waits = await hidden(`deposit-${depositId}`, 'DepositCompleted', partnerId, change);
    const own = { amount: cents(7_00), amountText: '7.00' };
    journals.push(extra({ id: journalId, journalKey: depositId, ...own }));
    const { differences: found, stuck, ok } = await records.compare();
    expect({ found, stuck, ok }).toEqual({
      ...{ found: [], ok: false },
      stuck: [waits],
    });
  });

  it('compares no partner that is not shown yet', async () => {
    const partnerId = idOf('later');
    const waits = await hidden(`partner-${partnerId}`, 'PartnerCreated', partnerId);
    const { differences: found, stuck } = await records.compare();
    expect({ found, stuck }).toEqual({ found: [], stuck: [waits] });
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
    const about = { orderId: 'o-1', brokerOrderId: 'b-1' };
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

  it('skips objects that the broker changed just now', async () => {
    await place(ACCEPTED);
    records.orders = [{ ...listed, updatedAt: new Date().toISOString() }];
    expect(await records.compare()).toMatchObject({ ok: true, differences: [], stuck: [] });
  });

  it('names one with which the broker did something a while ago', async () => {
    await place(ACCEPTED);
    records.orders = [listed];
    expect(await records.compare()).toMatchObject({
      ...{ ok: false, stuck: [] },
      differences: [{ kind: 'order_different', orderId: 'o-1' }],
    });
  });
});

describe('reconciling accounts', () => {
  const active = { id: 'a-2', number: '735102948', status: 'ACTIVE' };
  beforeEach(async () => {
    const opened = ['TraderProfileCreated', 'BrokerAccountStarted', 'BrokerAccountOpened'];
    const types = [...opened, 'BrokerAccountChanged'];
    const about = { accountId: active.id };
    await begin(records.world, records.partnerId, { stream: 'profile-v', types, about });
    records.accounts = [{ id: ACCOUNT, status: 'SUBMITTED' }, active];
  });
  const told = async (changes: Partial<Records['accounts'][number]>) => {
    records.accounts = [
      { id: ACCOUNT, status: 'SUBMITTED' },
      { ...active, ...changes },
    ];
    return (await differences()).map(({ kind, what }) => `${kind} ${what.split(': ')[1]}`);
  };

  it.each<[string, Partial<Records['accounts'][number]>, string]>([
    ['another status', { status: 'DISABLED' }, 'ACTIVE in the log, DISABLED at the broker'],
    ['another id', { answersAs: 'a-3' }, 'account a-3 at the broker'],
    ['another address', { emailAddress: 'x@y.example' }, 'another e-mail address at the broker'],
  ])('names one with %s there', async (_, changes, what) =>
    expect(await told(changes)).toEqual([expect.stringContaining(what)]),
  );
  it('names no address', async () => {
    const [difference] = await told({ emailAddress: 'x@y.example' });
    expect(difference).not.toContain('y.example');
  });
  it('finds none whose status is on its way', async () => {
    records.accounts = [{ id: ACCOUNT, status: 'ACTIVE' }, active];
    expect(await differences()).toEqual([]);
  });
});
