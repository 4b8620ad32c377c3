import type { INestApplication } from '@nestjs/common';
import { type About, apiDocument } from '#http/openapi/api-document.js';

export const isStaffPath = (path: string): boolean =>
  path === '/staff' || path.startsWith('/staff/');

/** The OpenAPI document of the staff API, by which the console is typed. */
export const staffApi = (app: INestApplication) => apiDocument(app, ABOUT);

const ABOUT: About = {
  covers: isStaffPath,
  credentials: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-staff',
      description: 'Set by signing in.',
    },
  },
  title: 'Partner brokerage, staff',
  version: '1.0.0',
  description: `What the console does, for operators and finance staff. It is no part of the partners’ contract and changes together with the console.

**Requests that change something** must come from this service itself: browsers say so by \`Sec-Fetch-Site: same-origin\`, other callers by \`Origin\` with the address of the service.

**A page that asks by itself** sends \`X-Staff-Background: 1\`, so that an empty chair does not keep a session alive.

\`x-roles\` names who may call an operation. Bodies, refusals, times and ids are as in the partners’ document.`,
  tags: {
    Session: ['Signing in and out.', /^\/staff\/(me|password|sign-)/],
    Staff: ['Accounts of operators and finance staff.', /^\/staff\/accounts/],
    Overview: ['How the whole service is doing.', /^\/staff\/overview/],
    Attention: [
      'What got stuck, and how to go on.',
      /^\/staff\/(attention|deposits\/\{id\}\/(adjustments|journals))/,
    ],
    Partners: [
      'Who they are, what they pay, and their keys.',
      /^\/staff\/partners(\/\{partnerId\}(\/(keys|users).*)?)?$/,
    ],
    Webhooks: ['Endpoints of partners, and their deliveries.', /^\/staff\/.*\/webhook-endpoints/],
    Users: [
      'End users of all partners, and decisions about them.',
      /^\/staff\/(users|waiting-users|find|(deposits|orders)\/\{id\}$|verifications(?!.*history))/,
    ],
    Histories: [
      'What happened, step by step.',
      /^\/staff\/(deposits|orders|verifications)\/\{id\}\/history/,
    ],
    Reconciliation: [
      'Differences between this service and the broker.',
      /^\/staff\/reconciliation/,
    ],
    Settlements: [
      'What partners owe, and what came in.',
      /^\/staff\/(firm-account|(partners\/\{partnerId\}\/)?(cut-off|payouts|schedule|settlements|transfers))/,
    ],
  },
};
