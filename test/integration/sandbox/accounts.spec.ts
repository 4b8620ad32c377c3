import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { application, eventually, type Json, TestSandbox } from '../../support/sandbox.js';

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
    const { tax_id, ...identity } = asked.identity;
    expect(body).toMatchObject({ ...asked, identity });
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
