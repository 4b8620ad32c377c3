import type { ComponentType } from 'react';
import type { Role } from './api/client.js';

export type PageRoute = {
  /** Below /console; empty for the first page. */
  readonly path: string;
  /** In the navigation under this name, for these roles; others are reached from pages. */
  readonly menu?: { readonly name: string; readonly roles: readonly Role[] };
  readonly load: () => Promise<{ readonly Component: ComponentType }>;
};

const EVERYBODY: readonly Role[] = ['operator', 'finance'];

/** Every page of the console, in the order of the navigation. Each is loaded when it is opened. */
export const PAGES: readonly PageRoute[] = [
  {
    path: 'partners',
    menu: { name: 'Partners', roles: EVERYBODY },
    load: async () => ({ Component: (await import('./pages/partners/partners.js')).Partners }),
  },
];
