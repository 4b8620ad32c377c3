import type { ComponentType } from 'react';
import type { Role } from './api/client.js';

type Menu = { readonly name: string; readonly roles: readonly Role[] };

export type PageRoute = {
  /** Below /console. */
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
  /** Name in the navigation for these roles. Other pages are reached by links. */
  readonly menu?: Menu;
};

const page = (path: string, load: PageRoute['load'], menu?: Menu): PageRoute => ({
  path,
  load,
  menu,
});

const EVERYBODY: readonly Role[] = ['operator', 'finance'];
const OPERATOR: readonly Role[] = ['operator'];
const FINANCE: readonly Role[] = ['finance'];

/** Every page of the console, in the order of the navigation. Each is loaded when it is opened. */
export const PAGES: readonly PageRoute[] = [
  page('overview', async () => (await import('./pages/overview/overview.js')).Overview, {
    name: 'Overview',
    roles: EVERYBODY,
  }),
  page('attention', async () => (await import('./pages/attention/attention.js')).Attention, {
    name: 'Needs attention',
    roles: EVERYBODY,
  }),
  page(
    'reconciliation',
    async () => (await import('./pages/reconciliation/reconciliation.js')).Reconciliation,
    { name: 'Reconciliation', roles: EVERYBODY },
  ),
  page('users', async () => (await import('./pages/users/users.js')).Users, {
    name: 'Users',
    roles: EVERYBODY,
  }),
  page('users/:userId', async () => (await import('./pages/users/user.js')).User),
  page(
    'waiting-users',
    async () => (await import('./pages/waiting/waiting-users.js')).WaitingUsers,
    { name: 'Users who need something', roles: OPERATOR },
  ),
  page('verifications', async () => (await import('./pages/verifications/reviews.js')).Reviews, {
    name: 'Verifications',
    roles: OPERATOR,
  }),
  page('verifications/:id', async () => (await import('./pages/records/record.js')).Verification),
  page('deposits/:id', async () => (await import('./pages/records/record.js')).Deposit),
  page('orders/:id', async () => (await import('./pages/records/record.js')).Order),
  page('partners', async () => (await import('./pages/partners/partners.js')).Partners, {
    name: 'Partners',
    roles: EVERYBODY,
  }),
  page('partners/:partnerId', async () => (await import('./pages/partners/partner.js')).Partner),
  page(
    'partners/:partnerId/webhooks/:id',
    async () => (await import('./pages/webhooks/endpoint.js')).WebhookEndpoint,
  ),
  page(
    'settlements',
    async () => (await import('./pages/settlements/settlements.js')).Settlements,
    { name: 'Settlements', roles: EVERYBODY },
  ),
  page(
    'settlements/:partnerId',
    async () => (await import('./pages/settlements/periods.js')).Periods,
  ),
  page(
    'settlements/:partnerId/:id',
    async () => (await import('./pages/settlements/period.js')).Period,
  ),
  page(
    'transfers/import',
    async () => (await import('./pages/transfers/import-transfers.js')).ImportTransfers,
    { name: 'Import transfers', roles: FINANCE },
  ),
  page('staff', async () => (await import('./pages/staff/staff.js')).Staff, {
    name: 'Staff',
    roles: OPERATOR,
  }),
  page('password', async () => (await import('./pages/password/password.js')).Password),
  page('find/:category/:id', async () => (await import('./pages/find/find.js')).Find),
];
