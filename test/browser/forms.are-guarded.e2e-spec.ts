import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page, Request } from 'playwright-core';
import { Visitor, launchBrowser } from '../support/browser.js';
import { longDescribe } from '../support/long.js';
import type { Json, Service } from '../support/service.js';
import { leasedService } from '../support/shared-service/shared-service.js';
import { StaffClient } from '../support/staff-client.js';

let service: Service;
let browser: Browser;
let operator: Visitor;
let finance: Visitor;
let rest: StaffClient;
let partnerId: string;
/** More often than a page asks while lists follow as a rule. */
const LATE_FOR_ASKS = 3;
/** What the pages have asked the service to do. */
const deeds: string[] = [];

const watch = ({ page }: Visitor) =>
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET') deeds.push(`${request.method()} ${pathname}`);
  });

beforeAll(async () => {
  browser = await launchBrowser();
  service = await leasedService();
  operator = await Visitor.come(browser, service);
  finance = await Visitor.come(browser, service);
  partnerId = service.demo.partner.id;
  await operator.open('/partners');
  await operator.signIn('operator');
  await operator.page.getByRole('heading', { name: 'Partners' }).waitFor();
  await finance.open('/settlements');
  await finance.signIn('finance');
  await finance.page.getByRole('heading', { name: 'Settlements' }).waitFor();
  rest = await StaffClient.ofDemo(service, 'operator');
  for (const visitor of [operator, finance]) watch(visitor);
});

afterAll(async () => {
  await browser.close();
  await service.stop();
});

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const gone = (page: Page) => dialog(page).waitFor({ state: 'detached' });

/** What a page asks for when this is clicked twice with the mouse. */
const clickedTwice = (page: Page, name: string, shown: string | RegExp) =>
  asksFor(page, shown, () => button(page, name).dblclick());

/** The same, when the second click comes before anything that is shown could change. */
const twice = (page: Page, name: string, shown: string | RegExp) =>
  asksFor(page, shown, () =>
    button(page, name).evaluate((each: unknown) => {
      const it = each as { readonly click: () => void };
      it.click();
      it.click();
    }),
  );

const asksFor = async (page: Page, shown: string | RegExp, act: () => Promise<unknown>) => {
  deeds.length = 0;
  await act();
  await page.getByText(shown).first().waitFor();
  await page.waitForLoadState('networkidle');
  return [...deeds];
};

const partner = async () => (await rest.get(`/staff/partners/${partnerId}`)).body;
const openPeriod = async () => {
  const path = `/staff/partners/${partnerId}/settlements?status=open&limit=1`;
  return ((await rest.get(path)).body['settlements'] as Json[])[0]?.['id'];
};

