import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, FIRM, type Json, journalTo, TestSandbox } from '../../support/sandbox.js';

describe('journals above the firm’s limits', () => {
  let sandbox: TestSandbox;
  let account: string;
  beforeAll(async () => {
    sandbox = await TestSandbox.start();
    account = await sandbox.openAccount();
  });
  afterAll(() => sandbox.destroy());

  const limit = (limits: object) => sandbox.control('POST', '/journal-limits', limits);
  const post = (amount: string) =>
    sandbox.broker('POST', '/v1/journals', journalTo(account, amount));
  const decide = (id: string, outcome: string) =>
    sandbox.control('POST', `/journals/${id}`, { outcome });
  const settled = async ({ id, status }: Json) => {
    expect(status).toBe('queued');
    const path = `/v1/journals/${id}`;
    await eventually(async () => (await sandbox.broker('GET', path)).body.status === 'executed');
  };
  const balances = async () => (await sandbox.ledger()).balances;
  const transferable = async () =>
    (await sandbox.broker('GET', `/v1/trading/accounts/${FIRM}/account`)).body.cash_transferable;

  it('are pending, keep their cash promised, and move it when they are executed', async () => {
    const first = await limit({ perTransaction: '50.00' });
    expect(first.body).toEqual({ perTransaction: '50.00', perDay: null });
    const before = await balances();
    const { body } = await post('50.01');
    expect(body).toMatchObject({ status: 'pending', settle_date: null });
    expect(await balances()).toEqual(before);
    expect(Number(await transferable())).toBe(Number(before[FIRM]) - 50.01);
    expect(await decide(body.id, 'execute')).toMatchObject({ body: { status: 'executed' } });
    expect((await balances())[account]).toBe('50.01');
    expect(await transferable()).toBe((await balances())[FIRM]);
    expect(await decide(body.id, 'execute')).toMatchObject({ status: 409 });
  });

  it('let go of the cash when they are rejected', async () => {
    const before = await balances();
    const { body } = await post('60.00');
    expect(await decide(body.id, 'reject')).toMatchObject({ body: { status: 'rejected' } });
    expect(await balances()).toEqual(before);
    expect(await transferable()).toBe(before[FIRM]);
  });

  it('are those of the day together, also after a restart', async () => {
    await limit({ perDay: '60.01' });
    await sandbox.stop();
    await sandbox.startAgain();
    await settled((await post('10.00')).body);
    expect((await post('0.01')).body.status).toBe('pending');
    expect((await limit({})).body).toEqual({ perTransaction: null, perDay: null });
    await settled((await post('50.02')).body);
  });

  it('can be made by hand, and decided as well', async () => {
    const made = { to: account, amount: '5.00', status: 'pending' };
    const { body } = await sandbox.control('POST', '/journals', made);
    const before = await balances();
    expect(await decide(body.id, 'execute')).toMatchObject({ status: 200 });
    expect(Number((await balances())[account])).toBe(Number(before[account]) + 5);
    expect(await decide(body.id, 'nothing')).toMatchObject({ status: 400 });
  });
});
