import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { partners } from '#auth/partner/partner.state.js';
import { cents } from '#kernel/money.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { operatorCause } from '#kernel/event-store/operator-cause.js';
import type { Rows } from '#read-models/rows.js';
import { LedgerStore } from '../ledger/ledger-store.js';
import { totals } from '../ledger/ledger.examples.js';
import type { LedgerEvent } from '../ledger/ledger.events.js';
import { ledgers } from '../ledger/ledger.state.js';
import { closePeriod, cutOff } from '../ledger/period.decide.js';
import {
  RecordTransfer,
  RecordTransferHandler,
} from '../record-transfer/record-transfer.handler.js';
import {
  ReverseTransfer,
  ReverseTransferHandler,
} from '../reverse-transfer/reverse-transfer.handler.js';
import { transferId, transfers } from '../transfer/transfer.state.js';
import { TransferBooking } from './transfer-booking.js';

const noRows = { find: () => Promise.resolve([]) } as unknown as Rows;
const now = new Date();
const limits = { twoPersonTransfersAboveCents: null, twoPersonReversalsAboveCents: cents(50_000) };

let log: InMemoryEventLog;
let partnerId: string;

/** The objects of one process. `over` may be a log at which the process dies. */
const processOver = (over: EventLog) => {
  const store = new EventStore(over);
  const ledgerStore = new LedgerStore(over, store, noRows);
  const booking = new TransferBooking(store, ledgerStore);
  const recorder = new RecordTransferHandler(store, ledgerStore, booking, limits);
  const reverser = new ReverseTransferHandler(store, ledgerStore, booking, limits);
  return {
    record: (amount: number, reference = 'R1') =>
      recorder.execute(new RecordTransfer(partnerId, reference, cents(amount))),
    payOut: (amount: number, reference = 'OUT') =>
      recorder.execute(
        new RecordTransfer(partnerId, reference, cents(amount), undefined, 'payout'),
      ),
    reverse: (reference = 'R1') =>
      reverser.execute(new ReverseTransfer(partnerId, reference, 'mistyped')),
    book: () => booking.ledger(transferId(partnerId, 'R1'), operatorCause(partnerId)),
    ledgerStore,
    store,
  };
};

/** Fails the n-th append, either before or after the event is written. */
const dyingAt = (n: number, written: boolean): EventLog => {
  let appends = 0;
  return {
    read: (stream, from) => log.read(stream, from),
    subscribe: (after, signal) => log.subscribe(after, signal),
    head: () => log.head(),
    close: () => log.close(),
    append: async (stream, expected, events) => {
      appends += 1;
      if (appends !== n) return log.append(stream, expected, events);
      if (written) await log.append(stream, expected, events);
      throw new Error('killed');
    },
  };
};

const entries = async () => {
  const events = await log.read(`settlement-${partnerId}`);
  return events.map(({ type }) => type).filter((type) => /Transfer|Payout/.test(type));
};

beforeEach(async () => {
  log = new InMemoryEventLog();
  partnerId = randomUUID();
  const { ledgerStore, store } = processOver(log);
  const cause = operatorCause(partnerId);
  const data = { partnerId, name: 'Acme', at: now.toISOString() };
  await store.transact(
    partners,
    partnerId,
    () => [{ type: 'PartnerCreated' as const, data }],
    cause,
  );
  await ledgerStore.transact(partnerId, cutOff('operator', now), cause);
  await ledgerStore.transact(partnerId, closePeriod(1, totals(100), now), cause);
});

const moments = [1, 2, 3].flatMap((n) => [false, true].map((written) => [n, written] as const));

