import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type RequestedDeposit, type WaitingLine, deposits } from '#funding';
import type { Rows } from '#platform/read-store/rows.js';
import { cents } from '#platform/core/money.js';
import { WithdrawDeposit } from '../../../libs/funding/src/close-deposit/withdraw-deposit.js';
import { CreditDepositProcessor } from '../../../libs/funding/src/credit-deposit/credit-deposit.processor.js';
import { JournalSender } from '../../../libs/funding/src/credit-deposit/journal-sender.js';
import { recordJournal } from '../../../libs/funding/src/deposit/deposit.decide.js';
import { EffectStage, mishaps } from './stage.js';

let stage: EffectStage;
let accountId: string;
let id: string;
let processor: CreditDepositProcessor;
let sender: JournalSender;

beforeAll(async () => {
  stage = await EffectStage.open();
  accountId = await stage.sandbox.openAccount();
  const { desk, broker } = stage;
  sender = new JournalSender(desk.store, broker);
  const noRows = { find: () => Promise.resolve([]) } as unknown as Rows;
  const nobodyWaits = { isOpen: () => Promise.resolve(false) } as unknown as WaitingLine;
  processor = new CreditDepositProcessor(
    desk.store,
    broker,
    noRows,
    sender,
    nobodyWaits,
    new WithdrawDeposit(desk.store),
  );
});

afterAll(() => stage.close());

const ask = async (amountCents: number) => {
  id = randomUUID();
  const about = { depositId: id, partnerId: stage.desk.partnerId, userId: 'u-1', accountId };
  const amounts = { amountCents: cents(amountCents), feeCents: cents(1_00) };
  const data = { ...about, ...amounts, externalId: id, at: new Date().toISOString() };
  const requested = { type: 'DepositRequested', data } as const;
  await stage.desk.store.transact(deposits, id, () => [requested], stage.desk.cause);
};
const deposit = async () => (await stage.desk.store.load(deposits, id)) as RequestedDeposit;
const is = (status: string) => async () => (await deposit()).status === status;
const journals = async () =>
  (await stage.sandbox.ledger()).journals.filter(({ idempotencyKey }) => idempotencyKey === id);

beforeEach(async () => {
  await stage.calm();
  await ask(101_00);
});

describe('a deposit is credited once when', () => {
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

  it('a worker is held up behind its fence while another does its work', async () => {
    stage.log.stall(async () => {
      stage.passTime();
      await stage.runUntil(processor, id, is('completed'));
    });
    await expect(stage.run(processor, id)).rejects.toThrow(/held up/);
    expect(await journals()).toHaveLength(1);
    expect((await deposit()).status).toBe('completed');
  });
});

describe('a deposit that', () => {
  it('the broker rejects fails, and is not sent again', async () => {
    await ask(11_13);
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
    const journal = { journalKey: id, accountId, amount: cents(100_00) };
    await stage.broker.createJournal(journal, 'request-2');
    await stage.runUntil(processor, id, is('completed'));
    expect(await deposit()).toMatchObject({ isToBeReviewed: true });
    expect(await journals()).toMatchObject([{ amount: '100.00', status: 'executed' }]);
  });

  it('the firm account does not cover waits, and goes through once replenished', async () => {
    const { available } = await firmAccount('0.00');
    await firmAccount(`-${available}`);
    for (let look = 0; look < 3; look++) await stage.run(processor, id);
    expect(await deposit()).toMatchObject({ status: 'pending', waiting: true, attempts: 1 });
    for (let turn = 0; turn < 2; turn++) await sender.send(await deposit(), stage.desk.cause);
    expect(await deposit()).toMatchObject({ status: 'pending', waiting: true, attempts: 3 });
    expect(await journals()).toHaveLength(0);
    await firmAccount(available);
    await sender.send(await deposit(), stage.desk.cause);
    await stage.runUntil(processor, id, is('completed'));
    expect(await journals()).toHaveLength(1);
  });

  it('was told an id that the broker does not know is completed by its own journal', async () => {
    const told = { id: randomUUID(), status: 'pending', amount: cents(100_00) };
    const pending = recordJournal({ kind: 'journal', journal: told }, new Date());
    await stage.desk.store.transact(deposits, id, pending, stage.desk.cause);
    await expect(stage.run(processor, id)).rejects.toThrow(`has no journal ${told.id}`);
    expect(await deposit()).toMatchObject({ status: 'pending', journalId: told.id });
    const request = { journalKey: id, accountId, amount: cents(100_00) };
    await stage.broker.createJournal(request, 'c-1');
    await stage.runUntil(processor, id, is('completed'));
    const [own] = await journals();
    expect(await deposit()).toMatchObject({ status: 'completed', journalId: own?.id });
  });

  it.each([
    ['another deposit’s', randomUUID()],
    ['nobody’s', null],
  ])('was completed with %s journal gets its own, and is taken back with it', async (_, other) => {
    const amount = cents(100_00);
    const named = await stage.broker.createJournal({ journalKey: id, accountId, amount }, 'c-1');
    const theirs =
      other && (await stage.broker.createJournal({ journalKey: other, accountId, amount }, 'c-2'));
    const told = theirs?.kind === 'accepted' ? theirs.value.id : randomUUID();
    const journal = { id: told, status: 'executed', amount };
    const wrong = recordJournal({ kind: 'journal', journal }, new Date());
    await stage.desk.store.transact(deposits, id, wrong, stage.desk.cause);
    expect(await deposit()).toMatchObject({ status: 'completed', journalId: told });
    const ownId = named.kind === 'accepted' ? named.value.id : '';
    await stage.runUntil(processor, id, async () => (await deposit()).journalId === ownId);
    expect(await deposit()).toMatchObject({ status: 'completed', credits: { [ownId]: amount } });
    await stage.sandbox.control('POST', `/journals/${id}`, { outcome: 'reverse' });
    await stage.run(processor, id);
    expect(await deposit()).toMatchObject({ status: 'reversed', credits: { [ownId]: 0n } });
  });

  it('is taken back after its completion becomes reversed by a look-up', async () => {
    await stage.runUntil(processor, id, is('completed'));
    await stage.sandbox.control('POST', `/journals/${id}`, { outcome: 'reverse' });
    await stage.run(processor, id);
    expect((await deposit()).status).toBe('reversed');
    expect(await journals()).toMatchObject([{ status: 'canceled' }]);
  });
});

const firmAccount = async (add: string) =>
  (await stage.sandbox.control('POST', '/firm-account', { add })).body as { available: string };
