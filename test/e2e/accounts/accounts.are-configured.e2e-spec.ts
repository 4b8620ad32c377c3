import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { opsHere } from '../../support/ops-here.js';
import { accountOfUser } from '../../support/ledger.js';
import { AGREES, reconciled } from '../../support/reconciled.js';
import type { Json, PartnerClient, Service } from '../../support/service.js';
import { startedOnLoan } from '../../support/started-service.js';

let service: Service;
let client: PartnerClient;
let userId: string;

beforeAll(async () => {
  ({ service, client, userId } = await startedOnLoan());
});
afterAll(() => service.stop());

const configured = async () => {
  const { stdout } = await opsHere(service, 'accounts', 'configure', '--json');
  return JSON.parse(stdout) as { configured: number; rejected: unknown[] };
};
const events = async () => {
  const stream = `accountConfiguration-${userId}`;
  const { stdout } = await opsHere(service, 'events', '--stream', stream, '--json');
  return (JSON.parse(stdout) as Json[]).map(({ type }) => type);
};

describe('accounts configure', () => {
  it('configures every account, and can be repeated', async () => {
    const once = [
      ...['AccountConfigurationRequested', 'AccountConfigurationStarted'],
      'AccountConfigured',
    ];
    expect((await configured()).configured).toBeGreaterThan(0);
    expect(await events()).toEqual(once);
    expect(await configured()).toMatchObject({ rejected: [] });
    expect(await events()).toEqual([...once, ...once]);
  });

  it('resolves a difference of an account with margin', async () => {
    const body = { userId, direction: 'DEPOSIT', amount: '3000.00', externalId: 'above-margin' };
    const { body: deposit } = await client.post('/v1/funding', body);
    await client.until(
      `/v1/funding/${String(deposit['id'])}`,
      ({ status }) => status === 'completed',
    );
    const accountId = await accountOfUser(service, userId);
    const configurations = { max_margin_multiplier: '2', no_shorting: false };
    await service.control('POST', `/accounts/${accountId}`, { configurations });
    const found = { kind: 'account_configuration', accountId };
    expect(await reconciled(service)).toMatchObject({ code: 1, differences: [found] });
    await configured();
    expect(await reconciled(service)).toMatchObject(AGREES);
  });
});
