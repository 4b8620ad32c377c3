import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ListedJournal, ListedOrder } from '#broker/broker-records.js';
import { billionths, cents } from '#kernel/money.js';
import { Refused } from '#kernel/refused.js';
import { claim, claimId } from '#kernel/event-store/claims.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { deposits } from '#funding/deposit/deposit.state.js';
import { adjustCredit } from '#funding/deposit/journals.decide.js';
import { operatorCause } from '#kernel/event-store/operator-cause.js';
import { accountClaim } from '../../../libs/onboarding/src/open-account/account-owner.js';
import {
  DIFFERENCE_KINDS,
  type DifferenceKind,
  adviceFor,
} from '../../../libs/reconciliation/src/reconciliation/difference-kinds.js';
import { subjectOf } from '../../../libs/reconciliation/src/reconciliation/difference.js';
import type { Row } from '#kernel/projection/table.js';
import {
  OPEN,
  accountTable,
  lineTable,
  periodTable,
  sumTable,
} from '../../../libs/settlement/src/settlement-periods/settlement.tables.js';
import { idOf } from '../../support/memory-reads.js';
import { ACCOUNT, type Records, begin, stage } from './records.js';

let records: Records;
beforeEach(async () => {
  records = await stage();
  const cause = operatorCause(records.partnerId);
  const store = new EventStore(records.world.log);
  await claim(store, accountClaim(ACCOUNT), 'u', new Date(0), cause);
  await records.world.take({ do: 'project', events: Infinity });
  records.accounts = [{ id: ACCOUNT, status: 'SUBMITTED' }];
});

const LOST = '5f0c2b8e-6b1d-5a0f-9a4c-0d6f2f9f7b31';
const ORDER = '6f0c2b8e-6b1d-5a0f-9a4c-0d6f2f9f7b32';

const listed: ListedOrder = {
  ...{ id: 'b-1', clientOrderId: ORDER, accountId: ACCOUNT, status: 'filled', reason: null },
  ...{ filledQuantity: billionths(500_000_000), filledAveragePrice: '200' },
  updatedAt: '2026-03-02T15:10:00.000Z',
};

const extra = (change: Partial<ListedJournal>) => () => {
  const one = { id: 'j-extra', journalKey: null, accountId: ACCOUNT, status: 'executed' } as const;
  const amount = { amount: cents(5_00), amountText: '5.00' };
  records.journals.push({ ...one, ...amount, direction: 'to_user', ...change });
};

/** The second deposit was credited, and stayed so. */
const second = (change: Partial<ListedJournal>) => () => {
  records.journals = records.journals.map((each) =>
    each.journalKey === records.second ? { ...each, ...change } : each,
  );
};

const ACCEPTED = ['OrderRequested', 'OrderStarted', 'OrderAccepted'];
const order =
  (orders: readonly Partial<ListedOrder>[], types = [...ACCEPTED, 'OrderFilled']) =>
  async () => {
    const about = { orderId: ORDER, brokerOrderId: 'b-1' };
    await begin(records.world, records.partnerId, { stream: `order-${ORDER}`, types, about });
    records.orders = orders.map((change) => ({ ...listed, ...change }));
  };

/** In the sums of the first period, which was closed, or of the open one. */
const sums =
  (set: Row, isOpen = false) =>
  async () => {
    const period = isOpen ? OPEN : await closedPeriod();
    await records.plant(sumTable, { period }, set);
  };
const closed = (set: Row) => async () =>
  records.plant(periodTable, { id: await closedPeriod() }, set);
const closedPeriod = async (): Promise<string> => {
  const page = { offset: 1, limit: 1 };
  const { settlements } = await records.world.reader.list(records.partnerId, page);
  return String(settlements[0]?.id);
};

const unreadableEvent = () => {
  records.eventData = (type, data) => (type === 'DepositCompleted' ? { nothing: 1 } : data);
};

