import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { Visitor, launchBrowser } from '../support/browser.js';
import { type ConsoleData, fillConsole } from '../support/console-data.js';
import { LONG, longDescribe, longIt } from '../support/long.js';
import { registration } from '../support/people.js';
import { PartnerClient, Service } from '../support/service.js';
import { StaffClient, freshCode } from '../support/staff-client.js';

let service: Service;
let browser: Browser;
let data: ConsoleData;
let operator: Visitor;
let finance: Visitor;

beforeAll(async () => {
  browser = await launchBrowser();
  service = await Service.start();
  data = await fillConsole(service);
  operator = await Visitor.come(browser, service);
  finance = await Visitor.come(browser, service);
});

afterAll(async () => {
  await browser.close();
  await service.stop();
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const shown = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

describe('an operator', () => {
  it('is led from the queues to the sign-in, told why it fails, and led back', async () => {
    const { page } = operator;
    await page.goto(`${service.api}/queues`);
    await page.locator('input[name=email]:focus').waitFor();
    await operator.signIn('operator', '000000');
    await page.getByRole('alert').getByText('You are not signed in').waitFor();
    await shown(page, /E-mail, password or code is wrong/);
    await operator.signIn('operator');
    await page.waitForURL(`${service.api}/queues`);
  });

  it('makes a partner, its terms, a sign-in and a key, and revokes the key', async () => {
    const { page } = operator;
    await operator.open('/partners');
    await press(page, 'Create a partner');
    await dialog(page).getByLabel('Name').fill('Acme');
    await press(page, 'Create');
    await page.getByRole('heading', { name: 'Acme' }).waitFor();
    await press(page, 'Change the terms');
    await dialog(page).getByRole('textbox', { name: 'Fee, USD', exact: true }).fill('much');
    await dialog(page).getByRole('button', { name: 'Change' }).click();
    await dialog(page).getByRole('alert').waitFor();
    await dialog(page).getByRole('textbox', { name: 'Fee, USD', exact: true }).fill('1.25');
    await dialog(page).getByRole('button', { name: 'Change' }).click();
    await shown(page, '1.25 USD and 0 basis points');
    await shown(page, 'The partner has no sign-in.');
    await press(page, 'Create a sign-in');
    await page.locator('[role=dialog] input[name=email]:focus').waitFor();
    await dialog(page).getByLabel('E-mail').fill('server@acme.example');
    await dialog(page).getByRole('button', { name: 'Create' }).click();
    await dialog(page).getByText('The password', { exact: true }).waitFor();
    await press(page, 'I have copied it');
    await row(page, 'server@acme.example').waitFor();
    await press(page, 'Make a key');
    await press(page, 'Make the key');
    await dialog(page).getByText(/^pbk_/).waitFor();
    await press(page, 'I have copied it');
    await press(page, 'Revoke');
    await press(page, 'Revoke the key');
    await page.getByRole('table').getByText('revoked', { exact: true }).waitFor();
  });

  longIt('disables a sign-in, and makes it good again with another password', async () => {
    const { page } = operator;
    const signIn = row(page, 'server@acme.example');
    await signIn.getByRole('button', { name: 'Disable' }).click();
    await dialog(page).getByLabel('Reason').fill('Its password was in a mail');
    expect(await operator.barriers()).toEqual([]);
    await press(page, 'Disable the sign-in');
    await signIn.getByText('disabled', { exact: true }).waitFor();
    expect(await signIn.getByRole('button', { name: 'Disable' }).count()).toBe(0);
    await signIn.getByRole('button', { name: 'Reset the password' }).click();
    await press(page, 'Make a new password');
    await dialog(page).getByText('The password', { exact: true }).waitFor();
    await press(page, 'I have copied it');
    await signIn.getByText('active', { exact: true }).waitFor();
  });

  longIt('finds a partner by a part of its name', async () => {
    const { page } = operator;
    const acme = new URL(page.url()).pathname;
    await operator.open('/partners');
    await page.getByRole('searchbox').fill('acm');
    await page.keyboard.press('Enter');
    await page.waitForURL(/text=acm/);
    // The row moves when those above it go, and a click on what moves may be lost.
    await row(page, 'Demo partner').first().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Acme' }).click();
    await page.waitForURL(`${service.api}${acme}`);
  });

  longIt(
    'makes a key anew without an outage: the old one ends a day later, or when told',
    async () => {
      const { page } = operator;
      const makeIt = async () => {
        await press(page, 'Make the key');
        await dialog(page).getByText(/^pbk_/).waitFor();
      };
      await press(page, 'Make a key');
      await makeIt();
      await press(page, 'I have copied it');
      await press(page, 'End at…');
      await dialog(page).getByLabel('It ends').selectOption('in an hour');
      await press(page, 'Set the end');
      await row(page, 'until').waitFor();
      await press(page, 'Revoke');
      await press(page, 'Revoke the key');
      await row(page, 'until').waitFor({ state: 'detached' });
      await press(page, 'Make a key');
      await makeIt();
      await press(page, 'I have copied it');
      await press(page, 'Make a key');
      const ends = dialog(page).getByLabel('The old key ends');
      expect(await ends.inputValue()).toBe('day');
      await ends.selectOption('at a chosen time');
      await dialog(page).getByLabel('Ends, in UTC').fill('2099-12-31T17:00');
      expect(await operator.barriers()).toEqual([]);
      await makeIt();
      await dialog(page).getByText('2099-12-31 17:00 UTC').waitFor();
      await press(page, 'I have copied it');
      await row(page, '2099-12-31 17:00 UTC').getByText('active').waitFor();
    },
  );

  longIt(
    'is shown the new key also when the old one got no end, and told how to end it',
    async () => {
      const { page } = operator;
      await operator.open('/partners');
      await press(page, 'Create a partner');
      await dialog(page).getByLabel('Name').fill('Unlucky');
      await press(page, 'Create');
      await page.getByRole('heading', { name: 'Unlucky' }).waitFor();
      const makeIt = async () => {
        await press(page, 'Make a key');
        await press(page, 'Make the key');
        await dialog(page).getByText(/^pbk_/).waitFor();
      };
      await makeIt();
      await press(page, 'I have copied it');
      const revoking = '**/keys/revoke';
      const problem = {
        status: 409,
        code: 'key_revoked',
        title: 'No',
        detail: 'No',
        requestId: 'r',
      };
      await page.route(revoking, (route) => route.fulfill({ status: 409, json: problem }));
      await makeIt();
      await dialog(page)
        .getByText(/The old one, \w+, still works: it got no end/)
        .waitFor();
      await dialog(page)
        .getByText(/“Revoke” or “End at…” beside it in the list/)
        .waitFor();
      await page.unroute(revoking);
      await press(page, 'I have copied it');
      const rows = page.getByRole('row').filter({ hasText: 'active' });
      await rows.nth(1).waitFor();
    },
  );

  longIt('changes a schedule from what it is, and sees both', async () => {
    const { page } = operator;
    await operator.open(`/partners/${service.demo.secondPartner.id}`);
    await row(page, 'Periods end').getByText('every day at 00:00, UTC').waitFor();
    await press(page, 'Change the schedule');
    expect(await dialog(page).getByLabel('Time zone').inputValue()).toBe('UTC');
    await dialog(page).getByLabel('Every').selectOption('week');
    await dialog(page).getByLabel('On', { exact: true }).selectOption('fri');
    await press(page, 'Change');
    await dialog(page)
      .getByText(/^Changed\. The open period still ends as planned/)
      .waitFor();
    await page.keyboard.press('Escape');
    await row(page, 'After the open one').getByText('every Friday at 00:00, UTC').waitFor();
  });

  it('finds a user, reads what happened in words, suspends and reinstates', async () => {
    const { page } = operator;
    await operator.open('/users');
    await page.getByRole('searchbox').fill(data.email.toUpperCase());
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Ada Lovelace' }).click();
    await shown(page, 'The onboarding passed');
    await page.keyboard.press('Tab');
    await page.locator('main time').filter({ hasText: / UTC$/ }).first().focus();
    await page.getByRole('tooltip').filter({ hasText: 'GMT+' }).waitFor();
    await press(page, 'Suspend');
    await dialog(page).getByLabel('Reason').fill('Asked by the partner');
    await press(page, 'Suspend the user');
    await shown(page, 'The user was suspended: Asked by the partner');
    await page.getByRole('main').getByText(`by ${service.demo.operator.email}`).waitFor();
    await press(page, 'Reinstate');
    await dialog(page).getByLabel('Reason').fill('A mistake');
    await press(page, 'Reinstate the user');
    await shown(page, 'The user was reinstated: A mistake');
    await page.getByRole('tab', { name: 'Deposits' }).click();
    await row(page, 'deposit-2').getByText('1,200.50').first().waitFor();
    await row(page, 'deposit-3').getByText('failed').waitFor();
    await page.getByRole('tab', { name: 'Account' }).click();
    await row(page, 'Cash to withdraw')
      .getByText(/\d\.\d\d USD/)
      .waitFor();
    await page.getByRole('heading', { name: 'Positions' }).waitFor();
  });

  it('erases a user in two steps, and is told what stands in the way of another', async () => {
    const { page } = operator;
    await operator.open(`/users/${data.userId}`);
    await press(page, 'Erase');
    await dialog(page)
      .getByText(/account at the broker is not closed/)
      .waitFor();
    expect(await dialog(page).getByLabel('Reason').count()).toBe(0);
    const partner = await PartnerClient.logIn(service);
    const { body } = await partner.post('/v1/user', registration({ familyName: 'Oblivion' }));
    await operator.open(`/users/${String(body['id'])}`);
    await shown(page, 'Ada Oblivion');
    await press(page, 'Erase');
    await dialog(page).getByLabel('Reason').fill('Letter of 2 March');
    await press(page, 'See what would be erased');
    await dialog(page).getByText('identity provider: ').waitFor();
    await press(page, 'Keep the user');
    await shown(page, 'Ada Oblivion');
    await dialog(page).getByLabel('Reason').fill('Letter of 3 March');
    await press(page, 'See what would be erased');
    await press(page, 'Erase permanently');
    await dialog(page).getByText('The user was erased.').waitFor();
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('main').getByText('erased').first().waitFor();
    expect(await page.getByText('Oblivion').count()).toBe(0);
  });

  it('decides what waits for a person', async () => {
    const { page } = operator;
    await operator.open('/verifications');
    await page.getByRole('link', { name: 'identity, by passport' }).click();
    await press(page, 'Approve');
    await dialog(page).getByLabel('Reason').fill('The photo is hers');
    await press(page, 'Approve the verification');
    await shown(
      page,
      /Decided: approved, by the operator demo@operator.example: The photo is hers/,
    );
  });

  longIt('comes from a job of the queues to what it is about', async () => {
    const { page } = operator;
    await operator.open(`/find/deposit/${data.depositId}`);
    await shown(page, 'The partner asked for a deposit of 250.00 USD');
    await page.getByRole('link', { name: /Ada Lovelace/ }).waitFor();
    await operator.open('/find/nothing/4711');
    await shown(page, 'No page about that');
  });

  it('ends a period before its time', async () => {
    const { page } = operator;
    await operator.open(`/partners/${data.partnerId}`);
    await shown(page, '1,450.50 USD');
    await press(page, 'End the period now');
    await press(page, 'End it');
    await dialog(page).getByText('has ended.').waitFor();
    await press(page, 'Close');
    await operator.open(`/settlements/${data.partnerId}`);
    await row(page, '1,450.50').getByText('closed').waitFor();
  });

  longIt('unlocks a colleague after failed sign-ins', async () => {
    const { page } = operator;
    const { email } = service.demo.finance;
    const wrong = { email, password: 'wrong-password', code: '123456' };
    for (let i = 0; i < 5; i++) await StaffClient.tryToSignIn(service.api, wrong);
    await operator.open('/staff');
    await row(page, email)
      .getByRole('button', { name: `Lift the lock of ${email}` })
      .click();
    await row(page, email).getByText('no', { exact: true }).waitFor();
  });

  longIt('gets along with the keyboard', async () => {
    const { page } = operator;
    await operator.open('/users');
    await page.getByRole('heading', { name: 'Users' }).click();
    await page.locator('body').press('Home');
    await page.getByRole('link', { name: 'Skip to the page' }).focus();
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe('#page');
  });
});

describe('finance', () => {
  it('sees what it works with, and nothing else', async () => {
    const { page } = finance;
    await finance.open('/');
    await finance.signIn('finance');
    const menu = page.getByRole('navigation').getByRole('link');
    await menu.filter({ hasText: 'Import transfers' }).waitFor();
    const names = await menu.allInnerTexts();
    expect(names).toContain('Settlements');
    expect(names.join()).not.toMatch(/Verifications|Queues/);
    await finance.open(`/users/${data.userId}`);
    await shown(page, 'The onboarding passed');
    expect(await page.getByRole('button', { name: 'Suspend' }).count()).toBe(0);
  });

  it('records a transfer, and takes it back', async () => {
    const { page } = finance;
    await finance.open(`/settlements/${data.partnerId}`);
    const table = page.getByLabel('Periods, the newest first');
    expect(await table.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
    await press(page, 'Record a transfer');
    await dialog(page).getByLabel('The bank’s reference').fill('BANK-1');
    await dialog(page).getByLabel('Amount, USD').fill('10000.00');
    await press(page, 'Record');
    await dialog(page).getByText('8,549.50 USD becomes the partner’s credit').waitFor();
    await press(page, 'Change it');
    expect(await dialog(page).getByLabel('The bank’s reference').inputValue()).toBe('BANK-1');
    await dialog(page).getByLabel('Amount, USD').fill('1000.00');
    await press(page, 'Record');
    await dialog(page).getByText('1,000.00 USD to the period').waitFor();
    await page.keyboard.press('Escape');
    await row(page, '1,450.50').getByText('450.50', { exact: true }).waitFor();
    await press(page, 'Reverse a transfer');
    await dialog(page).getByLabel('The bank’s reference').fill('BANK-1');
    await dialog(page).getByLabel('Reason of the reversal').fill('Another partner’s');
    await press(page, 'Reverse it');
    await dialog(page).getByText('Reversed: BANK-1').waitFor();
  });

  it('imports a file after it has seen what each line would come to', async () => {
    const { page } = finance;
    const lines = [`${data.partnerId},BANK-2,1450.50`, `${data.userId},BANK-3,10.00`];
    const buffer = Buffer.from(['partner,reference,amount', ...lines, ''].join('\r\n'));
    await finance.open('/transfers/import');
    const file = { name: 'bank.csv', mimeType: 'text/csv', buffer };
    await page.locator('input[type=file]').setInputFiles(file);
    await row(page, 'BANK-2').getByText('new').waitFor();
    await row(page, 'BANK-3').getByText('refused').waitFor();
    await press(page, 'Record 1 new transfer');
    await row(page, 'BANK-2').getByText('recorded').waitFor();
    await finance.open(`/settlements/${data.partnerId}`);
    await row(page, '1,450.50').getByText('settled').waitFor();
  });

  longIt(
    'sees that a large transfer waits for somebody else to take it back, until they do',
    async () => {
      const { page } = finance;
      const { id: partnerId } = service.demo.secondPartner;
      await finance.open(`/settlements/${partnerId}`);
      await press(page, 'Record a transfer');
      await dialog(page).getByLabel('The bank’s reference').fill('BANK-LARGE');
      await dialog(page).getByLabel('Amount, USD').fill('20000.00');
      await press(page, 'Record');
      await dialog(page).getByText('becomes the partner’s credit').waitFor();
      await press(page, 'Record it anyway');
      await dialog(page)
        .getByText(/^Recorded: BANK-LARGE/)
        .waitFor();
      await page.keyboard.press('Escape');
      await press(page, 'Reverse a transfer');
      await dialog(page).getByLabel('The bank’s reference').fill('BANK-LARGE');
      await dialog(page).getByLabel('Reason of the reversal').fill('Another partner’s');
      await press(page, 'Reverse it');
      await dialog(page).getByText('Requested, not reversed yet').waitFor();
      await finance.open('/settlements');
      const waiting = row(page, 'BANK-LARGE');
      await waiting.getByText(service.demo.finance.email).waitFor();
      await waiting.getByText('reversed', { exact: true }).waitFor();
      const proposals = async () =>
        JSON.parse((await service.ops('settlement', 'proposals', '--json')).stdout) as unknown;
      expect(await proposals()).toMatchObject([{ reference: 'BANK-LARGE', wanted: 'reversed' }]);
      const about = [
        '--partner',
        partnerId,
        '--reference',
        'BANK-LARGE',
        '--reason',
        'As she says',
      ];
      expect((await service.ops('settlement', 'reverse', ...about)).code).toBe(0);
      await waiting.waitFor({ state: 'detached' });
      expect(await proposals()).toEqual([]);
    },
  );

  it('finds a line of a statement, and takes the whole along', async () => {
    const { page } = finance;
    await finance.open(`/settlements/${data.partnerId}`);
    await row(page, '1,450.50').getByRole('link').click();
    await page.getByRole('searchbox').fill('deposit-2');
    await page.keyboard.press('Enter');
    await row(page, 'deposit-1').waitFor({ state: 'detached' });
    await row(page, 'deposit-2').waitFor();
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download as CSV' }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await coming).createReadStream()) chunks.push(chunk as Buffer);
    const [head, ...lines] = Buffer.concat(chunks).toString('utf8').trim().split('\r\n');
    expect(head).toMatch(/^type,transactionId,externalId/);
    expect(lines).toHaveLength(2);
  });
});

describe('every page', () => {
  let periodPath = '';
  beforeAll(async () => {
    await operator.open(`/settlements/${data.partnerId}`);
    const link = row(operator.page, '1,450.50').getByRole('link').first();
    periodPath = ((await link.getAttribute('href')) ?? '').replace('/console', '');
  });
  const paths = () => [
    ...[
      '/overview',
      '/attention',
      '/partners',
      `/partners/${data.partnerId}`,
      '/users',
      `/users?text=${data.email}`,
    ],
    ...['history', 'account', 'deposits', 'orders', 'profile', 'verifications'].map(
      (tab) => `/users/${data.userId}?tab=${tab}`,
    ),
    ...[
      `/deposits/${data.depositId}`,
      `/orders/${data.orderId}`,
      '/verifications',
      '/waiting-users',
    ],
    ...[`/verifications/${data.verificationId}`, '/settlements', '/staff', '/password', '/nothing'],
    ...[`/settlements/${data.partnerId}`, periodPath],
  ];

  it('has no barrier that axe finds, in either theme', async () => {
    const found: string[] = [];
    const history = `/users/${data.userId}?tab=history`;
    for (const path of LONG ? paths() : ['/overview', '/attention', history, periodPath]) {
      await operator.open(path);
      found.push(...(await operator.barriers()));
    }
    await finance.open('/transfers/import');
    found.push(...(await finance.barriers()));
    await finance.open(`/settlements/${data.partnerId}`);
    await press(finance.page, 'Record a transfer');
    found.push(...(await finance.barriers()));
    await finance.page.keyboard.press('Escape');
    await press(finance.page, service.demo.finance.email);
    found.push(...(await finance.barriers()));
    expect(found).toEqual([]);
  });

  longIt('fits on a narrow screen, and its navigation opens', async () => {
    const { page } = operator;
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of paths()) {
      await operator.open(path);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect({ path, width }).toEqual({ path, width: 360 });
    }
    await press(page, 'Navigation');
    await page.getByRole('navigation').getByRole('link', { name: 'Partners' }).click();
    await page.getByRole('heading', { name: 'Partners' }).waitFor();
  });

  it('asks for nothing from elsewhere, and breaks no rule of its policy', async () => {
    for (const visitor of [operator, finance]) expect(await visitor.troubles()).toEqual([]);
  });
});

describe('the files of the console', () => {
  const folder = join('dist', 'console', 'assets');

  it('are smaller than 400 kB together, as they are sent', () => {
    const names = readdirSync(folder);
    const sent = names.map((name) => (names.includes(`${name}.br`) ? `${name}.br` : name));
    const unique = [...new Set(sent.filter((name) => !name.endsWith('.gz')))];
    const bytes = unique.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(400_000);
  });

  it('are kept by browsers, and the page is asked for each time', async () => {
    const page = await fetch(`${service.api}/console/users?text=ada`);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/);
    expect(policy).not.toContain('unsafe');
    const html = await page.text();
    const [, script] = /src="(\/console\/assets\/[^"]+)"/.exec(html)!;
    for (const encoding of ['br', 'gzip']) {
      const headers = { 'accept-encoding': encoding };
      const file = await fetch(`${service.api}${script!}`, { headers });
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(file.headers.get('content-encoding')).toBe(encoding);
      expect((await file.text()).length).toBeGreaterThan(100_000);
    }
    for (const path of ['nothing.js', '..%2findex.html', '.build-hash'])
      expect((await fetch(`${service.api}/console/assets/${path}`)).status).toBe(404);
  });
});

