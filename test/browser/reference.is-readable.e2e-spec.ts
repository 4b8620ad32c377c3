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
  it.each(['/docs', '/docs/sandbox', '/problems', '/problems/limit_exceeded'])(
    '%s has no barrier that axe finds, and fits on a narrow screen',
    async (path) => {
      const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
      const page = await context.newPage();
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      const refusals: string[] = [];
      page.on('console', (message) => refusals.push(message.text()));
      await page.goto(`${service.api}${path}`);
      const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
      const { violations } = await axe.setLegacyMode().analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
      const isOurs = (url: string) => url.startsWith(service.api) || url.startsWith('data:');
      expect(requests.filter((url) => !isOurs(url))).toEqual([]);
      expect(refusals).toEqual([]);
      await context.close();
    },
  );
});
