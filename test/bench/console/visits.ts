import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { Visitor } from '../../support/browser.js';
import type { Service } from '../../support/service.js';
import { freshCode } from '../../support/staff-client.js';
import type { KnownPartner } from './filled-log.js';
import { looksOf } from './looks.js';
import { type Timed, timeOf, timed } from './stopwatch.js';

const SIGN_IN = 'Sign in';

/** Every page as staff meet it, from the first address on. @throws Error for one that is not well. */
export const visits = async (
  browser: Browser,
  service: Service,
  partner: KnownPartner,
  rounds: number,
): Promise<readonly Timed[]> => {
  const cold = await coldLoads(browser, service, rounds);
  const visitor = await Visitor.come(browser, service);
  await visitor.open('/');
  await visitor.signIn('operator');
  await visitor.page.getByRole('navigation').waitFor();
  const all: Timed[] = [...cold];
  for (const look of looksOf(partner)) all.push(await timed(visitor, service.api, look, rounds));
  all.push(...(await downloads(visitor, partner, rounds)));
  const troubles = await visitor.troubles();
  if (troubles.length > 0) throw new Error(troubles.join('\n'));
  await visitor.context.close();
  return all;
};

/** By somebody whose browser knows nothing of the console. */
const coldLoads = async (browser: Browser, service: Service, rounds: number) => {
  const [signIn, overview]: number[][] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const visitor = await Visitor.come(browser, service);
    const { page } = visitor;
    const button = page.getByRole('button', { name: SIGN_IN });
    const come = () => page.goto(`${service.api}/console`, { waitUntil: 'commit' });
    signIn!.push(await timeOf(come, () => button.waitFor()));
    const role = round % 2 === 0 ? 'operator' : 'finance';
    const { email, password, totpSecret } = service.demo[role];
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByLabel('One-time code').fill(await freshCode(totpSecret));
    const first = page.locator('main tbody tr').first();
    overview!.push(
      await timeOf(
        () => button.click(),
        () => first.waitFor(),
      ),
    );
    await visitor.context.close();
  }
  return [
    { name: 'first load of /console', timesMs: signIn! },
    { name: 'signing in, to the first page', timesMs: overview! },
  ];
};

/** The largest period as a file: until it begins to come, and until it is whole. */
const downloads = async (
  visitor: Visitor,
  { partnerId, periods }: KnownPartner,
  rounds: number,
) => {
  const { page } = visitor;
  const { id, count } = periods[0]!;
  const [begun, whole]: number[][] = [[], []];
  for (let round = 0; round < rounds; round++) {
    await visitor.open(`/settlements/${partnerId}/${id}`);
    const beganMs = performance.now();
    const download = page.waitForEvent('download');
    await page.getByText('Download as CSV').click();
    const file = await download;
    begun!.push(performance.now() - beganMs);
    const text = readFileSync(await file.path());
    whole!.push(performance.now() - beganMs);
    const lines = text.filter((byte) => byte === 10).length;
    if (lines !== count + 1) throw new Error(`${lines} lines in a file of ${count} deposits`);
    await file.delete();
  }
  return [
    { name: `CSV of ${count.toLocaleString('en-US')} lines, begins`, timesMs: begun! },
    { name: 'the same, is whole', timesMs: whole! },
  ];
};