longDescribe('the own password', () => {
  it('is changed from the menu, with the present one and a code', async () => {
    const { page } = finance;
    const { email, password, totpSecret } = service.demo.finance;
    const elsewhere = await StaffClient.ofDemo(service, 'finance');
    const fill = (label: string, text: string) =>
      page.getByRole('textbox', { name: label }).fill(text);
    await finance.open('/settlements');
    await press(page, email);
    await page.getByRole('link', { name: 'Change your password' }).click();
    await fill('The present password', 'not the present one');
    await fill('The new password', 'staple-goose-battery-violin-correct-harbour');
    await fill('Repeat the password', 'staple-goose-battery-violin-correct-harbor');
    await fill('One-time code', '000000');
    await press(page, 'Change it');
    await shown(page, 'The two passwords differ.');
    await fill('Repeat the password', 'staple-goose-battery-violin-correct-harbour');
    await press(page, 'Change it');
    await page
      .getByRole('alert')
      .getByText(/The present password or the code/)
      .waitFor();
    await fill('The present password', password);
    await fill('One-time code', await freshCode(totpSecret));
    await press(page, 'Change it');
    await page.getByText('Changed. You are still signed in here').waitFor();
    expect((await elsewhere.get('/staff/me')).status).toBe(401);
    await finance.open('/settlements');
    await page.getByRole('heading', { name: 'Settlements' }).waitFor();
  });
});

longDescribe('signing out', () => {
  it('leads to the sign-in, which has no barrier either, and holds in every window', async () => {
    const { page } = finance;
    await finance.open('/settlements');
    await press(page, service.demo.finance.email);
    const other = await finance.context.newPage();
    await other.goto(`${service.api}/console/settlements`);
    await other.getByRole('heading', { name: 'Settlements' }).waitFor();
    await press(page, 'Sign out everywhere');
    await page.getByLabel('One-time code').waitFor();
    expect(await page.getByText('Your session has ended').count()).toBe(0);
    expect(await finance.barriers()).toEqual([]);
    // It asks by itself now and then, and may have seen it before.
    const [overview, ended] = [
      other.getByRole('link', { name: 'Overview' }),
      other.getByText('Your session has ended'),
    ];
    await overview.or(ended).first().waitFor();
    if (await overview.isVisible()) await overview.click();
    await ended.waitFor();
    await other.reload();
    await other.getByLabel('One-time code').waitFor();
  });
});
