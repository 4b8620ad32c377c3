import type { INestApplication } from '@nestjs/common';
import { type About, apiDocument } from '#http/openapi/api-document.js';

export const isStaffPath = (path: string): boolean =>
  path === '/staff' || path.startsWith('/staff/');

/** Generates the OpenAPI document of the staff API. The console's types come from it. */
export const staffApi = (app: INestApplication) => apiDocument(app, ABOUT);

const ABOUT: About = {
  covers: isStaffPath,
  credentials: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-staff',
      description: 'The sign-in sets this cookie.',
    },
  },
  title: 'Partner brokerage, staff',
  version: '1.0.0',
  description: `The API of the console, for operators and finance staff. The partners’ contract excludes it, and it changes together with the console.

**Changing requests** must come from this service. Browsers send \`Sec-Fetch-Site: same-origin\`, other callers send \`Origin\` with the address of the service.

**Pages that poll** send \`X-Staff-Background: 1\`, so that an unattended page does not extend its session.

\`x-roles\` lists the roles that may call an operation. Bodies, errors, times and ids follow the rules of the partners’ document.`,
  tags: {
    Session: ['Signing in and out.', /^\/staff\/(me|password|sign-)/],
    Staff: ['Accounts of operators and finance staff.', /^\/staff\/accounts/],
    Overview: ['State of the whole service.', /^\/staff\/overview/],
    Attention: [
      'Stuck work, and actions to continue or end it.',
      /^\/staff\/(attention|deposits\/\{id\}\/(adjustments|journals))/,
    ],
    Partners: [
      'Partners with their terms, sign-ins and keys.',
      /^\/staff\/partners(\/\{partnerId\}(\/(keys|users).*)?)?$/,
    ],
    Webhooks: ['Endpoints of partners, and their deliveries.', /^\/staff\/.*\/webhook-endpoints/],
    Users: [
      'End users of all partners, and decisions about them.',
      /^\/staff\/(users|waiting-users|find|(deposits|orders)\/\{id\}$|verifications(?!.*history))/,
    ],
    Histories: [
      'Events of an object in order.',
      /^\/staff\/(deposits|orders|verifications)\/\{id\}\/history/,
    ],
    Reconciliation: [
      'Differences between this service and the broker.',
      /^\/staff\/reconciliation/,
    ],
    Settlements: [
      'Amounts that partners owe, and their transfers.',
      /^\/staff\/(firm-account|(partners\/\{partnerId\}\/)?(cut-off|payouts|schedule|settlements|transfers))/,
    ],
  },
};