describe('a transfer', () => {
  it('is booked once, with the periods that it paid', async () => {
    const { record } = processOver(log);
    expect(await record(130)).toMatchObject({
      created: true,
      transfer: {
        status: 'recorded',
        amount: '1.30',
        matches: [{ amount: '1.00' }],
        credit: '0.30',
      },
    });
    expect(await record(130)).toMatchObject({ created: false, transfer: { credit: '0.30' } });
    expect(await entries()).toEqual(['SettlementTransferMatched']);
  });
  it.each(["'R1", '="R1"'])(
    'is reversed by the reference %s, as a spreadsheet writes it',
    async (copied) => {
      const { record, reverse } = processOver(log);
      await record(130);
      expect(await reverse(copied)).toMatchObject({ reference: 'R1', status: 'reversed' });
    },
  );
  it('is recorded once by fifty requests at the same time', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 50 }, () => processOver(log).record(130)),
    );
    const created = all.filter((each) => each.status === 'fulfilled' && each.value.created);
    expect(created).toHaveLength(1);
    expect(await entries()).toEqual(['SettlementTransferMatched']);
  });
  it.each(moments)(
    'is booked once after a death at append %i (written: %s)',
    async (n, written) => {
      const died = await processOver(dyingAt(n, written)).record(130).catch(String);
      expect(died).toBe('Error: killed');
      const before = await processOver(log).store.load(transfers, transferId(partnerId, 'R1'));
      if (before.status === 'absent') await processOver(log).record(130);
      const booked = await processOver(log).book();
      expect(booked).toMatchObject({ booked: true, matched: { creditCents: 30n } });
      expect(await entries()).toEqual(['SettlementTransferMatched']);
    },
  );
  it.each(moments.slice(0, 6))(
    'is reversed once after a death at append %i (written: %s)',
    async (n, written) => {
      await processOver(log).record(130);
      const died = await processOver(dyingAt(n, written)).reverse().catch(String);
      expect(died).toBe('Error: killed');
      expect(await processOver(log).reverse()).toMatchObject({
        status: 'reversed',
        credit: '0.00',
      });
      expect(await entries()).toEqual(['SettlementTransferMatched', 'SettlementTransferReversed']);
      const { state } = await processOver(log).ledgerStore.load(partnerId);
      expect(state).toMatchObject({ creditCents: 0n, unsettled: [{ outstandingCents: 100n }] });
    },
  );
  it('is not confused with an entry that came after its recording', async () => {
    await processOver(dyingAt(1, true)).record(130).catch(String);
    await processOver(log).record(75, 'R2');
    expect(await processOver(log).book()).toMatchObject({
      matched: { matches: [{ amountCents: 25n }], creditCents: 105n },
    });
  });
  it('is not booked twice', async () => {
    await processOver(log).record(130);
    const before = (await log.read(`settlement-${partnerId}`)).length;
    const read: string[] = [];
    const watched: EventLog = {
      ...dyingAt(1, false),
      read: (stream, from) => (read.push(stream), log.read(stream, from)),
    };
    expect(await processOver(watched).book()).toMatchObject({ booked: true });
    expect(read).toEqual([`transfer-${transferId(partnerId, 'R1')}`]);
    expect(await log.read(`settlement-${partnerId}`)).toHaveLength(before);
  });
  it('is corrected under the same reference, and a stale file is ignored', async () => {
    const { record, reverse } = processOver(log);
    await record(13);
    await reverse();
    expect(await record(13)).toMatchObject({ created: false, transfer: { status: 'reversed' } });
    expect(await record(100)).toMatchObject({ created: true });
    await expect(record(13)).rejects.toThrow(/is recorded with 1.00/);
  });
  it('is corrected even if the reversal enters the ledger only with the correction', async () => {
    await processOver(log).record(13);
    await processOver(dyingAt(1, true)).reverse().catch(String);
    expect(await processOver(log).record(100)).toMatchObject({ created: true });
    expect(await entries()).toEqual([
      'SettlementTransferMatched',
      'SettlementTransferReversed',
      'SettlementTransferMatched',
    ]);
    const { state } = await processOver(log).ledgerStore.load(partnerId);
    expect(state).toMatchObject({ creditCents: 0n, unsettled: [] });
  });
});

