import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.js';
import { type Service } from '../support/service.js';
import { sharedService } from '../support/shared-service/shared-service.js';

let service: Service;
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
  service = await sharedService();
});

afterAll(async () => {
  await browser.close();
  await service.stop();
});

describe('a page for partners', () => {
  it.each(['/docs/sandbox', '/problems', '/problems/limit_exceeded'])(
    '%s has no barrier that axe finds, and fits on a narrow screen',
    async (path) => {
      const { page, foreignRequests, messages } = await openPage(path);
      const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
      const { violations } = await axe.setLegacyMode().analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
      expect({ foreignRequests: foreignRequests(), messages }).toEqual(NOTHING);
      await page.context().close();
    },
  );
});

describe('the API reference', () => {
  it('shows the operation that a problem page links to, and loads only our files', async () => {
    const { page, foreignRequests, messages } = await openPage('/problems/limit_exceeded');
    await page.getByRole('link', { name: 'Funding/requestDeposit' }).click();
    const operation = page.locator('[id="operations-Funding-requestDeposit"]');
    await operation.locator('.opblock-body').waitFor();
    expect({ foreignRequests: foreignRequests(), messages }).toEqual(NOTHING);
    await page.context().close();
  });
});

const NOTHING = { foreignRequests: [], messages: [] };

const openPage = async (path: string) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  await page.goto(`${service.api}${path}`);
  const isOurs = (url: string) => /^(data|blob):/.test(url) || url.startsWith(service.api);
  return { page, messages, foreignRequests: () => requests.filter((url) => !isOurs(url)) };
};
