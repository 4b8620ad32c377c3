import type { Locator, Page } from 'playwright-core';
import type { KnownPartner } from './filled-log.js';

/** Something that staff do in front of the console, and what they wait for. */
export type Look = {
  readonly name: string;
  /** Where it begins, when not anywhere; getting there does not count. */
  readonly from?: string;
  readonly act: (page: Page, url: (path: string) => string) => Promise<unknown>;
  readonly shown: (page: Page) => Locator;
};

type Shown = Look['shown'];

const row: Shown = (page) => page.locator('main tbody tr').first();
/** Without a way to other pages: it is the answer to a search. */
const foundRow: Shown = (page) =>
  page.locator('main:not(:has(nav[aria-label=Pages])) tbody tr').first();
const text =
  (words: string): Shown =>
  (page) =>
    page.getByRole('main').getByText(words).first();
const link =
  (path: string): Shown =>
  (page) =>
    page.locator(`main a[href^="/console/${path}"]`).first();

const visit = (name: string, path: string, shown: Shown): Look => ({
  name,
  act: (page, url) => page.goto(url(path), { waitUntil: 'commit' }),
  shown,
});

const lastPage = (name: string, from: string): Look => ({
  name,
  from,
  act: (page) => page.getByRole('button', { name: 'Last' }).click(),
  // The page before stays until the new one has come; then its last button has nowhere to go.
  shown: (page) => page.locator('nav[aria-label=Pages] button:disabled', { hasText: 'Last' }),
});

const search = (name: string, from: string, wanted: string, shown: Shown): Look => ({
  name,
  from,
  act: async (page) => {
    const box = page.getByRole('main').getByRole('searchbox');
    await box.fill(wanted);
    await box.press('Enter');
  },
  shown,
});

/** Every page that is there, for what the largest partner has. */
export const looksOf = ({ partnerId, busy, usual, periods }: KnownPartner): readonly Look[] => {
  const user = `users/${busy.userId}`;
  const largest = periods[0]!;
  const { depositId, externalId, journalId, userId } = largest.last;
  const period = `settlements/${partnerId}/${largest.id}`;
  const found = link(`deposits/${depositId}`);
  const usualUser = link(`users/${usual.userId}`);
  return [
    visit('overview', 'overview', text('Nothing needs attention.')),
    visit('needs attention', 'attention', text('Nothing needs attention.')),
    visit('verifications under review', 'verifications', text('No verification needs a decision.')),
    visit('partners', 'partners', row),
    visit('partner', `partners/${partnerId}`, text('Owed so far')),
    search('user by e-mail', 'users', usual.email.toUpperCase(), usualUser),
    search('user by external id', 'users', busy.externalId, link(user)),
    search('user by id', 'users', usual.userId, usualUser),
    search('user by account number', 'users', usual.accountNumber, usualUser),
    search('user nobody knows', 'users', 'nobody@users.example', text('No match.')),
    visit('user with very many deposits', user, text('The onboarding passed')),
    visit('their deposits, first page', `${user}?tab=deposits`, row),
    lastPage('their deposits, last page', `${user}?tab=deposits`),
    visit('their orders', `${user}?tab=orders`, row),
    visit('deposit', `deposits/${depositId}`, text('The user was credited')),
    visit('settlements', 'settlements', link(`settlements/${partnerId}/`)),
    visit('periods of a partner', `settlements/${partnerId}`, row),
    visit('largest period', period, row),
    lastPage('its statement, last page', period),
    search('its last line, by deposit', period, depositId, found),
    search('its last line, by external id', period, externalId, found),
    search('its last line, by journal', period, journalId, found),
    search('lines of a user with few', period, userId, found),
    search('lines of a user with very many', period, busy.userId, foundRow),
    search('a line that is not there', period, partnerId, text('No line has this id.')),
  ];
};