/** What is wrong, and how. The kinds that operators see are in `KIND_OF`. */
const PLANTED = {
  event_unreadable: unreadableEvent,
  deposit_missing_at_broker: () =>
    void (records.journals = records.journals.filter((each) => each.journalKey !== records.second)),
  deposit_twice: () => extra({ journalKey: records.second })(),
  deposit_foreign_credit: () => {
    second({ status: 'rejected' })();
    extra({ journalKey: records.second })();
  },
  deposit_not_executed: second({ status: 'rejected' }),
  deposit_executed: () => records.journal({ status: 'executed' }),
  deposit_behind: () => {
    const pending = records.world.deposits.find(({ status }) => status === 'pending')!;
    extra({ journalKey: pending.id, amount: cents(7_00), amountText: '7.00' })();
  },
  deposit_amount: second({ amount: cents(50_01), amountText: '50.01' }),
  deposit_account: second({ accountId: 'b' }),
  deposit_taken_back: () => extra({ journalKey: records.second, direction: 'to_firm' })(),
  deposit_corrected: () => {
    second({ status: 'correct' })();
    extra({ journalKey: records.second })();
  },
  journal_unknown_deposit: extra({ journalKey: LOST }),
  journal_foreign_credit: extra({}),
  journal_foreign_debit: extra({ direction: 'to_firm' }),
  journal_unanswered: () => {
    records.lists = false;
    records.unanswered = [`j-${records.second}`];
  },
  order_missing_at_broker: order([]),
  order_unknown: () => void (records.orders = [{ ...listed, clientOrderId: 'by-hand' }]),
  order_twice: order([{}, { id: 'b-2' }]),
  order_account: order([{ accountId: 'b' }]),
  order_id: order([{ id: 'b-2' }]),
  order_behind: order([{}], ACCEPTED),
  order_status: order([{ status: 'canceled' }]),
  order_filled: order([{ filledQuantity: billionths(400_000_000) }]),
  order_price: order([{ filledAveragePrice: '201' }]),
  order_unanswered: async () => {
    await order([])();
    records.unanswered = [ORDER];
  },
  account_missing_at_broker: () => void (records.accounts = []),
  account_unknown: () => void records.accounts.push({ id: 'b', status: 'ACTIVE' }),
  account_status: () => void (records.accounts = [{ id: ACCOUNT, status: 'DISABLED' }]),
  account_identity: () =>
    void (records.accounts = [{ id: ACCOUNT, status: 'DISABLED', answersAs: 'b' }]),
  account_number: () =>
    void (records.accounts = [{ id: ACCOUNT, status: 'DISABLED', number: '900000001' }]),
  account_unanswered: () => {
    records.accounts = [{ id: ACCOUNT, status: 'DISABLED' }];
    records.unanswered = [ACCOUNT];
  },
  period_closing: () => {
    records.eventData = (type, data) =>
      type === 'SettlementPeriodClosed' ? { ...data, grossCents: '15002' } : data;
  },
  period_missing: async () => records.remove(periodTable, { id: await closedPeriod() }),
  period_count: sums({ count: 3n }),
  period_gross: sums({ grossCents: 150_01n }),
  period_fees: sums({ feeCents: 0n }),
  period_adjustments: sums({ adjustmentCents: 1n }, true),
  period_digest: sums({ linesDigest: 1n }),
  period_status: closed({ status: 'overdue' }),
  period_received: closed({ receivedCents: 1n }),
  period_due: closed({ dueCents: 1n }),
  period_carried: closed({ carriedCents: 1n }),
  period_dates: closed({ dueAt: '2030-01-01T00:00:00.000Z' }),
  period_checksum: closed({ checksum: '0' }),
  partner_credit: () => records.plant(accountTable, {}, { creditCents: 9_99n }),
  line_missing: () => records.remove(lineTable, { transactionId: records.second }),
  line_unknown: () =>
    records.insertLike(
      lineTable,
      { transactionId: records.second },
      { type: 'adjustment', position: 2n },
    ),
  line_differs: () =>
    records.plant(lineTable, { transactionId: records.second }, { userId: idOf('somebody') }),
} satisfies Readonly<Record<string, () => void | Promise<void>>>;

