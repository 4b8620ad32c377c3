import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { onboardedUser } from '../../support/onboarded-user.js';
import { AGREES, reconciled } from '../../support/reconciled.js';
import { PartnerClient, Service } from '../../support/service.js';

let service: Service;
let client: PartnerClient;
let userId: string;

beforeAll(async () => {
  service = await Service.start();
  client = await PartnerClient.logIn(service);
  userId = await onboardedUser(service, client);
});
afterAll(() => service.stop());

const deposit = async (amount = '25.00'): Promise<string> => {
  const about = { userId, direction: 'DEPOSIT', amount, externalId: randomUUID() };
  return String((await client.post('/v1/funding', about)).body['id']);
};

const ended = (id: string, status: string) =>
  client.until(`/v1/funding/${id}`, (body) => body['status'] === status);

it('third-party journals do not stop the service, and reconcile reports them as notices', async () => {
  const before = await deposit();
  await ended(before, 'completed');
  expect(await reconciled(service)).toMatchObject({ ...AGREES, foreign: [] });

  const to = randomUUID();
  const others = [
    { to, amount: '12.3456', description: 'Top-up: March', status: 'canceled' },
    { to, amount: '0.0001', description: 'x'.repeat(1_000), status: 'executed' },
    { to, amount: '7.00', description: '', status: 'rejected' },
    { to, amount: '1.00', description: randomUUID(), status: 'executed' },
    { to, amount: '1.00', description: 'A: B', status: 'a word nobody knows' },
  ];
  for (const journal of others)
    expect(await service.control('POST', '/journals', journal)).toMatchObject({ status: 200 });

  // Reported by the stream, which must continue after third-party journals.
  await service.control('POST', `/journals/${before}`, { outcome: 'reverse' });
  expect(await ended(before, 'reversed')).toMatchObject({ status: 'reversed' });

  // Not reported: the poll for reversals finds it among third-party journals.
  const silent = await deposit('30.00');
  await ended(silent, 'completed');
  await service.fault('broker', 'EVENT journals', 'drop', 1);
  await service.control('POST', `/journals/${silent}`, { outcome: 'reverse' });
  expect(await ended(silent, 'reversed')).toMatchObject({ status: 'reversed' });

  const { code, differences, foreign } = await reconciled(service);
  expect({ code, differences }).toEqual({ code: 0, differences: [] });
  const reported = foreign.map(({ amountText, status }) => [amountText, status]);
  expect(reported.sort()).toEqual(others.map(({ amount, status }) => [amount, status]).sort());
});