describe('a double click', () => {
  it('creates one partner, and another of its name only when that is wanted', async () => {
    const { page } = operator;
    await button(page, 'Create a partner').click();
    await dialog(page).getByLabel('Name').fill('Twice');
    expect(await twice(page, 'Create', 'The partner has no key.')).toEqual([
      'POST /staff/partners',
    ]);
    await operator.open('/partners');
    await button(page, 'Create a partner').click();
    await dialog(page).getByLabel('Name').fill(' tWICE ');
    expect(await clickedTwice(page, 'Create', 'There is a partner of this name')).toEqual([]);
    expect(await operator.barriers()).toEqual([]);
    expect(await twice(page, 'Create another one', 'The partner has no key.')).toEqual([
      'POST /staff/partners',
    ]);
  });

  it('makes one key and shows it, until somebody says that it is copied', async () => {
    const { page } = operator;
    await button(page, 'Make a key').click();
    const asked = await twice(page, 'Make the key', /^pbk_/);
    expect(asked).toEqual([expect.stringMatching(/^POST .*\/keys$/)]);
    await page.keyboard.press('Escape');
    await dialog(page).getByRole('alert').getByText('This is shown only once').waitFor();
    await page.mouse.click(5, 5);
    await button(page, 'Dismiss').click();
    await dialog(page).getByText(/^pbk_/).waitFor();
    expect(await operator.barriers()).toEqual([]);
    await button(page, 'I have copied it').click();
    await gone(page);
    expect(await page.getByRole('row').getByText('active').count()).toBe(1);
  });

  it('makes one sign-in', async () => {
    const { page } = operator;
    await button(page, 'Create a sign-in').click();
    await dialog(page).getByLabel('E-mail').fill('twice@acme.example');
    const asked = await clickedTwice(page, 'Create', 'The password');
    expect(asked).toEqual([expect.stringMatching(/^POST .*\/users$/)]);
    await button(page, 'I have copied it').click();
    await gone(page);
  });

  it('ends one period, the one that the dialog names', async () => {
    const { page } = operator;
    await operator.open(`/partners/${partnerId}`);
    await button(page, 'End the period now').click();
    await dialog(page).getByText('Scheduled end').waitFor();
    await dialog(page).getByText('0.00 USD').waitFor();
    expect(await twice(page, 'End it', /has ended\./)).toEqual([
      `POST /staff/partners/${partnerId}/cut-off`,
    ]);
    expect(await button(page, 'End it').count()).toBe(0);
    await button(page, 'Close').click();
    await gone(page);
  });

  it('records one transfer, and says so', async () => {
    const { page } = finance;
    await finance.open(`/settlements/${partnerId}`);
    await button(page, 'Record a transfer').click();
    await dialog(page).getByLabel('The bank’s reference').fill('TWICE-1');
    await dialog(page).getByLabel('Amount, USD').fill('10.00');
    expect(await clickedTwice(page, 'Record', 'becomes the partner’s credit')).toEqual([]);
    const asked = await twice(page, 'Record it anyway', /^(Recorded|Already recorded)/);
    expect(asked).toHaveLength(1);
    await dialog(page)
      .getByText(/^Recorded: TWICE-1/)
      .waitFor();
    await button(page, 'Close').click();
    await gone(page);
  });

  it('imports a file once, and says so', async () => {
    const { page } = finance;
    const line = `${partnerId},TWICE-2,20.00\r\n`;
    const buffer = Buffer.from(`partner,reference,amount\r\n${line}${line}`);
    await finance.open('/transfers/import');
    const file = { name: 'bank.csv', mimeType: 'text/csv', buffer };
    await page.locator('input[type=file]').setInputFiles(file);
    const rows = page.getByRole('row').filter({ hasText: 'TWICE-2' });
    await rows.first().getByText('new', { exact: true }).waitFor();
    await rows.getByText('It says the same as line 2').waitFor();
    await rows.first().getByText('20.00 as credit').waitFor();
    await page.getByText('1 new, 20.00 USD together').waitFor();
    expect(await finance.barriers()).toEqual([]);
    const asked = await twice(page, 'Record 1 new transfer', 'Result of each line');
    expect(asked).toHaveLength(1);
    await rows.getByText('recorded', { exact: true }).waitFor();
    await page.getByText('1 recorded, 20.00 USD together').waitFor();
  });
});

describe('a dialog', () => {
  it('stays with the period it was opened for when that has ended meanwhile', async () => {
    const { page } = operator;
    await operator.open(`/partners/${partnerId}`);
    await button(page, 'End the period now').click();
    const before = await openPeriod();
    await rest.post(`/staff/partners/${partnerId}/cut-off`, { periodId: before });
    await button(page, 'End it').click();
    await dialog(page).getByRole('alert').waitFor();
    expect(await button(page, 'End it').count()).toBe(0);
    await button(page, 'Close').click();
    await gone(page);
  });

  it('changes the terms that were changed in it, and no others', async () => {
    const { page } = operator;
    await operator.open(`/partners/${partnerId}`);
    await button(page, 'Change the terms').click();
    const before = (await partner())['terms'] as Json;
    await rest.send('PATCH', `/staff/partners/${partnerId}`, { feeFlat: '2.00', feeBps: 7 });
    await dialog(page).getByLabel('Commission, USD').fill('0.75');
    await button(page, 'Change').click();
    await gone(page);
    expect((await partner())['terms']).toEqual({
      ...before,
      ...{ feeFlat: '2.00', feeBps: 7, commissionFlat: '0.75' },
    });
    await button(page, 'Change the terms').click();
    expect(
      await dialog(page).getByRole('textbox', { name: 'Fee, USD', exact: true }).inputValue(),
    ).toBe('2.00');
    await button(page, 'Change').click();
    await dialog(page).getByRole('alert').getByText('Nothing is changed').waitFor();
  });

  it('says what is wrong once, at the field', async () => {
    const { page } = operator;
    await dialog(page).getByRole('textbox', { name: 'Fee, USD', exact: true }).fill('much');
    await button(page, 'Change').click();
    await dialog(page).getByRole('alert').getByText('Correct what is marked below').waitFor();
    await dialog(page).getByText('must be dollars').first().waitFor();
    expect(await dialog(page).getByText('must be dollars').count()).toBe(1);
    expect(await dialog(page).getByText('feeFlat').count()).toBe(0);
    await page.keyboard.press('Escape');
    await gone(page);
  });
});

