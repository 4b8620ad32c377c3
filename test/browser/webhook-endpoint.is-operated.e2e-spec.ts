import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { Visitor, launchBrowser } from '../support/browser.js';
import { PartnerClient, type Service } from '../support/service.js';
import { leasedService } from '../support/shared-service/shared-service.js';

let service: Service;
let browser: Browser;
let partner: PartnerClient;
let operator: Visitor;
let receiver: Server;
let url: string;
let endpointId: string;

/** Status of the receiver's responses. */
let status = 204;
const received: IncomingHttpHeaders[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    received.push(request.headers);
    request.resume();
    // Without the header, the service retries after 5 s.
    response.writeHead(status, { 'retry-after': '3600' }).end(status === 204 ? '' : 'busy today');
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  browser = await launchBrowser();
  service = await leasedService();
  partner = await PartnerClient.logIn(service);
  const body = { url, types: ['user.created'], description: 'Production' };
  endpointId = String((await partner.post('/v1/webhook-endpoints', body)).body['id']);
  operator = await Visitor.come(browser, service);
  await operator.open('/overview');
  await operator.signIn('operator');
  await operator.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
});

afterAll(async () => {
  await browser.close();
  await partner.delete(`/v1/webhook-endpoints/${endpointId}`);
  await service.stop();
  receiver.close();
  receiver.closeAllConnections();
});

const partnerPath = () => `/partners/${service.demo.partner.id}`;
const endpointPath = () => `${partnerPath()}/webhooks/${endpointId}`;
const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const deliveryRows = (page: Page) =>
  page
    .getByRole('region', { name: 'Deliveries, the latest first' })
    .getByRole('row')
    .filter({ hasText: 'user.created' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Id of the event of a new user. */
const registered = async (): Promise<string> => {
  const email = `${randomUUID()}@users.example`;
  const person = { name: 'Ada', familyName: 'Lovelace', countryCode: 'USA', email };
  const { body } = await partner.post('/v1/user', person);
  const path = `/v1/events?types=user.created&objectId=${String(body['id'])}`;
  const { events } = await partner.until(path, (page) => (page['events'] as unknown[]).length > 0);
  return (events as [{ id: string }])[0].id;
};

const delivered = (eventId: string, wanted: string) =>
  partner.until(`/v1/webhook-endpoints/${endpointId}/deliveries?eventId=${eventId}`, (page) =>
    (page['deliveries'] as { status: string; attempts: unknown[] }[]).some(
      (one) => one.status === wanted && one.attempts.length > 0,
    ),
  );

const barriers = async (page: Page, heading: string): Promise<string[]> => {
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  return operator.barriers();
};

describe('a webhook endpoint of a partner', () => {
  it('is found on the partner’s page, with every attempt of a delivery, which is retried', async () => {
    const { page } = operator;
    status = 500;
    const eventId = await registered();
    await delivered(eventId, 'pending');
    await operator.open(partnerPath());
    await page.getByRole('heading', { name: 'Webhook endpoints' }).waitFor();
    await row(page, url).getByText('enabled', { exact: true }).waitFor();
    await row(page, url).getByText('user.created', { exact: true }).waitFor();
    await page.getByRole('link', { name: url }).click();

    const delivery = row(page, eventId);
    await delivery.getByText('pending', { exact: true }).waitFor();
    await delivery.getByText('1 attempt, the last: 500').click();
    await delivery.getByText(/status 500 after \d+ ms/).waitFor();
    await delivery.getByText('busy today', { exact: true }).waitFor();
    expect(await barriers(page, 'Webhook endpoint')).toEqual([]);

    status = 204;
    await delivery.getByRole('button', { name: 'Retry' }).click();
    await delivery.getByText('delivered', { exact: true }).waitFor();
    await delivery.getByText('2 attempts, the last: 204').waitFor();
    expect(await delivery.getByRole('button', { name: 'Retry' }).count()).toBe(0);
    expect(received.at(-1)).toMatchObject({ 'webhook-id': eventId });
  });

  it('lists deliveries by status and by event', async () => {
    const { page } = operator;
    const eventId = await registered();
    await delivered(eventId, 'delivered');
    await operator.open(endpointPath());
    await page.getByLabel('Status').selectOption('failed');
    await main(page).getByText('There are no such deliveries.').waitFor();
    await page.getByLabel('Status').selectOption('delivered');
    await row(page, eventId).waitFor();
    await page.getByLabel('Id of the event').fill(eventId);
    await page.keyboard.press('Enter');
    await deliveryRows(page).nth(1).waitFor({ state: 'detached' });
    await row(page, eventId).waitFor();
  });

  it('receives the missed events, and events a second time', async () => {
    const { page } = operator;
    await operator.open(endpointPath());
    await press(page, 'Recover');
    await dialog(page).getByLabel('After the event').fill('evt_1');
    expect(await operator.barriers()).toEqual([]);
    await press(page, 'Send the missed events');
    await dialog(page).getByText('must be the id of one of your events').first().waitFor();
    await dialog(page).getByLabel('After the event').fill('cur_-1');
    await press(page, 'Send the missed events');
    await dialog(page)
      .getByText(/^Accepted/)
      .waitFor();
    await press(page, 'Close');

    const before = received.length;
    await press(page, 'Replay');
    expect(await operator.barriers()).toEqual([]);
    await press(page, 'Send the events again');
    await dialog(page)
      .getByText(/^Accepted/)
      .waitFor();
    await press(page, 'Close');
    await deliveryRows(page).nth(3).waitFor();
    expect(received.slice(before).map((headers) => headers['webhook-replay'])).toEqual(
      received.slice(before).map(() => 'true'),
    );
  });

  it('is shown to finance without actions', async () => {
    const finance = await Visitor.come(browser, service);
    await finance.open(endpointPath());
    await finance.signIn('finance');
    const { page } = finance;
    await deliveryRows(page).first().waitFor();
    for (const name of ['Recover', 'Replay', 'Disable', 'Retry'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    expect(await finance.troubles()).toEqual([]);
  });

  it('that is gone needs attention, until an operator disables it', async () => {
    const { page } = operator;
    status = 410;
    await registered();
    await operator.open('/overview');
    await page.getByRole('heading', { name: 'Webhook endpoints that accept nothing' }).waitFor();
    expect(await barriers(page, 'Overview')).toEqual([]);
    await main(page).getByRole('link', { name: 'Needs attention' }).click();
    const entry = page.getByRole('article').filter({ hasText: endpointId });
    await entry.getByText(/A webhook endpoint of a partner accepts no events/).waitFor();
    await entry
      .getByText(/it returned 410/)
      .first()
      .waitFor();
    expect(await barriers(page, 'Needs attention')).toEqual([]);
    await entry.locator(`a[href="/console${endpointPath()}"]`).click();

    await page.getByText('Disabled by the service, because it returned 410').waitFor();
    expect(await page.getByRole('button', { name: 'Recover' }).count()).toBe(0);
    await press(page, 'Disable');
    await dialog(page).getByLabel('Reason').fill('The partner has a new receiver');
    expect(await operator.barriers()).toEqual([]);
    await press(page, 'Disable the endpoint');
    await page.getByText('Disabled by an operator').waitFor();
    expect(await page.getByRole('button', { name: 'Disable' }).count()).toBe(0);
    await operator.open('/overview');
    await main(page).getByText('Nothing needs attention.').waitFor();
    expect(await operator.troubles()).toEqual([]);
  });
});
