import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { BACKSTOP_MS } from '../support/backstop.js';
import { Visitor, launchBrowser } from '../support/browser.js';
import { onboardedUser } from '../support/onboarded-user.js';
import { PartnerClient, type Service } from '../support/service.js';
import { leasedService } from '../support/shared-service/shared-service.js';

/** Promised are 5 s; a busy machine may take longer, so the time is told and not judged. */

let service: Service;
let browser: Browser;
let partner: PartnerClient;
let userId: string;
let operator: Visitor;

beforeAll(async () => {
  browser = await launchBrowser();
  service = await leasedService();
  partner = await PartnerClient.logIn(service);
  userId = await onboardedUser(service, partner);
  operator = await Visitor.come(browser, service);
  await operator.open('/overview');
  await operator.signIn('operator');
});

afterEach(() => service.noFaults());
afterAll(async () => {
  await browser.close();
  await service.stop();
});

const deposit = async (): Promise<string> => {
  const about = { userId, direction: 'DEPOSIT', amount: '25.00', externalId: randomUUID() };
  return String((await partner.post('/v1/funding', about)).body['id']);
};

/** The pages ask again and again; axe looks at what stands there. */
const barriers = async (page: Page, heading: string): Promise<string[]> => {
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  return operator.barriers();
};

describe('a job that a sick broker makes stuck', () => {
  it('is seen on the overview without a reload, understood and freed in three clicks', async () => {
    const { page } = operator;
    const main = page.getByRole('main');
    await main.getByText('Nothing needs attention.').waitFor();
    expect(await barriers(page, 'Overview')).toEqual([]);

    await service.fault('broker', 'POST /v1/journals', 'status:500', 10_000);
    const id = await deposit();
    const sinceMs = performance.now();
    await main.getByText(/\d (stuck|failing)/).waitFor({ timeout: BACKSTOP_MS });
    console.info(`seen on the overview after ${Math.round(performance.now() - sinceMs)} ms`);

    await main.getByRole('link', { name: 'Needs attention' }).click();
    const entry = page.getByRole('article', { name: `credit-deposit/${id}` });
    await entry.getByText(/A deposit or withdrawal is not executed/).waitFor();
    await entry.getByText(/journals/).waitFor();
    await entry.getByText('25.00 USD', { exact: true }).waitFor();
    await entry.getByText('What happened meanwhile').click();
    await entry.getByText('The partner asked for a deposit of 25.00 USD').waitFor();
    const partnerLink = `a[href="/console/partners/${service.demo.partner.id}"]`;
    await entry.locator(partnerLink).filter({ hasNotText: service.demo.partner.id }).waitFor();
    await entry.locator(`a[href="/console/users/${userId}"]`).filter({ hasText: '@' }).waitFor();
    const others = await deposit();
    await page.getByRole('status').getByText('1 entry, 1 new, not shown yet.').waitFor();
    expect(await page.getByRole('article').count()).toBe(1);
    expect(await barriers(page, 'Needs attention')).toEqual([]);
    await page.getByRole('button', { name: 'Show the latest list' }).click();
    const next = page.getByRole('article', { name: `credit-deposit/${others}` });
    await next.waitFor();
    const subject = await entry.getByRole('link', { name: id }).getAttribute('href');
    await entry.getByRole('link', { name: id }).click();
    await page.getByRole('row', { name: 'Status' }).getByText('processing').waitFor();
    await page.getByRole('link', { name: /A deposit or withdrawal is not executed/ }).click();
    await service.noFaults();

    await entry.getByRole('button', { name: 'Look up' }).click();
    await entry.getByText(/The broker has (no journal|journal)/).waitFor();
    for (const each of [next, entry]) await each.getByRole('button', { name: 'Retry' }).click();
    await main.getByText('Nothing needs attention.').waitFor({ timeout: BACKSTOP_MS });
    await partner.until(`/v1/funding/${id}`, ({ status }) => status === 'completed');

    expect(subject).toBe(`/console/deposits/${id}`);
    await operator.open(`/deposits/${id}`);
    await page.getByRole('row', { name: 'Amount' }).getByText('25.00 USD').waitFor();
    await page.getByRole('row', { name: 'Status' }).getByText('completed').waitFor();
    await page.getByRole('row', { name: 'Partner' }).locator(partnerLink).first().waitFor();
    await page.getByRole('row', { name: /^Fee/ }).getByText('USD').waitFor();
    await page.getByRole('row', { name: /^Net/ }).getByText('USD').waitFor();
    const period = page.getByRole('row', { name: /^Period/ }).getByRole('link');
    expect(await period.getAttribute('href')).toMatch(
      /^\/console\/settlements\/[0-9a-f-]+\/[0-9a-f-]+$/,
    );
    for (const told of [
      'The partner asked for a deposit of 25.00 USD',
      'The broker is being asked to move the money',
      'The user was credited; the partner owes 25.00 USD',
    ])
      await main.getByText(told).first().waitFor();
  });

  it('is closed with a reason, which its timeline tells', async () => {
    const { page } = operator;
    await service.fault('broker', 'POST /v1/journals', 'status:500', 10_000);
    const id = await deposit();
    await operator.page.goto(`${service.api}/console/attention`);
    const entry = page.getByRole('article', { name: `credit-deposit/${id}` });
    await entry.getByRole('button', { name: 'Close', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Nothing more is sent/).waitFor();
    await dialog.getByLabel('Reason').fill('The partner credited it by hand');
    await dialog.getByRole('button', { name: 'Close it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await operator.open(`/deposits/${id}`);
    await page
      .getByText(/An operator requested the closing.*The partner credited it by hand/)
      .first()
      .waitFor();
  });

  it('cannot be removed on the queue board, with the reason', async () => {
    const { page } = operator;
    await page.goto(`${service.api}/queues/queue/funding-settlement?status=completed`);
    await page.getByRole('button', { name: 'Clean all' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page
      .getByText('The dashboard can only retry, promote and remove jobs.')
      .first()
      .waitFor();
  });

  it('left no trouble in the pages', async () => expect(await operator.troubles()).toEqual([]));
});
