import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { Visitor, launchBrowser } from '../support/browser.js';
import { ledgerOf } from '../support/ledger.js';
import type { Json } from '../support/service.js';
import { type Started, startedService } from '../support/started-service.js';

let started: Started;
let browser: Browser;
let operator: Visitor;

beforeAll(async () => {
  browser = await launchBrowser();
  started = await startedService();
  operator = await Visitor.come(browser, started.service);
  await operator.open('/reconciliation');
  await operator.signIn('operator');
});

afterAll(async () => {
  await browser.close();
  await started.service.stop();
});

/** A credited deposit, the user's account and the firm account. */
const credited = async () => {
  const { service, client, userId } = started;
  const about = { userId, direction: 'DEPOSIT', amount: '40.00', externalId: randomUUID() };
  const depositId = String((await client.post('/v1/funding', about)).body['id']);
  await client.until(`/v1/funding/${depositId}`, ({ status }) => status === 'completed');
  const { journals } = await ledgerOf(service);
  const [own] = (journals as unknown as readonly Json[]).filter(
    ({ idempotencyKey }) => idempotencyKey === depositId,
  );
  return { depositId, firm: own?.['from'], account: own?.['to'] };
};

describe('money that somebody took from a user without us', () => {
  it('is found on demand, understood, and matched with its deposit', async () => {
    const { page } = operator;
    const main = page.getByRole('main');
    await page.getByRole('heading', { name: 'Reconciliation', level: 1 }).waitFor();
    await main.getByText('No difference is open.').waitFor();
    const { depositId, firm, account } = await credited();
    const taken = { from: account, to: firm, amount: '10.00', description: 'wire fee' };
    await started.service.control('POST', '/journals', taken);

    await main.getByRole('button', { name: 'Compare now' }).click();
    await main.getByText('A run is requested').waitFor();
    await main.getByRole('heading', { name: '1 open difference' }).waitFor();
    const difference = main.getByRole('article');
    await difference.getByRole('heading', { name: 'A third party debited a user' }).waitFor();
    await difference.getByText(/executed over 10\.00 at the broker/).waitFor();
    await difference.getByText(/Match the journal with a deposit, or dismiss it/).waitFor();
    expect(await operator.barriers()).toEqual([]);

    await page.getByRole('link', { name: 'Needs attention' }).click();
    const entry = main.getByRole('article', { name: 'finding-reconciliation' });
    await entry.getByText(/^1 difference is open/).hover();
    expect(await entry.getByRole('button').count()).toBe(0);
    expect(await operator.barriers()).toEqual([]);
    await entry.getByRole('link', { name: 'reconciliation' }).click();

    await difference.getByRole('button', { name: 'Match with a deposit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Id of the deposit').fill(depositId);
    await dialog.getByLabel('Reason').fill('The fee of the wire');
    await dialog.getByRole('button', { name: 'Match it' }).click();
    await dialog.getByText(/the user has 30\.00 dollars of it/).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();

    await main.getByRole('button', { name: 'Compare now' }).click();
    await main.getByText('No difference is open.').waitFor();
    await main.getByRole('region', { name: 'Last runs' }).getByText('requested').first().waitFor();
    expect(await operator.troubles()).toEqual([]);
  });

  it('is dismissed with a reason, and stays away', async () => {
    const { page } = operator;
    const main = page.getByRole('main');
    const { account } = await credited();
    await started.service.control('POST', '/journals', { to: account, amount: '5.00' });
    await main.getByRole('button', { name: 'Compare now' }).click();
    const difference = main
      .getByRole('article')
      .filter({ hasText: 'A third party credited a user' });
    await difference.getByRole('button', { name: 'Dismiss' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('A gift of the broker');
    await dialog.getByRole('button', { name: 'Dismiss it' }).click();
    await main.getByText('No difference is open.').waitFor();
    await main.getByRole('heading', { name: 'Dismissed' }).waitFor();
    const { email } = started.service.demo.operator;
    await difference.getByText(`A gift of the broker (${email},`).waitFor();
    expect(await operator.barriers()).toEqual([]);
    expect(await operator.troubles()).toEqual([]);
  });
});