type Scenario = keyof typeof PLANTED;

const KIND_OF: Readonly<Record<Scenario, DifferenceKind>> = {
  event_unreadable: 'event_unreadable',
  deposit_missing_at_broker: 'deposit_missing_at_broker',
  deposit_twice: 'deposit_amount',
  deposit_foreign_credit: 'deposit_amount',
  deposit_not_executed: 'deposit_missing_at_broker',
  deposit_executed: 'deposit_missing_here',
  deposit_behind: 'deposit_missing_here',
  deposit_amount: 'deposit_amount',
  deposit_account: 'journal_unassigned',
  deposit_taken_back: 'deposit_amount',
  deposit_corrected: 'deposit_amount',
  journal_unknown_deposit: 'journal_unassigned',
  journal_foreign_credit: 'journal_unassigned',
  journal_foreign_debit: 'journal_unassigned',
  journal_unanswered: 'broker_unreadable',
  order_missing_at_broker: 'order_missing_at_broker',
  order_unknown: 'order_unknown_here',
  order_twice: 'order_different',
  order_account: 'order_different',
  order_id: 'order_different',
  order_behind: 'order_different',
  order_status: 'order_different',
  order_filled: 'order_different',
  order_price: 'order_different',
  order_unanswered: 'broker_unreadable',
  account_missing_at_broker: 'account_missing_at_broker',
  account_unknown: 'account_unknown_here',
  account_status: 'account_different',
  account_identity: 'account_different',
  account_number: 'account_different',
  account_unanswered: 'broker_unreadable',
  period_closing: 'period_total',
  period_missing: 'period_total',
  period_count: 'period_total',
  period_gross: 'period_total',
  period_fees: 'period_total',
  period_adjustments: 'period_total',
  period_digest: 'period_total',
  period_status: 'period_total',
  period_received: 'period_total',
  period_due: 'period_total',
  period_carried: 'period_total',
  period_dates: 'period_total',
  period_checksum: 'period_total',
  partner_credit: 'read_model_digest',
  line_missing: 'period_total',
  line_unknown: 'period_total',
  line_differs: 'period_total',
};
const SCENARIOS = Object.keys(PLANTED) as Scenario[];
const UNANSWERED = SCENARIOS.filter((each) => each.endsWith('_unanswered'));
const COMPARED = SCENARIOS.filter((each) => !each.endsWith('_unanswered'));
/** More deposits than change while they are compared. */
const MANY = 30;
/** Rows that partners see are compared with the log. */
const SHOWN = SCENARIOS.filter((each) => /^(period|partner|line)_/.test(each));

const kinds = async () =>
  (await records.compareChanges()).differences.map(({ kind }) => kind).sort();

