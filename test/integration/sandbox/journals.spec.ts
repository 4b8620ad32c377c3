import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  application,
  eventually,
  FIRM,
  type Json,
  journalTo,
  TestSandbox,
} from '../../support/sandbox.js';

describe('journals at the sandbox broker', () => {
  let sandbox: TestSandbox;
  let account: string;
  beforeAll(async () => {
    sandbox = await TestSandbox.start();
    account = await sandbox.openAccount();
  });
  afterAll(() => sandbox.destroy());

  const post = (amount: string, key: string, to = account) =>
    sandbox.broker('POST', '/v1/journals', journalTo(to, amount, key), { 'idempotency-key': key });
  const becomes = (id: string, status: string) =>
    eventually(
      async () => (await sandbox.broker('GET', `/v1/journals/${id}`)).body.status === status,
    );
  const balances = async () => (await sandbox.ledger()).balances;
  const lineOf = async (id: string) =>
    (await sandbox.ledger()).journals.find((journal) => journal.id === id);

  it('are queued, then executed, and move the cash', async () => {
    const before = await balances();
    const { status, body } = await post('100.50', 'moves');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'queued', net_amount: '100.50', description: 'moves' });
    await becomes(body.id, 'executed');
    const after = await balances();
    expect(Number(after[account])).toBe(Number(before[account]) + 100.5);
    expect(Number(after[FIRM])).toBe(Number(before[FIRM]) - 100.5);
  });

  it('of .13 are rejected and move nothing', async () => {
    const before = await balances();
    const { body } = await post('20.13', 'rejected');
    await becomes(body.id, 'rejected');
    expect(await balances()).toEqual(before);
    expect(await lineOf(body.id)).toMatchObject({ status: 'rejected', reversedAt: null });
  });

  it('of .17 are executed, then taken back, in one line of the ledger', async () => {
    const before = await sandbox.ledger();
    const { body } = await post('20.17', 'taken-back');
    await becomes(body.id, 'canceled');
    const after = await sandbox.ledger();
    expect(after.balances).toEqual(before.balances);
    expect(after.journals).toHaveLength(before.journals.length + 1);
    expect((await lineOf(body.id))?.reversedAt).toMatch(/^\d{4}-.*Z$/);
  });

  it('are taken back on demand, once', async () => {
    const { body } = await post('30.00', 'reversed');
    await becomes(body.id, 'executed');
    const reversal = () => sandbox.control('POST', `/journals/${body.id}`, { outcome: 'reverse' });
    const first = await reversal();
    expect(first).toMatchObject({ status: 200, body: { status: 'canceled' } });
    const once = await balances();
    expect((await reversal()).body).toEqual(first.body);
    expect(await balances()).toEqual(once);
  });

  it('happen once per key, also when asked for fifty times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post('1.00', 'once')));
    expect(new Set(answers.map(({ body }) => body.id as string)).size).toBe(1);
    expect((await post('1.01', 'once')).status).toBe(422);
    const { journals } = await sandbox.ledger();
    const ours = journals.filter((line) => line.idempotencyKey === 'once');
    expect(ours).toHaveLength(1);
  });

  it('are found by account, status and date', async () => {
    const list = async (query: string): Promise<Json> =>
      (await sandbox.broker('GET', `/v1/journals?${query}`)).body;
    expect((await list(`to_account=${account}&status=rejected`)).length).toBe(1);
    expect(await list(`to_account=${FIRM}`)).toEqual([]);
    expect(await list(`to_account=${account}&after=2999-01-01`)).toEqual([]);
    expect((await list(`to_account=${account}&before=2999-01-01`)).length).toBeGreaterThan(1);
    expect(await list('entry_type=JNLS')).toEqual([]);
    expect((await list('limit=1')).length).toBe(1);
  });

  it('need a known, active customer and the firm account on the other side', async () => {
    expect((await post('1.00', 'nobody', 'nobody')).status).toBe(404);
    const rejected = application({ familyName: 'Reject' });
    const { body } = await sandbox.broker('POST', '/v1/accounts', rejected);
    expect((await post('1.00', 'inactive', body.id)).status).toBe(400);
    const between = { ...journalTo(account, '1.00'), from_account: account };
    expect((await sandbox.broker('POST', '/v1/journals', between)).status).toBe(400);
    const unknown = { ...journalTo(FIRM, '1.00'), from_account: 'nobody' };
    expect((await sandbox.broker('POST', '/v1/journals', unknown)).status).toBe(404);
  });

  it('never overdraw the firm account, and go through once it is replenished', async () => {
    const left = (await balances())[FIRM] ?? '';
    const drained = await sandbox.control('POST', '/firm-account', { add: `-${left}` });
    expect(drained.body.balance).toBe('0.00');
    const short = await post('50.00', 'short');
    expect(short.status).toBe(403);
    expect(short.body.message).toContain('insufficient balance');
    await sandbox.control('POST', '/firm-account', { add: '100.00' });
    const firm = await sandbox.broker('GET', `/v1/trading/accounts/${FIRM}/account`);
    expect(firm.body).toMatchObject({ cash: '100.00', cash_transferable: '100.00' });
    const rush = await Promise.all([1, 2, 3, 4].map((n) => post('50.00', `rush-${n}`)));
    expect(rush.map(({ status }) => status).sort()).toEqual([200, 200, 403, 403]);
    await eventually(async () => (await balances())[FIRM] === '0.00');
  });
});
