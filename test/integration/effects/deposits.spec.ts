import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type RequestedDeposit, deposits } from '#funding/deposit/deposit.state.js';
import type { FundingQueue } from '#funding/waiting-deposits/funding-queue.js';
import type { JournalDirection } from '#broker/broker-records.js';
import { cents } from '#kernel/money.js';
import { AdjustDepositProcessor } from '../../../libs/funding/src/adjust-deposit/adjust-deposit.processor.js';
import { BlockedUserClosure } from '../../../libs/funding/src/close-deposit/blocked-user-closure.js';
import { CreditDepositProcessor } from '../../../libs/funding/src/credit-deposit/credit-deposit.processor.js';
import { JournalSender } from '../../../libs/funding/src/credit-deposit/journal-sender.js';
import { DIRECTIONS } from '../../../libs/funding/src/deposit/amounts.js';
import { recordJournal } from '../../../libs/funding/src/deposit/deposit.decide.js';
import { OUTWARD } from '../../../libs/funding/src/deposit/journal-sum.js';
import { EffectStage, mishaps } from './fixture.js';

let stage: EffectStage;
let accountId: string;
let id: string;
let processor: CreditDepositProcessor;
let sender: JournalSender;
let adjust: AdjustDepositProcessor;

const FIRM = '00000000-0000-4000-8000-00000000f1f1';

beforeAll(async () => {
  stage = await EffectStage.open();
  accountId = await stage.sandbox.openAccount();
  const { session, broker } = stage;
  sender = new JournalSender(session.store, broker);
  adjust = new AdjustDepositProcessor(session.store, broker);
  const nobodyWaits = { isOpen: () => Promise.resolve(false) } as unknown as FundingQueue;
  processor = new CreditDepositProcessor(
    session.store,
    broker,
    sender,
    nobodyWaits,
    new BlockedUserClosure(session.store),
  );
});

afterAll(() => stage.close());

