import type { ComponentType } from 'react';
import type { Role } from './api/client.js';

export type PageRoute = {
  /** Below /console; empty for the first page. */
  readonly path: string;
  /** Name in the navigation for these roles. Other pages are reached by links. */
  readonly menu?: { readonly name: string; readonly roles: readonly Role[] };
  readonly load: () => Promise<{ readonly Component: ComponentType }>;
};

const EVERYBODY: readonly Role[] = ['operator', 'finance'];

const OPERATOR: readonly Role[] = ['operator'];
const FINANCE: readonly Role[] = ['finance'];

/** Every page of the console, in the order of the navigation. Each is loaded when it is opened. */
export const PAGES: readonly PageRoute[] = [
  {
    path: 'overview',
    menu: { name: 'Overview', roles: EVERYBODY },
    load: async () => ({ Component: (await import('./pages/overview/overview.js')).Overview }),
  },
  {
    path: 'attention',
    menu: { name: 'Needs attention', roles: EVERYBODY },
    load: async () => ({ Component: (await import('./pages/attention/attention.js')).Attention }),
  },
  {
    path: 'reconciliation',
    menu: { name: 'Reconciliation', roles: EVERYBODY },
    load: async () => ({
      Component: (await import('./pages/reconciliation/reconciliation.js')).Reconciliation,
    }),
  },
  {
    path: 'users',
    menu: { name: 'Users', roles: EVERYBODY },
    load: async () => ({ Component: (await import('./pages/users/users.js')).Users }),
  },
  {
    path: 'users/:userId',
    load: async () => ({ Component: (await import('./pages/users/user.js')).User }),
  },
  {
    path: 'waiting-users',
    menu: { name: 'Users who need something', roles: OPERATOR },
    load: async () => ({
      Component: (await import('./pages/waiting/waiting-users.js')).WaitingUsers,
    }),
  },
  {
    path: 'verifications',
    menu: { name: 'Verifications', roles: OPERATOR },
    load: async () => ({ Component: (await import('./pages/verifications/reviews.js')).Reviews }),
  },
  {
    path: 'verifications/:id',
    load: async () => ({ Component: (await import('./pages/records/record.js')).Verification }),
  },
  {
    path: 'deposits/:id',
    load: async () => ({ Component: (await import('./pages/records/record.js')).Deposit }),
  },
  {
    path: 'orders/:id',
    load: async () => ({ Component: (await import('./pages/records/record.js')).Order }),
  },
  {
    path: 'partners',
    menu: { name: 'Partners', roles: EVERYBODY },
    load: async () => ({ Component: (await import('./pages/partners/partners.js')).Partners }),
  },
  {
    path: 'partners/:partnerId',
    load: async () => ({ Component: (await import('./pages/partners/partner.js')).Partner }),
  },
  {
    path: 'partners/:partnerId/webhooks/:id',
    load: async () => ({
      Component: (await import('./pages/webhooks/endpoint.js')).WebhookEndpoint,
    }),
  },
  {
    path: 'settlements',
    menu: { name: 'Settlements', roles: EVERYBODY },
    load: async () => ({
      Component: (await import('./pages/settlements/settlements.js')).Settlements,
    }),
  },
  {
    path: 'settlements/:partnerId',
    load: async () => ({ Component: (await import('./pages/settlements/periods.js')).Periods }),
  },
  {
    path: 'settlements/:partnerId/:id',
    load: async () => ({ Component: (await import('./pages/settlements/period.js')).Period }),
  },
  {
    path: 'transfers/import',
    menu: { name: 'Import transfers', roles: FINANCE },
    load: async () => ({
      Component: (await import('./pages/transfers/import-transfers.js')).ImportTransfers,
    }),
  },
  {
    path: 'staff',
    menu: { name: 'Staff', roles: OPERATOR },
    load: async () => ({ Component: (await import('./pages/staff/staff.js')).Staff }),
  },
  {
    path: 'password',
    load: async () => ({ Component: (await import('./pages/password/password.js')).Password }),
  },
  {
    path: 'find/:category/:id',
    load: async () => ({ Component: (await import('./pages/find/find.js')).Find }),
  },
];
