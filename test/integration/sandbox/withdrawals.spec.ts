import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, FIRM, journalFrom, TestSandbox } from '../../support/sandbox.js';
import { SandboxTrader } from '../../support/sandbox-trader.js';

describe('journals from a customer to the firm account', () => {
  let sandbox: TestSandbox;
  let trader: SandboxTrader;
  beforeAll(async () => {
    sandbox = await TestSandbox.start();
    trader = await SandboxTrader.with(sandbox, '1000.00');
  });
  afterAll(() => sandbox.destroy());

  const post = (amount: string, key: string, from = trader.id) =>
    sandbox.broker('POST', '/v1/journals', journalFrom(from, amount, key), {
      'idempotency-key': key,
    });
  const becomes = (id: string, status: string) =>
    eventually(
      async () => (await sandbox.broker('GET', `/v1/journals/${id}`)).body.status === status,
    );
  const control = (id: string, body: object) => sandbox.control('POST', `/journals/${id}`, body);
  const cash = async () => {
    const { balances } = await sandbox.ledger();
    return [Number(balances[trader.id]), Number(balances[FIRM])];
  };
  /** Runs `work` and returns the change of the customer's and the firm's cash. */
  const changeBy = async (work: () => Promise<unknown>) => {
    const before = await cash();
    await work();
    return (await cash()).map((amount, index) => amount - (before[index] ?? 0));
  };

  it('move the cash once per key', async () => {
    const change = await changeBy(async () => {
      const { status, body } = await post('100.00', 'paid');
      expect(status).toBe(200);
      expect(body).toMatchObject({ from_account: trader.id, to_account: FIRM });
      expect((await post('100.00', 'paid')).body.id).toBe(body.id);
      await becomes(body.id, 'executed');
    });
    expect(change).toEqual([-100, 100]);
  });

  it('are listed by the sender', async () => {
    const query = `from_account=${trader.id}&to_account=${FIRM}`;
    expect((await sandbox.broker('GET', `/v1/journals?${query}`)).body).toHaveLength(1);
  });

  it('reserve the cash, but stay in the balances until they are executed', async () => {
    await sandbox.control('POST', '/journal-limits', { perTransaction: '50.00' });
    const { body } = await post('60.00', 'held');
    await sandbox.control('POST', '/journal-limits', {});
    expect(body.status).toBe('pending');
    expect(await trader.account()).toMatchObject({ cash: '900.00', cash_transferable: '900.00' });
    expect((await post('840.01', 'too much')).status).toBe(403);
    const change = await changeBy(() => control(body.id, { outcome: 'execute' }));
    expect(change).toEqual([-60, 60]);
  });

  it('are rejected, reversed, mirrored and corrected', async () => {
    const executed = async (key: string) => {
      const { body } = await post('10.00', key);
      await becomes(body.id, 'executed');
      return String(body.id);
    };
    const rejected = await changeBy(async () => {
      await becomes((await post('10.13', 'rejected')).body.id, 'rejected');
    });
    const reversed = await changeBy(async () => {
      await becomes((await post('10.17', 'reversed')).body.id, 'canceled');
    });
    const mirrored = await changeBy(async () => {
      const mirror = await control(await executed('mirrored'), { outcome: 'mirror' });
      expect(mirror.body).toMatchObject({ from: FIRM, to: trader.id });
    });
    const corrected = await changeBy(async () => {
      await control(await executed('corrected'), { outcome: 'correct', amount: '4.00' });
    });
    expect([rejected, reversed, mirrored]).toEqual([0, 1, 2].map(() => [0, 0]));
    expect(corrected).toEqual([-4, 4]);
  });

  it('are shown with another sender', async () => {
    const { body } = await post('1.00', 'shown');
    await becomes(body.id, 'executed');
    await control(body.id, { outcome: 'show', from: 'another' });
    const shown = await sandbox.broker('GET', `/v1/journals/${body.id}`);
    expect(shown.body).toMatchObject({ from_account: 'another', to_account: FIRM });
  });

  it('need transferable cash, also when fifty come at once', async () => {
    const other = await SandboxTrader.with(sandbox, '450.00');
    await other.trade('buy', 'AAPL', '1');
    await other.trade('sell', 'AAPL', '1');
    const short = await post('250.01', 'unsettled', other.id);
    expect(short).toMatchObject({
      status: 403,
      body: { code: 40_310_000, message: 'insufficient balance: 250.00 available' },
    });
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, n) => post('50.00', `at-once-${n}`, other.id)),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(5);
    await sandbox.control('POST', '/day');
    expect((await post('200.00', 'settled', other.id)).status).toBe(200);
    expect((await post('0.01', 'empty', other.id)).status).toBe(403);
  });

  it('are rejected for a blocked account', async () => {
    await sandbox.control('POST', `/accounts/${trader.id}`, { blocks: ['transfers_blocked'] });
    expect((await post('1.00', 'blocked')).status).toBe(400);
    await sandbox.control('POST', `/accounts/${trader.id}`, { blocks: [] });
  });

  it('are hidden from lookups of the customer’s account only', async () => {
    const other = await SandboxTrader.with(sandbox, '10.00');
    const fault = { side: 'broker', match: 'POST /v1/journals', mode: 'not-found-for:60000' };
    await sandbox.control('POST', '/faults', fault);
    await post('1.00', 'hidden', other.id);
    const list = async (id: string) =>
      (await sandbox.broker('GET', `/v1/journals?from_account=${id}&to_account=${FIRM}`)).body;
    expect(await list(other.id)).toEqual([]);
    expect((await list(trader.id)).length).toBeGreaterThan(0);
    await sandbox.control('DELETE', '/faults');
  });
});
