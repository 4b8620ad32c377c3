import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { FundingQueue } from '#funding/waiting-deposits/funding-queue.js';
import { type RequestedDeposit, deposits } from '#funding/deposit/deposit.state.js';
import { depositResolver } from '#funding/close-deposit/deposit-closure.js';
import type { JobData } from '#jobs/queues.js';
import { closeDeposit } from '../../../libs/funding/src/jobs.js';
import { cents } from '#kernel/money.js';
import { CloseDepositProcessor } from '../../../libs/funding/src/close-deposit/close-deposit.processor.js';
import { BlockedUserClosure } from '../../../libs/funding/src/close-deposit/blocked-user-closure.js';
import { CreditDepositProcessor } from '../../../libs/funding/src/credit-deposit/credit-deposit.processor.js';
import { JournalSender } from '../../../libs/funding/src/credit-deposit/journal-sender.js';
import { EffectStage, mishaps } from './fixture.js';

let stage: EffectStage;
let accountId: string;
let id: string;
let credit: CreditDepositProcessor;
let closer: CloseDepositProcessor;

beforeAll(async () => {
  stage = await EffectStage.open();
  accountId = await stage.sandbox.openAccount();
  const { session, broker } = stage;
  const sender = new JournalSender(session.store, broker);
  const nobodyWaits = { isOpen: () => Promise.resolve(false) } as unknown as FundingQueue;
  credit = new CreditDepositProcessor(
    session.store,
    broker,
    sender,
    nobodyWaits,
    new BlockedUserClosure(session.store),
  );
  closer = new CloseDepositProcessor(session.store, broker);
});

afterAll(() => stage.close());

beforeEach(async () => {
  await stage.calm();
  id = randomUUID();
  const about = { depositId: id, partnerId: stage.session.partnerId, userId: 'u-1', accountId };
  const amounts = { amountCents: cents(101_00), feeCents: cents(1_00) };
  const at = new Date().toISOString();
  const data = { direction: 'DEPOSIT', ...about, ...amounts, externalId: id, at } as const;
  const requested = { type: 'DepositRequested', data } as const;
  await stage.session.store.transact(deposits, id, () => [requested], stage.session.cause);
});

const deposit = async () => (await stage.session.store.load(deposits, id)) as RequestedDeposit;
const hasEnded = async () => ['completed', 'failed'].includes((await deposit()).status);
const journals = async () =>
  (await stage.sandbox.ledger()).journals.filter(({ idempotencyKey }) => idempotencyKey === id);
const close = async () => {
  const [{ close: closeIt } = { close: null }] = depositResolver.closings;
  await closeIt?.(stage.session.store, id, { reason: 'The account is gone' });
};
/** The closer decides about what has no journal, and the sender follows what has one. */
const both = {
  job: closeDeposit,
  process: async (data: JobData) => {
    await closer.process(data);
    await credit.process(data);
  },
};

describe('a deposit that is closed ends as the broker’s ledger says when', () => {
  it.each(mishaps('POST /v1/journals', 'GET /v1/journals'))('%s', async (_, happen) => {
    await happen(stage);
    await stage.run(credit, id).catch(() => undefined);
    await stage.calm();
    await close().catch((error: unknown) =>
      expect(error).toMatchObject({ code: 'cannot_be_closed' }),
    );
    await stage.runUntil(both, id, hasEnded);
    const { status } = await deposit();
    const moved = (await journals()).map(({ status: word }) => word);
    expect({ status, moved }).toEqual(
      moved.length > 0
        ? { status: 'completed', moved: ['executed'] }
        : { status: 'failed', moved: [] },
    );
  });

  it('the wish comes while a worker is held up behind its fence', async () => {
    stage.log.stall(async () => {
      await close();
      await expect(stage.run(closer, id)).rejects.toThrow(/sent shortly before/);
    });
    await stage.run(credit, id).catch(() => undefined);
    await stage.runUntil(both, id, hasEnded);
    expect((await deposit()).status).toBe((await journals()).length > 0 ? 'completed' : 'failed');
  });
});

describe('a deposit that is closed', () => {
  it('is not believed to be nowhere within a minute of its send', async () => {
    await stage.fault('POST /v1/journals', 'execute-then-reset');
    await stage.fault('GET /v1/journals', 'not-found-for:400', 1);
    await stage.run(credit, id).catch(() => undefined);
    await close();
    await expect(stage.run(closer, id)).rejects.toThrow(/does not have it yet/);
    expect((await deposit()).status).toBe('processing');
    await stage.calm();
    await stage.runUntil(both, id, hasEnded);
    expect((await deposit()).status).toBe('completed');
  });
});