describe('a transfer above the limit of one person', () => {
  const ada = { actor: 'staff:ada' };
  const bob = { actor: 'staff:bob' };
  const handlers = (limitCents: number | null, over: EventLog = log) => {
    const { store, ledgerStore } = processOver(over);
    const booking = new TransferBooking(store, ledgerStore);
    const limit = limitCents === null ? null : cents(limitCents);
    const config = {
      twoPersonTransfersAboveCents: limit,
      twoPersonReversalsAboveCents: cents(100),
    };
    const recorder = new RecordTransferHandler(store, ledgerStore, booking, config);
    const reverser = new ReverseTransferHandler(store, ledgerStore, booking, config);
    return {
      record: async (by: typeof ada, amount = 130) => {
        const command = new RecordTransfer(partnerId, 'R1', cents(amount), by);
        const { transfer, created } = await recorder.execute(command);
        return [transfer.status, transfer.awaitsSecondPerson, created];
      },
      reverse: async (by: typeof ada) => {
        const command = new ReverseTransfer(partnerId, 'R1', 'mistyped', by);
        const { status, awaitsSecondPerson } = await reverser.execute(command);
        return [status, awaitsSecondPerson];
      },
    };
  };

  it('is reversed once a second person requests the reversal', async () => {
    const { record, reverse } = handlers(null);
    expect(await record(ada)).toEqual(['recorded', false, true]);
    expect(await reverse(ada)).toEqual(['recorded', true]);
    expect(await reverse(ada)).toEqual(['recorded', true]);
    expect(await entries()).toEqual(['SettlementTransferMatched']);
    expect(await reverse(bob)).toEqual(['reversed', false]);
    expect(await entries()).toEqual(['SettlementTransferMatched', 'SettlementTransferReversed']);
  });
  it('is recorded once a second person records the same amount', async () => {
    const { record } = handlers(100);
    expect(await record(ada)).toEqual(['proposed', true, false]);
    expect(await record(ada)).toEqual(['proposed', true, false]);
    expect(await record(bob, 131)).toEqual(['proposed', true, false]);
    expect(await record(ada, 130)).toEqual(['proposed', true, false]);
    expect(await entries()).toEqual([]);
    expect(await record(bob, 130)).toEqual(['recorded', false, true]);
    expect(await entries()).toEqual(['SettlementTransferMatched']);
  });
  it('is recorded by the second of two simultaneous requests', async () => {
    let second: unknown;
    const meanwhile: EventLog = {
      ...dyingAt(0, false),
      append: async (...parts) => {
        const appended = await log.append(...parts);
        second = await handlers(100).record(bob);
        return appended;
      },
    };
    expect(await handlers(100, meanwhile).record(ada)).toEqual(['recorded', false, false]);
    expect(second).toEqual(['recorded', false, true]);
  });
  it('loses its proposal when it is reversed, and its correction needs two people', async () => {
    const { record, reverse } = handlers(100);
    for (const by of [ada, bob]) await record(by);
    for (const by of [ada, bob]) await reverse(by);
    expect(await record(ada, 140)).toEqual(['proposed', true, false]);
    expect(await reverse(bob)).toEqual(['reversed', false]);
    expect(await record(bob, 130)).toEqual(['reversed', false, false]);
    expect(await record(bob, 140)).toEqual(['recorded', false, true]);
  });
  it('needs only one person up to the limit', async () => {
    const { record, reverse } = handlers(100);
    expect(await record(ada, 100)).toEqual(['recorded', false, true]);
    expect(await reverse(ada)).toEqual(['reversed', false]);
  });
});

