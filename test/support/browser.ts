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

/** Chromium's message for every 4xx or 5xx response. The pages show these errors themselves. */
const REFUSED = /^Failed to load resource: the server responded with a status of (4|503)/;
/** Statuses while read models are rebuilt or behind. The pages repeat the request. */
const PASSING = /"read_model_(rebuilding|unavailable)"/;

/** Disables the graphics card and its software emulation, because the tests do not use images. */
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

/** A staff member at the console. Collects every error in the pages. */
export class Visitor {
  private readonly seen: string[] = [];
  private readonly checks: Promise<void>[] = [];

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

  /** Opens another window of the same person. */
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
      if (isOurs(page) && response.status() === 503) visitor.checks.push(visitor.check(response));
    });
    page.on('pageerror', (error) => visitor.seen.push(`${page.url()}: ${error.message}`));
    page.on('request', (request) => {
      if (!isOurs(page)) return;
      if (!request.url().startsWith(service.api) && !/^(data|blob):/.test(request.url()))
        visitor.seen.push(`asked for ${request.url()}`);
    });
    return visitor;
  }

  /** Errors so far. */
  async troubles(): Promise<readonly string[]> {
    await Promise.all(this.checks);
    return this.seen;
  }

  /** Fills in the visible form. */
  async signIn(role: 'operator' | 'finance', code?: string): Promise<void> {
    const { email, password, totpSecret } = this.service.demo[role];
    const { page } = this;
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByLabel('One-time code').fill(code ?? (await freshCode(totpSecret)));
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Opens a page of the console and waits until it is visible. */
  async open(path: string): Promise<void> {
    await this.page.goto(`${this.service.api}/console${path}`);
    await this.settle();
  }

  async settle(): Promise<void> {
    await this.page.waitForLoadState('networkidle');
    await this.page.getByLabel('Loading').first().waitFor({ state: 'detached' });
  }

  private async check(response: Response): Promise<void> {
    const text = await response.text().catch(String);
    if (!PASSING.test(text)) this.seen.push(`503 for ${response.url()}: ${text}`);
  }

  /** Returns axe's violations of WCAG and good practice. The dark theme differs only in colors. */
  async barriers(): Promise<string[]> {
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await this.page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      // The pages do not use frames, and the other results would double the work.
      const axe = new AxeBuilder({ page: this.page })
        .options({ resultTypes: ['violations'] })
        .setLegacyMode();
      if (colorScheme === 'dark') axe.withRules(['color-contrast']);
      const { violations } = await axe.analyze();
      for (const { id, nodes } of violations)
        found.push(
          `${this.page.url()} ${colorScheme} ${id}: ${nodes.map(describeNode).join(' | ')}`,
        );
    }
    return found;
  }
}

/** Errors of the queue dashboard, a third-party page whose requests the content policy blocks. */
const isOurs = (page: Page): boolean => new URL(page.url()).pathname.startsWith('/console');

const describeNode = ({ html, failureSummary = '' }: { html: string; failureSummary?: string }) =>
  `${html.slice(0, 200)} ${failureSummary.replaceAll('\n', ' ').slice(0, 300)}`;
