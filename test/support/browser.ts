import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import {
  type Browser,
  type BrowserContext,
  type Page,
  type Response,
  chromium,
} from 'playwright-core';
import { BROWSERS } from '../../scripts/lib/browsers.mjs';
import { BACKSTOP_MS } from './backstop.js';
import type { Service } from './service.js';
import { freshCode } from './staff-client.js';

/** What Chromium says of every answer that is a no: the pages tell it in words. */
const REFUSED = /^Failed to load resource: the server responded with a status of (4|503)/;
/** While what is shown is put together or trails; the pages ask again. */
const PASSING = /"read_model_(rebuilding|unavailable)"/;

/** Nobody looks at the picture: nothing is to stand in for a graphics card. */
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-software-rasterizer'];

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: browserPath(), args: ARGS });

const browserPath = (): string => {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name))).find(
    isThere,
  );
  if (found === undefined) throw new Error('Chromium is missing: npm test installs it');
  return found;
};

const isThere = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** One of the staff in front of the console; everything that goes wrong in the pages is kept. */
export class Visitor {
  private readonly seen: string[] = [];
  private readonly judged: Promise<void>[] = [];

  private constructor(
    private readonly service: Service,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  static async come(browser: Browser, service: Service): Promise<Visitor> {
    const context = await browser.newContext({ timezoneId: 'Europe/Berlin', locale: 'en-US' });
    context.setDefaultTimeout(BACKSTOP_MS);
    return Visitor.at(service, context);
  }

  /** The same person in front of one more window. */
  inOtherWindow(): Promise<Visitor> {
    return Visitor.at(this.service, this.context);
  }

  private static async at(service: Service, context: BrowserContext): Promise<Visitor> {
    const page = await context.newPage();
    const visitor = new Visitor(service, context, page);
    page.on('console', (message) => {
      const isTrouble = ['error', 'warning'].includes(message.type());
      if (isOurs(page) && isTrouble && !REFUSED.test(message.text()))
        visitor.seen.push(`${page.url()}: ${message.text()}`);
    });
    page.on('response', (response) => {
      if (isOurs(page) && response.status() === 503) visitor.judged.push(visitor.judge(response));
    });
    page.on('pageerror', (error) => visitor.seen.push(`${page.url()}: ${error.message}`));
    page.on('request', (request) => {
      if (!isOurs(page)) return;
      if (!request.url().startsWith(service.api) && !/^(data|blob):/.test(request.url()))
        visitor.seen.push(`asked for ${request.url()}`);
    });
    return visitor;
  }

  /** What went wrong so far. */
  async troubles(): Promise<readonly string[]> {
    await Promise.all(this.judged);
    return this.seen;
  }

  /** Fills in the form that is shown. */
  async signIn(role: 'operator' | 'finance', code?: string): Promise<void> {
    const { email, password, totpSecret } = this.service.demo[role];
    const { page } = this;
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByLabel('One-time code').fill(code ?? (await freshCode(totpSecret)));
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Opens a page of the console and waits until it is there. */
  async open(path: string): Promise<void> {
    await this.page.goto(`${this.service.api}/console${path}`);
    await this.settle();
  }

  async settle(): Promise<void> {
    await this.page.waitForLoadState('networkidle');
    await this.page.getByLabel('Loading').first().waitFor({ state: 'detached' });
  }

  private async judge(response: Response): Promise<void> {
    const text = await response.text().catch(String);
    if (!PASSING.test(text)) this.seen.push(`503 for ${response.url()}: ${text}`);
  }

  /** What axe finds against WCAG and good practice; the dark theme changes colors alone. */
  async barriers(): Promise<string[]> {
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await this.page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      // The pages have no frames, and the other results would double the work.
      const axe = new AxeBuilder({ page: this.page })
        .options({ resultTypes: ['violations'] })
        .setLegacyMode();
      if (colorScheme === 'dark') axe.withRules(['color-contrast']);
      const { violations } = await axe.analyze();
      for (const { id, nodes } of violations)
        found.push(`${this.page.url()} ${colorScheme} ${id}: ${nodes.map(told).join(' | ')}`);
    }
    return found;
  }
}

/** The dashboard of the queues is another’s work; its policy stops what it asks for. */
const isOurs = (page: Page): boolean => new URL(page.url()).pathname.startsWith('/console');

const told = ({ html, failureSummary = '' }: { html: string; failureSummary?: string }) =>
  `${html.slice(0, 200)} ${failureSummary.replaceAll('\n', ' ').slice(0, 300)}`;
