import { beforeEach, describe, expect, it } from '@jest/globals';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { cents } from '#kernel/money.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import { completed, failed, requested, started } from '../deposit/deposit.examples.js';
import { deposits } from '../deposit/deposit.state.js';
import { AdjustCredit, AdjustCreditHandler } from './adjust-credit.handler.js';

const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
const by = { actor: 'staff:s-1', requestId: 'r-2' };

let log: InMemoryEventLog;
let store: EventStore;

beforeEach(() => {
  log = new InMemoryEventLog();
  store = new EventStore(log);
});

const happened = (...events: readonly DepositEvent[]) =>
  store.transact(deposits, 'd-1', () => events, cause);
const adjust = (amount: number, reason = 'The broker keeps the rest', depositId = 'd-1') =>
  new AdjustCreditHandler(store).execute(new AdjustCredit(depositId, cents(amount), reason, by));

describe('an operator adjusts a deposit', () => {
  it('and the ledger follows', async () => {
    await happened(requested, started, completed);
    const lowered = { depositId: 'd-1', status: 'completed', credited: '60.00' };
    expect(await adjust(-38_50)).toEqual(lowered);
    const events = (await log.read('deposit-d-1')).slice(3);
    expect(events).toMatchObject([
      {
        type: 'DepositJournalsRecorded',
        data: { matched: { by: by.actor, reason: 'The broker keeps the rest' } },
        metadata: { partnerId: 'p-1', actor: by.actor, correlationId: by.requestId },
      },
      { type: 'DepositAdjusted', data: { amountCents: '-3850', feeCents: '0' } },
    ]);
  });

  it('once, even if the request is repeated', async () => {
    await happened(requested, started, completed);
    for (const _ of ['first', 'repeat'])
      expect(await adjust(-38_50)).toMatchObject({ credited: '60.00' });
    expect(await log.read('deposit-d-1')).toHaveLength(5);
    expect(await adjust(-38_50, 'A second loss')).toMatchObject({ credited: '21.50' });
  });

  it('to at most the requested amount, and to at least 0', async () => {
    await happened(requested, started, completed);
    expect(await adjust(10_00)).toMatchObject({ status: 'completed', credited: '98.50' });
    expect(await adjust(-200_00)).toMatchObject({ status: 'reversed', credited: '0.00' });
  });
});

describe('an adjustment is rejected', () => {
  it.each<[string, readonly DepositEvent[]]>([
    ['pending', [requested]],
    ['processing', [requested, started]],
    ['failed', [requested, started, failed]],
  ])('while the deposit is %s', async (status, events) => {
    await happened(...events);
    await expect(adjust(-1_00)).rejects.toMatchObject({
      code: 'deposit_not_credited',
      refusal: 'conflict',
      message: expect.stringContaining(`The deposit is ${status}`),
    });
  });

  it('without a deposit', () =>
    expect(adjust(-1_00, 'No deposit', 'd-9')).rejects.toMatchObject({
      code: 'transaction_not_found',
    }));
});
