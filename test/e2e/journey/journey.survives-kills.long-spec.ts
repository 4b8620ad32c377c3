import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { AGREES, reconciled } from '../../support/reconciled.js';
import { type App, PartnerClient, Service } from '../../support/service.js';
import { executedCents, grossCents, ledgerOf } from '../../support/ledger.js';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterAll(() => service.stop());

describe('kill -9 in the middle of the tour', () => {
  it.each<[App, number]>([
    ['api', 500],
    ['worker', 700],
    ['projector', 700],
    ['sandbox', 800],
    ['redis', 900],
  ])('of %s after %d ms: the tour completes by retries', async (app, afterMs) => {
    const tour = service.tour('--amount', '100.00');
    await sleep(afterMs);
    service.kill(app);
    const { code, stderr } = await tour;
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(await reconciled(service)).toMatchObject({ ...AGREES, stuck: [] });
  });

  it('leaves one account, journal and order per tour', async () => {
    const { accounts, journals, orders } = await ledgerOf(service);
    expect([accounts, journals, orders].map(({ length }) => length)).toEqual([5, 5, 5]);
    const client = await PartnerClient.logIn(service);
    expect(await grossCents(client)).toBe(executedCents(await ledgerOf(service)));
  });
});
