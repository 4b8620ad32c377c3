import { beforeEach, describe, expect, it } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { recordJournal } from '../deposit/deposit.decide.js';
import { deposits } from '../deposit/deposit.state.js';
import { DepositFixture } from '../request-deposit/request-deposit.examples.js';
import { openWithdrawals } from './open-withdrawals.js';
import { heldCents } from './withdrawal-reservations.state.js';

let at: DepositFixture;
beforeEach(async () => {
  at = await DepositFixture.open('WITHDRAWAL');
});

const open = async () => heldCents(await openWithdrawals(at.session.store, at.userId));
const becomes = (status: string) => {
  const journal = { id: 'j-1', status, amount: cents(20_00) };
  const decision = recordJournal({ kind: 'journal', journal }, new Date());
  return at.session.store.transact(deposits, at.idOf('a'), decision, at.session.cause);
};

describe('an open withdrawal', () => {
  it('is known as soon as it is accepted', async () => {
    expect(await open()).toBe(0n);
    await at.ask(20_00, 'a');
    await at.ask(5_00, 'b');
    expect(await open()).toBe(25_00n);
  });
  it('stays open while the broker has not executed it', async () => {
    await at.ask(20_00, 'a');
    await becomes('queued');
    expect(await open()).toBe(20_00n);
  });
  it('ends with its journal, before the job of its reservation', async () => {
    await at.ask(20_00, 'a');
    await becomes('executed');
    expect(await open()).toBe(0n);
    expect(await at.held()).toBe(20_00n);
  });
});