describe.each(DIRECTIONS)('a %s', (direction) => {
  const isDeposit = direction === 'DEPOSIT';
  const between = () => ({ accountId, direction: OUTWARD[direction] });

  /** `moved`: cents that the broker moves. */
  const ask = async (moved: number) => {
    id = randomUUID();
    const about = { depositId: id, partnerId: stage.session.partnerId, userId: 'u-1', accountId };
    const amountCents = cents(isDeposit ? moved + 1_00 : moved);
    const amounts = { amountCents, feeCents: cents(1_00) };
    const at = new Date().toISOString();
    const data = { direction, ...about, ...amounts, externalId: id, at } as const;
    const requested = { type: 'DepositRequested', data } as const;
    await stage.session.store.transact(deposits, id, () => [requested], stage.session.cause);
  };
  const deposit = async () => (await stage.session.store.load(deposits, id)) as RequestedDeposit;
  const is = (status: string) => async () => (await deposit()).status === status;
  const journals = async () =>
    (await stage.sandbox.ledger()).journals.filter(({ idempotencyKey }) => idempotencyKey === id);

  beforeEach(async () => {
    await stage.calm();
    if (!isDeposit)
      await stage.sandbox.control('POST', '/journals', { to: accountId, amount: '1000.00' });
    await ask(100_00);
  });

  describe('is executed once when', () => {
    it.each(mishaps('POST /v1/journals', 'GET /v1/journals'))('%s', async (_, happen) => {
      await happen(stage);
      await stage.runUntil(processor, id, is('completed'));
      expect(await journals()).toMatchObject([{ amount: '100.00', status: 'executed' }]);
      await stage.run(processor, id);
      expect(await deposit()).toMatchObject({ status: 'completed', startedAt: null });
    });

    it('eight workers run at once', async () => {
      await Promise.allSettled(Array.from({ length: 8 }, () => stage.run(processor, id)));
      await stage.runUntil(processor, id, is('completed'));
      expect(await journals()).toHaveLength(1);
    });

    it('a worker is delayed after its intent record while another does its work', async () => {
      stage.log.stall(async () => {
        stage.passTime();
        await stage.runUntil(processor, id, is('completed'));
      });
      await expect(stage.run(processor, id)).rejects.toThrow(/delayed since/);
      expect(await journals()).toHaveLength(1);
      expect((await deposit()).status).toBe('completed');
    });
  });

  describe('a transaction that', () => {
    it('the broker rejects fails, and is not sent again', async () => {
      await ask(10_13);
      await stage.runUntil(processor, id, is('failed'));
      await stage.run(processor, id);
      expect(await journals()).toMatchObject([{ status: 'rejected' }]);
    });

    it('the broker refuses fails with the reason', async () => {
      await stage.fault('POST /v1/journals', 'status:400');
      await stage.run(processor, id);
      expect((await deposit()).status).toBe('failed');
      expect(await journals()).toHaveLength(0);
    });

    it('the broker refuses and executes all the same is completed by a look-up', async () => {
      await stage.fault('POST /v1/journals', 'status:400');
      await stage.run(processor, id);
      expect((await deposit()).status).toBe('failed');
      const journal = { journalKey: id, ...between(), amount: cents(100_00) };
      await stage.broker.createJournal(journal, 'request-2');
      await stage.runUntil(processor, id, is('completed'));
      expect(await deposit()).toMatchObject({ isToBeReviewed: true });
      expect(await journals()).toMatchObject([{ amount: '100.00', status: 'executed' }]);
    });

    it('an account does not cover waits for the firm’s, and fails for the user’s', async () => {
      if (!isDeposit) {
        await drained();
        await stage.run(processor, id);
        expect(await deposit()).toMatchObject({ status: 'failed', waiting: false });
        expect(await journals()).toHaveLength(0);
        return;
      }
      const { available } = await firmAccount('0.00');
      await firmAccount(`-${available}`);
      for (let look = 0; look < 3; look++) await stage.run(processor, id);
      expect(await deposit()).toMatchObject({ status: 'pending', waiting: true, attempts: 1 });
      for (let turn = 0; turn < 2; turn++) await sender.send(await deposit(), stage.session.cause);
      expect(await deposit()).toMatchObject({ status: 'pending', waiting: true, attempts: 3 });
      expect(await journals()).toHaveLength(0);
      await firmAccount(available);
      await sender.send(await deposit(), stage.session.cause);
      await stage.runUntil(processor, id, is('completed'));
      expect(await journals()).toHaveLength(1);
    });

    it('got an unknown id from the broker is completed by its own journal', async () => {
      const unknown = { id: randomUUID(), status: 'pending', amount: cents(100_00) };
      const pending = recordJournal({ kind: 'journal', journal: unknown }, new Date());
      await stage.session.store.transact(deposits, id, pending, stage.session.cause);
      await expect(stage.run(processor, id)).rejects.toThrow(`has no journal ${unknown.id}`);
      expect(await deposit()).toMatchObject({ status: 'pending', journalId: unknown.id });
      const ownId = await createJournal(id, between());
      await stage.runUntil(adjust, id, is('completed'));
      expect(await deposit()).toMatchObject({ status: 'completed', journalId: ownId });
    });

    it('was completed with another transaction’s journal is booked once, and shows both', async () => {
      const ownId = await createJournal(id, between());
      const otherId = await createJournal(randomUUID(), between());
      const journal = { id: otherId, status: 'executed', amount: cents(100_00) };
      const wrong = recordJournal({ kind: 'journal', journal }, new Date());
      await stage.session.store.transact(deposits, id, wrong, stage.session.cause);
      await stage.runUntil(adjust, id, async () => Object.hasOwn((await deposit()).credits, ownId));
      expect(await deposit()).toMatchObject({
        status: 'completed',
        booked: { amountCents: cents(isDeposit ? 101_00 : 100_00) },
        credits: { [ownId]: cents(100_00), [otherId]: cents(100_00) },
      });
    });

    it('is reversed after its completion becomes reversed by a lookup', async () => {
      await stage.runUntil(processor, id, is('completed'));
      await stage.sandbox.control('POST', `/journals/${id}`, { outcome: 'reverse' });
      await stage.run(processor, id);
      expect((await deposit()).status).toBe('reversed');
      expect(await journals()).toMatchObject([{ status: 'canceled' }]);
    });
  });
});

/** Creates an executed journal over 100.00 at the broker, and returns its id. */
const createJournal = async (
  journalKey: string,
  between: { accountId: string; direction: JournalDirection },
) => {
  const request = { journalKey, ...between, amount: cents(100_00) };
  const created = await stage.broker.createJournal(request, 'c-1');
  return created.kind === 'accepted' ? created.value.id : '';
};
const firmAccount = async (add: string) =>
  (await stage.sandbox.control('POST', '/firm-account', { add })).body as { available: string };
/** Moves the user's cash to the firm account, as the broker's staff would. */
const drained = async () => {
  const amount = (await stage.sandbox.ledger()).balances[accountId];
  await stage.sandbox.control('POST', '/journals', { from: accountId, to: FIRM, amount });
};