describe('the hourly reconciliation', () => {
  it('finds nothing where there is nothing', async () => {
    const { differences, notCompared, compared } = await records.compareChanges();
    expect({ differences, notCompared }).toEqual({ differences: [], notCompared: 0 });
    expect(compared).toEqual({ deposits: 3, journals: 2, orders: 0, accounts: 1, periods: 2 });
  });

  it.each(COMPARED)('finds %s', async (scenario) => {
    const kind = KIND_OF[scenario];
    await PLANTED[scenario]();
    const { differences, subjects } = await records.compareChanges();
    const found = differences.filter((each) => each.kind === kind);
    expect(found).not.toEqual([]);
    for (const subject of found.map(subjectOf)) expect([...subjects]).toContain(subject);
  });

  describe.each(['log', 'read models', 'broker', 'log, read models, broker'])(
    'while deposits complete, before it reads %s',
    (places) => {
      beforeEach(async () => {
        await records.credit(MANY);
        records.busyAt = places.split(', ');
      });
      it('finds nothing', async () => expect((await records.confirmed()).differences).toEqual([]));
      it('finds nothing in the whole', async () =>
        expect((await records.compare()).differences).toEqual([]));
    },
  );

  it.each(SHOWN)('finds %s, and nothing else, while deposits complete', async (scenario) => {
    const kind = KIND_OF[scenario];
    await records.credit(MANY);
    await PLANTED[scenario]();
    for (const compare of ['compare', 'confirmed'] as const) {
      const found = async () => (await records[compare]()).differences.map((each) => each.kind);
      const atRest = await found();
      records.busyAt = ['log', 'read models', 'broker'];
      expect(await found()).toEqual(atRest);
      records.busyAt = [];
      expect(atRest).toContain(kind);
    }
  });

  it('looks an account that differed up again, of which lists tell too little', async () => {
    const status = records.accounts[0]!.status;
    records.accounts = [{ id: ACCOUNT, status: 'DISABLED', answersAs: 'b' }];
    const { differences } = await records.compareChanges();
    records.accounts = [{ id: ACCOUNT, status, answersAs: 'b' }];
    const known = differences.map((each) => ({
      ...each,
      differenceId: 'd',
      openedAt: '',
      dismissed: null,
    }));
    const again = await records.compareChanges({ known });
    expect(again.differences).toMatchObject([{ kind: 'account_different' }]);
  });

  it.each([
    ['no status', ''],
    ['the status that it had', null],
  ])('finds a block of which the stream tells with %s', async (_, status) => {
    const known = records.accounts[0]!.status;
    records.accounts = [{ id: ACCOUNT, status: known, blocks: ['trading_blocked'] }];
    records.reportedAccounts = [{ id: ACCOUNT, status: status ?? known, mentionsBlocks: true }];
    const { differences } = await records.compareChanges();
    expect(differences).toMatchObject([{ kind: 'account_different', accountId: ACCOUNT }]);
    expect(differences[0]?.what).toContain('no block in the log, trading_blocked at the broker');
    records.accounts = [{ id: ACCOUNT, status: known, blocks: [] }];
    expect((await records.compareChanges()).differences).toEqual([]);
  });

  it.each(['DepositCompleted', 'SettlementPeriodClosed', 'BrokerAccountStarted', 'OrderFilled'])(
    'goes on past a %s that nobody can read, and finds the rest',
    async (bad) => {
      await order([{}])();
      PLANTED.account_unknown();
      records.eventData = (type, data) => (type === bad ? { nothing: 1 } : data);
      const { differences, subjects } = await records.compareChanges();
      const unreadable = differences.filter(({ kind }) => kind === 'event_unreadable');
      expect(unreadable[0]?.what).toContain(`(${bad}) cannot be read`);
      for (const subject of unreadable.map(subjectOf)) expect([...subjects]).toContain(subject);
      expect(differences.map(({ kind }) => kind)).toContain('account_unknown_here');
    },
  );

  it('finds a deposit that failed and was executed all the same', async () => {
    const { id } = await records.failedDeposit();
    extra({ journalKey: id, amount: cents(7_00), amountText: '7.00' })();
    const { differences } = await records.compareChanges();
    expect(differences).toMatchObject([{ kind: 'deposit_missing_here', depositId: id }]);
    expect(differences[0]?.what).toContain('failed with 0.00 in the ledger');
  });

  it.each<[string, string]>([
    ['a name of their own', 'sweep'],
    ['nothing', 'another'],
  ])('counts journals of others to accounts of others: with %s', async (_, accountId) => {
    extra({ accountId })();
    const { foreign, differences } = await records.compareChanges();
    expect({ foreign, differences }).toEqual({ foreign: 1, differences: [] });
  });

  it('asks the broker for no adjustment of an operator', async () => {
    const decided = { by: 'staff:s-1', reason: 'The firm bears the loss' };
    const decision = adjustCredit(cents(-10_00), decided, new Date());
    const cause = operatorCause(records.partnerId);
    await new EventStore(records.world.log).transact(deposits, records.second, decision, cause);
    await records.world.take({ do: 'project', events: Infinity });
    const asked: string[] = [];
    records.journalById = async (id) => {
      asked.push(id);
      return null;
    };
    const { differences } = await records.compareChanges();
    expect({ asked, differences }).toEqual({ asked: [], differences: [] });
  });

  it('counts such a journal in one run only', async () => {
    extra({ accountId: 'sweep' })();
    const countedFrom = '2026-03-02T15:45:00.000Z';
    expect(await records.compareChanges({ countedFrom })).toMatchObject({ foreign: 0 });
  });

  it('takes what was matched with a deposit as that deposit’s', async () => {
    extra({ direction: 'to_firm' })();
    const { log } = records.world;
    const store = new EventStore(log);
    const cause = operatorCause(records.partnerId);
    await claim(store, claimId('journal', 'j-extra'), records.second, new Date(0), cause);
    expect((await records.compareChanges()).differences.map(({ kind }) => kind)).not.toContain(
      'deposit_missing_at_broker',
    );
  });

  it('compares nothing that did not change', async () => {
    const logFrom = await records.world.log.head();
    const { journals } = records;
    records.journals = [];
    records.accounts = [];
    expect(await records.compareChanges({ logFrom })).toMatchObject({
      differences: [],
      compared: { deposits: 0, journals: 0, orders: 0, accounts: 0, periods: 0 },
    });
    records.journals = journals;
  });

  it('looks up the journal of a deposit that changed and that no list shows', async () => {
    records.lists = false;
    expect(await records.compareChanges()).toMatchObject({ differences: [], notCompared: 0 });
  });

  it('looks up the journal of a deposit of another day, beside one that a list shows', async () => {
    const all = records.journals.map((each) => ({ createdAt: null, ...each }));
    records.journalById = (id) => Promise.resolve(all.find((each) => each.id === id) ?? null);
    records.journals = [];
    extra({ journalKey: records.second, amount: cents(50_00), amountText: '50.00' })();
    const span = { from: '2026-03-02T15:30:00.000Z', until: '2026-03-02T16:00:00.000Z' };
    const { differences } = await records.compareChanges({ span });
    const ofIt = differences.filter(({ depositId }) => depositId === records.second);
    expect(ofIt.map(({ kind }) => kind)).toEqual(['deposit_amount']);
  });

  it('says how much it could not look up, and no word of that', async () => {
    records.lists = false;
    PLANTED.deposit_missing_at_broker();
    const { differences, notCompared, subjects } = await records.compareChanges({ lookUpsMax: 0 });
    expect({ differences, notCompared }).toEqual({ differences: [], notCompared: 2 });
    expect([...subjects]).not.toContain(`deposit/${records.second}`);
  });

  it.each(UNANSWERED)(
    'names %s, says nothing else of it, and compares the rest',
    async (scenario) => {
      const kind = KIND_OF[scenario];
      await PLANTED[scenario]();
      await PLANTED.line_missing();
      const { differences, notCompared, subjects } = await records.compareChanges();
      const kindsFound = differences.map((each) => each.kind);
      expect(new Set(kindsFound)).toEqual(new Set([kind, 'period_total']));
      expect(differences).toContainEqual(
        expect.objectContaining({
          kind,
          what: expect.stringMatching(/^[a-z]+ \S+: GET \S+ answered 404$/),
        }),
      );
      expect(notCompared).toBe(1);
      expect([...subjects]).not.toContain(
        subjectOf(differences.find((each) => each.kind === kind)!),
      );
      if (scenario === 'journal_unanswered')
        expect([...subjects]).not.toContain(`deposit/${records.second}`);
    },
  );

  it('names no more what it gets an answer about, though that is that there is none', async () => {
    const known = [
      {
        ...{ kind: 'broker_unreadable', what: '', depositId: null, journalId: 'j-gone' },
        ...{ partnerId: null, accountId: null, settlementId: null, orderId: null },
        ...{ brokerOrderId: null, differenceId: 'd', openedAt: '', dismissed: null },
      },
    ];
    const { differences, subjects } = await records.compareChanges({ known });
    expect(differences).toEqual([]);
    expect([...subjects]).toContain('journal/j-gone');
  });

  it('says nothing of a journal that no list has, while the broker does not answer about it', async () => {
    const missing = `j-${records.second}`;
    records.journals = records.journals.filter(({ id }) => id !== missing);
    records.unanswered = [missing];
    const { differences } = await records.compareChanges();
    expect(differences.map(({ kind }) => kind)).toEqual(['broker_unreadable']);
    records.unanswered = [];
    expect(await kinds()).toEqual(['deposit_missing_at_broker']);
  });

  it('says what a list shows, though the broker does not answer about it', async () => {
    extra({})();
    records.unanswered = ['j-extra'];
    expect(await kinds()).toEqual(['journal_unassigned']);
  });

  it.each<[string, Partial<ListedJournal> | null]>([
    ['does not have it', null],
    ['has it as rejected', { status: 'rejected' }],
    ['has it the other way', { direction: 'to_firm' }],
  ])('says what a list shows, though the broker %s when asked for it alone', async (_, change) => {
    extra({})();
    const all = records.journals.map((each) => ({ createdAt: null, ...each }));
    records.journalById = (id) => {
      const found = all.find((each) => each.id === id);
      return Promise.resolve(
        found === undefined || change === null ? null : { ...found, ...change },
      );
    };
    expect(await kinds()).toEqual(['journal_unassigned']);
  });

  it('finds a journal that names nothing while the read models are away, and logs that they are', async () => {
    records.find = () => Promise.reject(new Refused('unavailable', 'away', 'away'));
    extra({})();
    expect(await kinds()).toEqual(['journal_unassigned']);
    expect(records.warnings[0]).toBe('failed to find the deposit of a journal');
  });

  it('finds a journal that names an unreadable one, and the unreadable one', async () => {
    extra({ journalKey: 'j-named' })();
    records.unanswered = ['j-named'];
    const { differences, subjects } = await records.compareChanges();
    expect(differences).toMatchObject([
      { kind: 'journal_unassigned', journalId: 'j-extra' },
      { kind: 'broker_unreadable', journalId: 'j-named' },
    ]);
    expect([...subjects]).not.toContain('journal/j-named');
  });

  it('compares read models that are behind, and counts them as not compared', async () => {
    await PLANTED.line_missing();
    await records.world.take({ do: 'pay', partner: 0, reference: 2, amount: 1_00 });
    const { differences, notCompared } = await records.compareChanges();
    expect(differences).toMatchObject([{ kind: 'period_total', depositId: records.second }]);
    expect(notCompared).toBe(1);
  });

  it('leaves periods with many lines to the night', async () => {
    await PLANTED.line_missing();
    const { differences, notCompared } = await records.compareChanges({ linesMax: 0 });
    expect({ differences, notCompared }).toEqual({ differences: [], notCompared: 2 });
  });

  describe('a doubled credit of another day', () => {
    const span = { from: '2026-03-02T15:30:00.000Z', until: '2026-03-02T16:00:00.000Z' };
    const asKnown = (depositId: string) => ({
      ...{ kind: 'deposit_amount', what: '', depositId, journalId: `j-${depositId}` },
      ...{ partnerId: records.partnerId, accountId: ACCOUNT, settlementId: null, orderId: null },
      ...{ brokerOrderId: null, differenceId: 'd', openedAt: '', dismissed: null },
    });
    const ofSecond = async (known: readonly ReturnType<typeof asKnown>[]) => {
      const logFrom = await records.world.log.head();
      const { differences } = await records.compareChanges({ span, logFrom, known });
      return differences.filter(({ depositId }) => depositId === records.second);
    };

    it.each([
      ['under our key', () => records.second],
      ['under the journal’s id', () => `j-${records.second}`],
    ])('is found again, %s', async (_, key) => {
      extra({ journalKey: key(), amount: cents(50_00), amountText: '50.00' })();
      records.listed = [];
      expect(await ofSecond([asKnown(records.second)])).toMatchObject([{ kind: 'deposit_amount' }]);
    });

    it('says the same when no list has it any more: who dismissed it has seen that', async () => {
      extra({ journalKey: records.second, amount: cents(50_00), amountText: '50.00' })();
      const today = await ofSecond([]);
      records.listed = [];
      expect(await ofSecond([asKnown(records.second)])).toEqual(today);
    });

    it('is found when it is told, though it names a journal of a journal', async () => {
      extra({ id: 'm-1', journalKey: `j-${records.second}`, direction: 'to_firm' })();
      extra({ id: 'j-3', journalKey: 'm-1', amount: cents(6_00), amountText: '6.00' })();
      records.listed = [];
      records.told = [{ id: 'j-3', journalKey: 'm-1', wasExecuted: true }];
      const kinds = (await ofSecond([])).map(({ kind }) => kind);
      expect(kinds).toContain('deposit_amount');
    });
  });

  describe('a list that leaves a journal’s name out', () => {
    const ofSecond = () => `deposit/${records.second}`;
    it('is compared as the log has it', async () => {
      second({ journalKey: null })();
      const { differences, subjects } = await records.compareChanges();
      expect(differences).toEqual([]);
      expect([...subjects]).toContain(ofSecond());
    });

    it('tells of it where a person matched the journal', async () => {
      const { log } = records.world;
      const cause = operatorCause(records.partnerId);
      const id = claimId('journal', `j-${records.second}`);
      await claim(new EventStore(log), id, records.second, new Date(0), cause);
      second({ journalKey: null })();
      expect([...(await records.compareChanges()).subjects]).toContain(ofSecond());
    });

    it('is made good by the journal itself', async () => {
      const all = records.journals;
      const byId = (id: string) =>
        Promise.resolve(
          all.map((each) => ({ createdAt: null, ...each })).find((each) => each.id === id) ?? null,
        );
      records.journalById = byId;
      second({ journalKey: null })();
      expect([...(await records.compareChanges()).subjects]).toContain(ofSecond());
    });
  });

  it('keeps a journal that it was only told of, by looking it up', async () => {
    extra({})();
    records.lists = false;
    records.told = [{ id: 'j-extra', journalKey: null, wasExecuted: false }];
    expect(await kinds()).toEqual(['journal_unassigned']);
  });

  it.each([
    ['stays with the stream, where a look-up tells of an order what was before', '15:09', 1],
    ['believes a look-up that tells of an order what came later', '15:11', 0],
  ])('%s', async (_, at, differing) => {
    await order([{ filledQuantity: billionths(400_000_000) }])();
    records.orderById = () => Promise.resolve({ ...listed, updatedAt: `2026-03-02T${at}:00.000Z` });
    const first = await records.compareChanges();
    const known = first.differences.map((each) => ({ ...each, differenceId: 'd' }));
    const { differences } = await records.compareChanges({ known });
    const expected = Array.from({ length: differing }, () => 'order_different');
    expect(differences.map(({ kind }) => kind)).toEqual(expected);
  });

  it('keeps a journal whose row in the list cannot be read, by looking it up', async () => {
    extra({})();
    records.listed = records.journals.filter(({ id }) => id !== 'j-extra');
    records.unread = ['j-extra'];
    expect(await kinds()).toEqual(['journal_unassigned']);
    records.unanswered = ['j-extra'];
    expect(await kinds()).toEqual(['broker_unreadable']);
  });

  it('keeps one that it was told of under a key of ours, and that is not the deposit’s own', async () => {
    extra({ journalKey: records.second })();
    records.listed = records.journals.filter(({ id }) => id !== 'j-extra');
    records.told = [{ id: 'j-extra', journalKey: records.second, wasExecuted: true }];
    expect(await kinds()).toEqual(['deposit_amount']);
  });

  it('counts what the broker says and nobody can read', async () => {
    records.unreadable = 2;
    expect((await records.compareChanges()).unreadable).toBe(8);
  });
});

describe('the kinds of differences', () => {
  it('are explained to operators, each with what to do', () => {
    const page = readFileSync('docs/operators/reconciliation.md', 'utf8');
    for (const kind of DIFFERENCE_KINDS) {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${kind}\` `)) ?? '';
      expect(row).toContain(adviceFor(kind));
    }
  });
});
