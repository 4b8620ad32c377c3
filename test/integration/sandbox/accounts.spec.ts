import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventsOf } from '../../support/sandbox-events.js';
import {
  application,
  eventually,
  type Json,
  journalTo,
  TestSandbox,
} from '../../support/sandbox.js';

const EVERYTHING = `/v1/events/accounts/status?since_ulid=${'0'.repeat(26)}`;

describe('accounts at the sandbox broker', () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await TestSandbox.start();
  });
  afterAll(() => sandbox.destroy());

  const becomes = async (id: string, status: string): Promise<Json> => {
    const path = `/v1/accounts/${id}`;
    await eventually(async () => (await sandbox.broker('GET', path)).body.status === status);
    return (await sandbox.broker('GET', path)).body;
  };

  it('are submitted first and active with a number soon after', async () => {
    const asked = application({ email: 'Ada@Example.com' });
    const { status, body, headers } = await sandbox.broker('POST', '/v1/accounts', asked);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'SUBMITTED', account_number: '', currency: 'USD' });
    expect(headers.get('x-ratelimit-limit')).toMatch(/^\d+$/);
    const active = await becomes(body.id, 'ACTIVE');
    expect(active.account_number).toMatch(/^\d{9}$/);
  });

  it('say back what was asked for, but the tax id', async () => {
    const asked = application();
    const { body } = await sandbox.broker('POST', '/v1/accounts', asked);
    const { trading_configurations: _, ...shown } = asked;
    const { tax_id, ...identity } = asked.identity;
    expect(body).toMatchObject({ ...shown, identity });
    expect(JSON.stringify(body)).not.toContain(tax_id);
  });

  it.each([
    ['McAction', 'ACTION_REQUIRED', 'indeterminate'],
    ['McReject', 'REJECTED', 'reject'],
  ])('of %s end as %s, with a reason', async (familyName, status, list) => {
    const { body } = await sandbox.broker('POST', '/v1/accounts', application({ familyName }));
    const account = await becomes(body.id, status);
    expect(account.kyc_results[list]).toEqual({ IDENTITY_VERIFICATION: {} });
    expect(account.kyc_results.additional_information).not.toBe('');
    expect(account.account_number).toBe('');
  });

  it('wait when something is disclosed', async () => {
    const asked = application({ isControlPerson: true });
    const { body } = await sandbox.broker('POST', '/v1/accounts', asked);
    await becomes(body.id, 'ACTION_REQUIRED');
  });

  it('are what the broker’s people make of them, and do no more than that allows', async () => {
    const id = await sandbox.fundedAccount('10.00');
    const order = {
      symbol: 'AAPL',
      side: 'buy',
      type: 'market',
      time_in_force: 'day',
      qty: '0.01',
    };
    const may = async () => [
      (await sandbox.broker('POST', `/v1/trading/accounts/${id}/orders`, order)).status,
      (await sandbox.broker('POST', '/v1/journals', journalTo(id, '1.00'))).status,
    ];
    const change = (body: object) => sandbox.control('POST', `/accounts/${id}`, body);
    expect(await may()).toEqual([200, 200]);
    const outcomes: Record<string, number[]> = {
      ...{ trading_blocked: [403, 200], trade_suspended_by_user: [403, 200] },
      ...{ account_blocked: [403, 400], transfers_blocked: [200, 400] },
    };
    for (const [block, expected] of Object.entries(outcomes)) {
      await change({ blocks: [block], silent: true });
      expect([block, await may()]).toEqual([block, expected]);
      const shown = await sandbox.broker('GET', `/v1/trading/accounts/${id}/account`);
      expect(shown.body).toMatchObject({ status: 'ACTIVE', [block]: true });
    }
    await change({ status: 'DISABLED', reason: 'see ticket', blocks: [] });
    expect(await may()).toEqual([403, 400]);
    const { body } = await sandbox.broker('GET', `/v1/accounts/${id}`);
    expect(body.kyc_results.additional_information).toBe('see ticket');
    await change({ status: 'ACTIVE', reason: null });
    expect(await may()).toEqual([200, 200]);
    expect((await sandbox.control('POST', '/accounts/nobody', {})).status).toBe(404);
  });

  it('tell of a change what changed, or nothing', async () => {
    const id = await sandbox.openAccount();
    const begun = await eventsOf(sandbox, EVERYTHING);
    await sandbox.control('POST', `/accounts/${id}`, {
      blocks: ['transfers_blocked'],
      silent: true,
    });
    await sandbox.control('POST', `/accounts/${id}`, { blocks: ['trading_blocked'] });
    await sandbox.control('POST', `/accounts/${id}`, { status: 'ACCOUNT_CLOSED' });
    const told = (await eventsOf(sandbox, EVERYTHING)).slice(begun.length);
    expect(told).toMatchObject([
      { account_id: id, trading_blocked: true },
      { account_id: id, status_from: 'ACTIVE', status_to: 'ACCOUNT_CLOSED' },
    ]);
    expect(told[0]).not.toHaveProperty('status_to');
    expect(told[1]).not.toHaveProperty('trading_blocked');
  });

  it('may say that they are others', async () => {
    const id = await sandbox.openAccount();
    const path = `/v1/accounts/${id}`;
    await sandbox.control('POST', `/accounts/${id}`, { shown: { id: 'x', email: 'x@y.example' } });
    expect((await sandbox.broker('GET', path)).body).toMatchObject({
      ...{ id: 'x', contact: { email_address: 'x@y.example' } },
    });
    await sandbox.control('POST', `/accounts/${id}`, { shown: {} });
    expect((await sandbox.broker('GET', path)).body).toMatchObject({ id });
  });

  it('are refused where another partner’s user has the e-mail address', async () => {
    for (const status of [409, 422]) {
      const email = `there-${status}@users.example`;
      await sandbox.control('POST', '/emails', { email: email.toUpperCase(), status });
      const answer = await sandbox.broker('POST', '/v1/accounts', application({ email }));
      expect(answer.status).toBe(status);
      const found = await sandbox.broker('GET', `/v1/accounts?query=${email}`);
      expect(found.body).toEqual([]);
    }
  });

  it('are unique by e-mail, whatever its case, and found by it', async () => {
    const email = 'Only.Once+x@example.com';
    const { body } = await sandbox.broker('POST', '/v1/accounts', application({ email }));
    const again = application({ email: email.toUpperCase() });
    const second = await sandbox.broker('POST', '/v1/accounts', again);
    expect(second.status).toBe(409);
    expect(second.body.code).toBe(40_910_000);
    const query = encodeURIComponent(email);
    const found = await sandbox.broker('GET', `/v1/accounts?query=${query}`);
    expect(found.body).toEqual([expect.objectContaining({ id: body.id })]);
  });

  it('are listed by when they were opened, with what is asked for', async () => {
    const { body: one } = await sandbox.broker('POST', '/v1/accounts', application());
    const { body: two } = await sandbox.broker('POST', '/v1/accounts', application());
    const query = new URLSearchParams({
      ...{ created_after: one.created_at, created_before: two.created_at, sort: 'asc' },
      entities: 'trading_configurations',
    });
    const { body: listed } = await sandbox.broker('GET', `/v1/accounts?${query.toString()}`);
    const ids = (listed as Json[]).map(({ id }) => id as string);
    expect(ids.indexOf(one.id)).toBeLessThan(ids.indexOf(two.id));
    expect(listed[0]).not.toHaveProperty('identity');
    const later = await sandbox.broker('GET', '/v1/accounts?created_after=2999-01-01');
    expect(later.body).toEqual([]);
  });

  it('refuse what is missing, and malformed JSON', async () => {
    const { identity: _missing, ...rest } = application();
    const incomplete = await sandbox.broker('POST', '/v1/accounts', rest);
    expect(incomplete.status).toBe(422);
    expect(incomplete.body.message).toBe('identity is required');
    const broken = await fetch(`${sandbox.url}/broker/v1/accounts`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('key:secret').toString('base64')}`,
        'content-type': 'application/json',
      },
      body: '{"contact":',
    });
    expect(broken.status).toBe(400);
  });

  it('answer 401 for a wrong key and for an unknown account', async () => {
    const wrong = { authorization: `Basic ${Buffer.from('key:other').toString('base64')}` };
    const denied = { code: 40_110_000, message: 'request is not authorized' };
    expect(await sandbox.broker('GET', '/v1/clock', undefined, wrong)).toMatchObject({
      status: 401,
      body: denied,
    });
    const unknown = await sandbox.broker('GET', '/v1/accounts/nobody');
    expect(unknown).toMatchObject({ status: 401, body: denied });
  });
});
