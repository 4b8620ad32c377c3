import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { Visitor, launchBrowser } from '../support/browser.js';
import { type ConsoleData, fillConsole } from '../support/console-data.js';
import { PartnerClient, Service } from '../support/service.js';

/** `npm run docs:screens`: pictures of the console's pages, with the data of the tour and more. */
const FOLDER = join('docs', 'operators', 'screens');
const SIZE = { width: 1000, height: 620 };

type Screen = { readonly name: string; readonly path: string; readonly dark?: boolean };

const screensOf = ({ partnerId, userId, depositId, verificationId }: ConsoleData): Screen[] => [
  { name: 'users', path: '/users?text=ada%40users.example' },
  { name: 'user', path: `/users/${userId}` },
  { name: 'deposits', path: `/users/${userId}?tab=deposits`, dark: true },
  { name: 'deposit', path: `/deposits/${depositId}` },
  { name: 'verification', path: `/verifications/${verificationId}` },
  { name: 'verifications', path: '/verifications' },
  { name: 'partners', path: '/partners' },
  { name: 'partner', path: `/partners/${partnerId}` },
];

const service = await Service.start();
const browser = await launchBrowser();
mkdirSync(FOLDER, { recursive: true });

const take = async (visitor: Visitor, name: string) => {
  // No button halfway between two colors.
  await visitor.page.mouse.move(0, 0);
  const taken = await visitor.page.screenshot({ animations: 'disabled' });
  const file = join(FOLDER, `${name}.png`);
  writeFileSync(file, packed(taken));
  console.log(`wrote ${file}`);
};

/** Chromium packs in a hurry; the same picture again, smaller. */
const packed = (taken: Buffer): Buffer => {
  const flat = { colorType: 2, inputHasAlpha: true, filterType: 0 } as const;
  const slowly = { deflateLevel: 9, deflateStrategy: 0 };
  const again = PNG.sync.write(PNG.sync.read(taken), { ...flat, ...slowly });
  return again.length < taken.length ? again : taken;
};

const takeAll = async (visitor: Visitor, screens: readonly Screen[]) => {
  for (const { name, path, dark } of screens) {
    await visitor.page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    await visitor.open(path);
    await take(visitor, name);
  }
};

/** A deposit that the broker does not take. */
const makeStuck = async (userId: string) => {
  const partner = await PartnerClient.logIn(service);
  await service.fault('broker', 'POST /v1/journals', 'status:500', 1_000);
  const about = { userId, direction: 'DEPOSIT', amount: '80.00', externalId: 'deposit-4' };
  await partner.post('/v1/funding', about);
};

try {
  await service.tour();
  const data = await fillConsole(service, 'ada@users.example');
  const { partnerId } = data;
  await service.ops('settlement', 'cut-off', '--partner', partnerId);
  const operator = await Visitor.come(browser, service);
  await operator.page.setViewportSize(SIZE);
  await operator.open('/');
  await take(operator, 'sign-in');
  await operator.signIn('operator');
  await operator.page.getByRole('navigation').waitFor();
  await takeAll(operator, screensOf(data));
  const transfer = ['--partner', partnerId, '--reference', 'BANK-1', '--amount', '1000.00'];
  await service.ops('settlement', 'transfer', ...transfer);
  const finance = await Visitor.come(browser, service);
  await finance.page.setViewportSize(SIZE);
  await finance.open('/');
  await finance.signIn('finance');
  await finance.page.getByRole('navigation').waitFor();
  await finance.open(`/settlements/${partnerId}`);
  const [period = ''] = await finance.page
    .getByRole('row')
    .filter({ hasText: 'closed' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  await takeAll(finance, [
    { name: 'settlements', path: '/settlements' },
    { name: 'periods', path: `/settlements/${partnerId}` },
    { name: 'period', path: period.replace('/console', ''), dark: true },
  ]);
  await finance.open('/transfers/import');
  const lines = [`${partnerId},BANK-2,700.50`, `${data.userId},BANK-3,10.00`];
  const buffer = Buffer.from(['partner,reference,amount', ...lines, ''].join('\r\n'));
  const file = { name: 'bank.csv', mimeType: 'text/csv', buffer };
  await finance.page.locator('input[type=file]').setInputFiles(file);
  await finance.page.getByRole('cell', { name: 'BANK-3' }).waitFor();
  await take(finance, 'import');
  await makeStuck(data.userId);
  await operator.open('/overview');
  await operator.page.getByText(/\d (stuck|failing)/).waitFor();
  await take(operator, 'overview');
  await operator.page.emulateMedia({ colorScheme: 'dark' });
  await operator.open('/attention');
  await operator.page.getByRole('button', { name: 'Look up' }).click();
  await operator.page.getByText(/The broker has/).waitFor();
  await take(operator, 'attention');
} finally {
  await browser.close();
  await service.stop();
}