describe('a search for users', () => {
  it('says that nothing has so many characters, and asks nobody', async () => {
    const { page } = operator;
    await operator.open('/users');
    await page.getByRole('searchbox').fill('a'.repeat(10_000));
    await button(page, 'Search').click();
    await page.getByText(/at most 254 characters, and this has 10,000/).waitFor();
    await operator.open(`/users?text=${'a'.repeat(10_000)}`);
    await page.getByText(/at most 254 characters, and this has 10,000/).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

longDescribe('pages that ask by themselves', () => {
  const PATHS = ['/overview', '/attention', '/settlements', '/settlements/partner'];
  const windows: Visitor[] = [];
  let watched: PromiseSettledResult<void>[];

  const watchPolls = async (path: string): Promise<void> => {
    const visitor = await operator.inOtherWindow();
    windows.push(visitor);
    const { page } = visitor;
    const asked: (string | undefined)[] = [];
    page.on('request', (request: Request) => {
      const isAsking = new URL(request.url()).pathname.startsWith('/staff/');
      if (isAsking) asked.push(request.headers()['x-staff-background']);
    });
    const polls = async (count: number) => {
      for (let i = 0; i < count; i++)
        await page.waitForResponse((answer) => answer.url().includes('/staff/'));
    };
    const caused = () => asked.filter((background) => background === undefined);
    await page.goto(`${service.api}/console${path.replace('partner', partnerId)}`);
    await polls(6);
    expect(caused()).toHaveLength(1);
    expect(asked.at(-1)).toBe('1');
    await page.mouse.move(60, 310);
    await polls(2);
    expect(caused()).toHaveLength(2);
  };

  /** They wait more than they compute: all at once, each in a window of its own. */
  beforeAll(async () => {
    watched = await Promise.allSettled(PATHS.map(watchPolls));
  });

  afterAll(async () => {
    for (const { page } of windows) await page.close();
  });

  it.each(PATHS.map((path, i) => [path, i] as const))(
    'do not keep the session of an empty chair alive: %s',
    (_, i) => expect(watched[i]).toEqual({ status: 'fulfilled', value: undefined }),
  );

  it('had no trouble meanwhile', async () => {
    for (const visitor of windows) expect(await visitor.troubles()).toEqual([]);
  });
});

describe('a page comes right by itself', () => {
  const signIns = `**/staff/partners/*/users?*`;

  it('when a list could not be read for now', async () => {
    const { page } = operator;
    const detail = 'This list is being rebuilt';
    const problem = { status: 503, code: 'read_model_rebuilding', title: 'No', detail };
    const json = { ...problem, requestId: 'r' };
    await page.route(signIns, (route) => route.fulfill({ status: 503, json }));
    await page.goto(`${service.api}/console/partners/${partnerId}`);
    await page.getByRole('alert').getByText(detail).waitFor();
    await page.unroute(signIns);
    await page.getByRole('row').filter({ hasText: service.demo.partner.email }).waitFor();
  });

  it('when a list follows what was written late', async () => {
    const { page } = operator;
    await operator.open(`/partners/${partnerId}`);
    const row = page.getByRole('row').filter({ hasText: 'late@acme.example' });
    const before = (await rest.get(`/staff/partners/${partnerId}/users?limit=20&offset=0`)).body;
    let asked = 0;
    await page.route(signIns, async (route) => {
      if (route.request().method() === 'GET' && asked++ < LATE_FOR_ASKS)
        await route.fulfill({ json: before });
      else await route.fallback();
    });
    await button(page, 'Create a sign-in').click();
    await dialog(page).getByLabel('E-mail').fill('late@acme.example');
    await button(page, 'Create').click();
    await button(page, 'I have copied it').click();
    await row.waitFor();
    expect(asked).toBeGreaterThan(LATE_FOR_ASKS);
    await page.unroute(signIns);
  });
});

describe('the pages', () => {
  it('had no trouble', async () => {
    for (const visitor of [operator, finance]) expect(await visitor.troubles()).toEqual([]);
  });
});