describe('a ledger of many years', () => {
  it('is read from its latest snapshot', async () => {
    const { store } = processOver(log);
    let hint = 0n;
    let reads: number[] = [];
    const counting: EventLog = {
      ...dyingAt(0, false),
      read: async (stream, from) => {
        const events = await log.read(stream, from);
        reads.push(events.length);
        return events;
      },
    };
    const find = () => Promise.resolve([{ broughtForward: hint }]);
    const ledgerStore = new LedgerStore(counting, store, { find } as unknown as Rows);
    for (let i = 0; i < 200; i++) {
      await ledgerStore.transact(partnerId, cutOff('operator', now), operatorCause(partnerId));
      const all = await log.read(`settlement-${partnerId}`);
      hint = all.findLast(({ type }) => type === 'SettlementBroughtForward')?.revision ?? 0n;
    }
    const last = hint;
    reads = [];
    const { state, revision } = await ledgerStore.load(partnerId);
    expect(reads).toEqual([Number(BigInt(revision) - last) + 1]);
    hint = 0n;
    reads = [];
    const whole = await ledgerStore.load(partnerId);
    expect(reads).toEqual([Number(revision) + 1]);
    expect(whole).toEqual({ state, revision });
    for (hint of [3n, last + 1n]) expect(await ledgerStore.load(partnerId)).toEqual(whole);
    expect(state.open.number).toBe(202);
    expect((await store.load(ledgers, partnerId)).open).toEqual(state.open);
  });
  it('is searched for an entry from the given revision', async () => {
    const { ledgerStore } = processOver(log);
    const { revision } = await ledgerStore.load(partnerId);
    const searched: string[] = [];
    const look = ({ type }: LedgerEvent) => searched.push(type) < 0;
    const cause = operatorCause(partnerId);
    await ledgerStore.transactUnless(partnerId, BigInt(revision), look, () => [], cause);
    expect(searched).toEqual([]);
    await ledgerStore.transactUnless(partnerId, BigInt(revision) - 1n, look, () => [], cause);
    expect(searched).toEqual(['SettlementPeriodClosed']);
  });
  it('does not exist without the partner', async () =>
    expect(processOver(log).ledgerStore.load(randomUUID())).rejects.toThrow(
      'The partner does not exist',
    ));
  it('does not load if the first event is not the creation of the partner', async () => {
    const { ledgerStore, store } = processOver(log);
    const other = randomUUID();
    const data = { partnerId: other, at: now.toISOString() };
    const configured = () => [{ type: 'PartnerConfigured' as const, data }];
    await store.transact(partners, other, configured, operatorCause(other));
    await expect(ledgerStore.load(other)).rejects.toThrow('begins with PartnerConfigured');
  });
});

describe('a payout', () => {
  const credit = async () => (await processOver(log).ledgerStore.load(partnerId)).state.creditCents;
  beforeEach(async () => {
    await processOver(log).record(130);
  });

  it('is taken from the credit once', async () => {
    const { payOut } = processOver(log);
    const transfer = { kind: 'payout', status: 'recorded', amount: '0.20', credit: '-0.20' };
    expect(await payOut(20)).toMatchObject({ created: true, transfer });
    expect(await payOut(20)).toMatchObject({ created: false, transfer });
    expect(await credit()).toBe(10n);
  });
  it('is rejected above the credit', async () => {
    await expect(processOver(log).payOut(31)).rejects.toMatchObject({
      ...{ errors: [{ pointer: '/amount', code: 'payout_above_credit' }] },
    });
    expect(await credit()).toBe(30n);
  });
  it('returns to the credit when it is reversed', async () => {
    await processOver(log).payOut(30);
    expect(await processOver(log).reverse('OUT')).toMatchObject({ status: 'reversed' });
    expect(await credit()).toBe(30n);
  });
  it('never takes more than there is, with twenty at the same time', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => processOver(log).payOut(7, `OUT-${n}`)),
    );
    const created = all.filter((each) => each.status === 'fulfilled' && each.value.created);
    expect(created).toHaveLength(4);
    expect(await credit()).toBe(2n);
  });
  it.each(moments)('is taken once after a death at append %i (written: %s)', async (n, written) => {
    expect(await processOver(dyingAt(n, written)).payOut(20).catch(String)).toBe('Error: killed');
    expect(await processOver(log).payOut(20)).toMatchObject({ transfer: { status: 'recorded' } });
    expect(await credit()).toBe(10n);
  });
});
